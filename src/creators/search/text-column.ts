import { type Automaton, automaton, foundState } from './automaton.ts';
import type { Column, ColumnBuilder } from './column.ts';
import { noRows } from './column.ts';
import { growingCodes, narrowed, type WholeNumbers } from './growing.ts';
import type { PartSource } from './parts.ts';

/**
 * Long texts, searched for parts in any case. A text is cut into recurring pieces (words with the space
 * before them) and stored as the numbers of its pieces, in about a third of its bytes. A search computes only once
 * per piece how it changes the state of the automaton. So a text costs one table look-up per piece, and a part may
 * begin and end anywhere.
 */
export function textColumn(): ColumnBuilder<string> {
  const codes = new Map<string, number>();
  const written = growingCodes();
  const starts = growingCodes();
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
      return new Map<string, WholeNumbers | string[]>([
        ['texts', [...codes.keys()]],
        ['written', narrowed(written.values(), codes.size)],
        ['starts', starts.values()],
      ]);
    },
  };
}

/**
 * A word with the characters before it, or one other character. Long words are cut, because few other words would
 * share them.
 */
const pieces = / ?(?:[#@]?[\p{L}\p{N}\p{M}_]{1,16}|[^\p{L}\p{N}\p{M}_ ])| /gu;

export const openTexts = (parts: PartSource): Column => ({
  *condition(filter) {
    if (filter.type !== 'string') return noRows;
    const sought = filter.anyOf.map((part) => part.toLowerCase());
    if (sought.includes('')) return { keep: (_, count) => count, step: 0 };
    const written = parts.numbers('written') as WholeNumbers;
    yield;
    const starts = parts.numbers('starts') as Uint32Array;
    const after = cacheStates(parts.texts('texts'), automaton(sought).after);
    return { keep: (rows, count) => keepContaining(written, starts, after, rows, count), step: 3 };
  },
  sorted: () => undefined,
});

/** @param after the state of the automaton after a state and the number of a piece */
function keepContaining(
  written: WholeNumbers,
  starts: Uint32Array,
  { fromStart, after }: CachedStates,
  rows: Uint32Array,
  count: number,
): number {
  let matched = 0;
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number;
    const end = starts[row + 1] as number;
    let state = 0;
    for (let piece = starts[row] as number; piece < end && state !== foundState; piece++) {
      const code = written[piece] as number;
      const first = state === 0 ? (fromStart[code] as number) : unknownState;
      state = first === unknownState ? after(state, code) : first;
    }
    rows[matched] = row;
    matched += state === foundState ? 1 : 0;
  }
  return matched;
}

interface CachedStates {
  /** The states after each piece from state 0, as far as known. */
  fromStart: Int32Array;
  after(state: number, code: number): number;
}

/** Limits the memory for cached states; usual searches need less. */
const maxCachedStates = 1 << 22;
const unknownState = -2;

/** Caches the state after each piece, for each state until `maxCachedStates` is reached. */
function cacheStates(words: readonly string[], after: Automaton['after']): CachedStates {
  const statesOf = (): Int32Array => new Int32Array(words.length).fill(unknownState);
  const fromStart = statesOf();
  const known = new Map([[0, fromStart]]);
  return {
    fromStart,
    after(state, code) {
      let states = known.get(state);
      if (!states && known.size * words.length < maxCachedStates) {
        states = statesOf();
        known.set(state, states);
      }
      const next = states?.[code] ?? unknownState;
      if (next !== unknownState) return next;
      const reached = after(state, words[code] as string);
      if (states) states[code] = reached;
      return reached;
    },
  };
}
