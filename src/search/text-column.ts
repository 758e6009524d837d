import type { Filter } from '../core/filters.ts';
import { type Automaton, automaton, found } from './automaton.ts';
import type { Column, ColumnBuilder } from './column.ts';
import { growing, narrowed, type WholeNumbers } from './growing.ts';
import { bytesOf } from './string-columns.ts';

/**
 * Long texts, searched for parts in any case. A text is cut into recurring pieces (words with the space
 * before them) and stored as the numbers of its pieces, in about a third of its bytes. A search computes once
 * per piece how its automaton moves, so a text costs one table look-up per piece, and a part may begin and
 * end anywhere.
 */
export function textColumn(): ColumnBuilder<string> {
  const codes = new Map<string, number>();
  const written = growing();
  const starts = growing();
  return {
    add(text) {
      starts.push(written.length);
      for (const piece of text.toLowerCase().match(pieces) ?? []) {
        const code = codes.get(piece) ?? codes.size;
        if (code === codes.size) codes.set(piece, code);
        written.push(code);
      }
    },
    done() {
      starts.push(written.length);
      return columnOf(
        [...codes.keys()],
        narrowed(written.values(), codes.size),
        Uint32Array.from(starts.values()),
      );
    },
  };
}

/**
 * A word with the characters before it, or one other character. Long words are cut, so that few pieces are
 * unique.
 */
const pieces = / ?(?:[#@]?[\p{L}\p{N}\p{M}_]{1,16}|[^\p{L}\p{N}\p{M}_ ])| /gu;

function columnOf(words: readonly string[], written: WholeNumbers, starts: Uint32Array): Column {
  return {
    keep: (filter, rows, count) => keepContaining(words, written, starts, filter, rows, count),
    keys: () => undefined,
    step: 3,
    bytes: written.byteLength + starts.byteLength + bytesOf(words),
  };
}

function keepContaining(
  words: readonly string[],
  written: WholeNumbers,
  starts: Uint32Array,
  filter: Filter,
  rows: Uint32Array,
  count: number,
): number {
  if (filter.type !== 'string') return 0;
  const parts = filter.anyOf.map((part) => part.toLowerCase());
  if (parts.includes('')) return count;
  const { after } = automaton(parts);
  const first = Int32Array.from(words, (word) => after(0, word));
  const later = remembered(words, after);
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    const end = starts[row + 1] as number;
    let state = 0;
    for (let piece = starts[row] as number; piece < end && state !== found; piece++) {
      const code = written[piece] as number;
      state = state === 0 ? (first[code] as number) : later(state, code);
    }
    rows[kept] = row;
    kept += state === found ? 1 : 0;
  }
  return kept;
}

/** The number of states that a search remembers: enough for usual searches, and a bound for any other. */
const mostRemembered = 256;
const unknown = -2;

/** The state after a piece, computed once for each pair of piece and remembered state. */
function remembered(words: readonly string[], after: Automaton['after']) {
  const known = new Map<number, Int32Array>();
  return (state: number, code: number): number => {
    let states = known.get(state);
    if (!states && known.size < mostRemembered) {
      states = new Int32Array(words.length).fill(unknown);
      known.set(state, states);
    }
    const next = states?.[code] ?? unknown;
    if (next !== unknown) return next;
    const reached = after(state, words[code] as string);
    if (states) states[code] = reached;
    return reached;
  };
}
