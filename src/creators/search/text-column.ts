import type { StringFilter } from '../../core/filters.ts';
import { rowsPerStep, type Steps } from '../../core/steps.ts';
import { type Automaton, automaton, foundState } from './automaton.ts';
import type { Column, ColumnBuilder, RowCondition } from './column.ts';
import { growingCodes, narrowed, type WholeNumbers } from './growing.ts';
import { partFinder } from './part-finder.ts';
import type { PartSource } from './parts.ts';
import { rowsOfPieces, rowsWithAny, type WrittenTexts } from './piece-rows.ts';
import { onRows } from './string-columns.ts';

/**
 * Long texts, searched for parts in any case. A text is cut into recurring pieces (words with the space
 * before them) and stored as the numbers of its pieces, in about a third of its bytes. A search computes only once
 * per piece how it changes the state of the automaton. So a text costs one table look-up per piece, and a part may
 * begin and end anywhere.
 */
export function textColumn(): ColumnBuilder<string> {
  const pieces = pieceNumbers();
  const written = growingCodes();
  const starts = growingCodes();
  return {
    add(text) {
      starts.push(written.length);
      const lower = text.toLowerCase();
      for (let from = 0; from < lower.length; ) {
        const to = endOfPiece(lower, from);
        written.push(pieces.numberOf(lower, from, to));
        from = to;
      }
    },
    done() {
      starts.push(written.length);
      const { texts } = pieces;
      return new Map<string, WholeNumbers | string[]>([
        ['texts', texts],
        ['written', narrowed(written.values(), texts.length)],
        ['starts', starts.values()],
      ]);
    },
  };
}

/**
 * A piece is a word with the space and the # or @ before it, or one other character with the space before it, or a space.
 * Long words are cut, because few other words would share them.
 */
function endOfPiece(text: string, from: number): number {
  const start = text.charCodeAt(from) === space ? from + 1 : from;
  const first = text.charCodeAt(start);
  const word = first === hash || first === at ? start + 1 : start;
  let end = word;
  for (let length = 0; length < maxWordLength && end < text.length; length++) {
    const character = text.codePointAt(end) as number;
    if (!isOfWord(character)) break;
    end += character > 0xffff ? 2 : 1;
  }
  if (end > word) return end;
  // a space before a space, or at the end
  if (start === text.length || first === space) return from + 1;
  return start + ((text.codePointAt(start) as number) > 0xffff ? 2 : 1);
}

const [space, hash, at] = [' ', '#', '@'].map((character) => character.charCodeAt(0));
const maxWordLength = 16;

/** Numbers distinct pieces as they are met. A map would need a string of each of a million pieces that a text repeats. */
function pieceNumbers() {
  const texts: string[] = [];
  let hashes = new Int32Array(4096);
  /** The numbers of pieces plus 1, each at its hash or in the next free slot; 0 is free. */
  let slots = new Int32Array(2 * hashes.length);
  return { texts, numberOf };

  function numberOf(text: string, from: number, to: number): number {
    const hash = hashOf(text, from, to);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let taken = slots[slot] as number; taken > 0; taken = slots[slot] as number) {
      if (hashes[taken - 1] === hash && isAt(text, from, to, texts[taken - 1] as string)) return taken - 1;
      slot = (slot + 1) & mask;
    }
    if (texts.length === hashes.length) {
      grow();
      return numberOf(text, from, to);
    }
    hashes[texts.length] = hash;
    slots[slot] = texts.push(text.slice(from, to));
    return texts.length - 1;
  }

  /** At least half of the slots stay free. */
  function grow(): void {
    const known = hashes;
    hashes = new Int32Array(2 * known.length);
    hashes.set(known);
    slots = new Int32Array(2 * hashes.length);
    const mask = slots.length - 1;
    for (let number = 0; number < known.length; number++) {
      let slot = (known[number] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
  }
}

function hashOf(text: string, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

function isAt(text: string, from: number, to: number, piece: string): boolean {
  if (piece.length !== to - from) return false;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) !== piece.charCodeAt(at - from)) return false;
  return true;
}

