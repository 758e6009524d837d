import { rowsPerStep, type Steps } from '../../core/steps.ts';
import { addUp, advance } from './growing.ts';

/** Finds the texts of a list that contain a part, in any case. */
export interface PartFinder {
  /** @returns the numbers of the texts, ascending */
  containing(part: string): Steps<number[]>;
}

/**
 * Keeps for each three characters in a row the texts that have them. So a part of three characters or more is sought
 * in the few texts that have its rarest three; a shorter one in all texts. The table is made at the first search.
 */
export function partFinder(readTexts: () => readonly string[]): PartFinder {
  let made: TrigramTable | undefined;
  return {
    *containing(part) {
      const lower = part.toLowerCase();
      const texts = readTexts();
      if (lower.length < 3 || texts.length < minTexts) return yield* scanned(texts, lower);
      made ??= yield* trigramTable(texts);
      const holds = (number: number): boolean => (texts[number] as string).toLowerCase().includes(lower);
      return [...rarestOf(made, lower)].filter(holds);
    },
  };
}

function* scanned(texts: readonly string[], lower: string): Steps<number[]> {
  const found: number[] = [];
  for (const [number, text] of texts.entries()) {
    if (number % textsPerStep === 0) yield;
    if (text.toLowerCase().includes(lower)) found.push(number);
  }
  return found;
}

/** Fewer texts are tested as quickly as a table is made. */
const minTexts = 256;

/** Testing a text costs as much as testing several rows. */
const textsPerStep = rowsPerStep / 4;

/** The texts with a trigram are from `starts[slot]` to `starts[slot + 1]`, ascending. Trigrams may share a slot. */
interface TrigramTable {
  starts: Uint32Array;
  texts: Uint32Array;
}

const slots = 2 ** 16;

function* trigramTable(texts: readonly string[]): Steps<TrigramTable> {
  const starts = new Uint32Array(slots + 1);
  yield* eachTrigram(texts, (slot) => advance(starts, slot + 1));
  addUp(starts);
  const next = starts.slice();
  const numbers = new Uint32Array(starts[slots] as number);
  yield* eachTrigram(texts, (slot, number) => {
    numbers[advance(next, slot)] = number;
  });
  return { starts, texts: numbers };
}

/** Calls back once for each text and slot. */
function* eachTrigram(texts: readonly string[], take: (slot: number, text: number) => void): Steps<void> {
  /** The last text of each slot, plus 1. */
  const last = new Uint32Array(slots);
  for (const [number, text] of texts.entries()) {
    if (number % textsPerStep === 0) yield;
    const lower = text.toLowerCase();
    for (let at = 0; at + 3 <= lower.length; at++) {
      const slot = slotAt(lower, at);
      if (last[slot] === number + 1) continue;
      last[slot] = number + 1;
      take(slot, number);
    }
  }
}

function rarestOf({ starts, texts }: TrigramTable, lower: string): Uint32Array {
  let rarest = texts;
  for (let at = 0; at + 3 <= lower.length; at++) {
    const slot = slotAt(lower, at);
    const [from, to] = [starts[slot] as number, starts[slot + 1] as number];
    if (to - from < rarest.length) rarest = texts.subarray(from, to);
  }
  return rarest;
}

function slotAt(text: string, at: number): number {
  const mixed = Math.imul(
    Math.imul(text.charCodeAt(at) * 31 + text.charCodeAt(at + 1), 31) + text.charCodeAt(at + 2),
    0x9e3779b1,
  );
  return mixed >>> 16;
}