/** A test of one character takes longer than the whole search for the end of a piece, so its result is kept. */
function isOfWord(character: number): boolean {
  const known = ofWord[character];
  if (known) return known === 1;
  const isOne = wordCharacter.test(String.fromCodePoint(character));
  ofWord[character] = isOne ? 1 : 2;
  return isOne;
}

const ofWord = new Uint8Array(0x110000);
const wordCharacter = /^[\p{L}\p{N}\p{M}_]$/u;
const longWord = new RegExp(`[\\p{L}\\p{N}\\p{M}_]{${maxWordLength}}$`, 'u');

export function openTexts(parts: PartSource): Column {
  const finder = partFinder(() => parts.texts('texts'));
  let listed: ListedPieces | undefined;
  return {
    *condition(filter) {
      const sought = (filter as StringFilter).anyOf.map((part) => part.toLowerCase());
      if (sought.includes('')) return { keep: (_, count) => count, cost: 'mark' };
      const written = parts.numbers('written') as WholeNumbers;
      yield;
      const texts: Texts = {
        pieces: parts.texts('texts'),
        written,
        starts: parts.numbers('starts') as Uint32Array,
      };
      const words = sought.map(longestWord);
      if (written.length > maxListedPieces || words.includes('')) return scanned(texts, sought);
      listed ??= yield* listPieces(texts);
      const certain = new Set<number>();
      for (const word of words) for (const piece of yield* finder.containing(word)) certain.add(piece);
      const cut = piecesCutIn(listed, texts.pieces, words);
      const candidates = listed.rowsWithAny(new Set([...certain, ...cut]));
      if (!candidates) return scanned(texts, sought);
      const isCertain = cut.length === 0 && words.every((word, at) => word === sought[at]);
      const found = isCertain ? candidates : yield* confirmed(candidates, scanned(texts, sought));
      // A text begins where the one before it ends.
      return onRows(found, texts.starts.length);
    },
    sorted: () => undefined,
  };
}

interface Texts extends WrittenTexts {
  pieces: readonly string[];
}

/** Lists of more pieces would take more than 32 MB: the texts of larger worlds are all read. */
const maxListedPieces = 1 << 23;

/** The longest part of a sought text that consists of word characters, and so stands in one piece unless that is cut. */
function longestWord(sought: string): string {
  let longest = '';
  let word = '';
  for (const character of sought) {
    word = isOfWord(character.codePointAt(0) as number) ? word + character : '';
    if (word.length > longest.length) longest = word;
  }
  return longest;
}

interface ListedPieces {
  rowsWithAny(pieces: Iterable<number>): WholeNumbers | undefined;
  /** The pieces with which a long word may have been cut. */
  cut: readonly number[];
}

function* listPieces(texts: Texts): Steps<ListedPieces> {
  const { pieces, starts } = texts;
  const listed = yield* rowsOfPieces(texts, pieces.length);
  const cut: number[] = [];
  for (const [number, piece] of pieces.entries()) {
    if (piece.length < maxWordLength) continue;
    if (longWord.test(piece)) cut.push(number);
    yield;
  }
  return { rowsWithAny: rowsWithAny(listed, starts.length), cut };
}

/** The pieces of cut words in which one of the words may begin, to end in the next piece. */
function piecesCutIn({ cut }: ListedPieces, pieces: readonly string[], words: readonly string[]): number[] {
  const beginnings = words.flatMap((word) =>
    Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at + 1)),
  );
  return cut.filter((number) =>
    beginnings.some((beginning) => (pieces[number] as string).endsWith(beginning)),
  );
}

/** Reads the pieces of each row. */
function scanned({ pieces, written, starts }: Texts, sought: readonly string[]): RowCondition {
  const after = cacheStates(pieces, automaton(sought).after);
  return { keep: (rows, count) => keepContaining(written, starts, after, rows, count), cost: 'scan' };
}

function* confirmed(candidates: WholeNumbers, { keep }: RowCondition): Steps<Uint32Array> {
  const rows = Uint32Array.from(candidates);
  let count = 0;
  for (let from = 0; from < rows.length; from += rowsPerStep) {
    const block = rows.slice(from, from + rowsPerStep);
    const matching = keep(block, block.length);
    rows.set(block.subarray(0, matching), count);
    count += matching;
    yield;
  }
  return rows.subarray(0, count);
}

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
