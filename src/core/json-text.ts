import type { Yielding } from './yield-to-loop.ts';

/** JSON as people read it, with the end of its last line. */
export const indentedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The JSON of a value as texts that follow each other, in steps: members and elements down to some levels, and those of
 * long lists below.
 */
export function* jsonTexts(value: unknown, levels: number): Yielding<string[]> {
  const texts = new Texts();
  yield* addJson(value, levels, texts);
  return texts.end();
}

const minTextLength = 1 << 16;

class Texts {
  readonly #texts: string[] = [];
  #last = '';

  push(...pieces: string[]): void {
    for (const piece of pieces) this.#last += piece;
    if (this.#last.length > minTextLength) this.end();
  }

  end(): string[] {
    this.#texts.push(this.#last);
    this.#last = '';
    return this.#texts;
  }
}

function* addJson(value: unknown, levels: number, texts: Texts): Yielding<void> {
  if (typeof value !== 'object' || value === null || (levels === 0 && !isLong(value))) {
    texts.push(JSON.stringify(value) ?? 'null');
    yield;
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (member === undefined && !isList) continue;
    texts.push(isList ? before : `${before}${JSON.stringify(name)}:`);
    yield* addJson(member, Math.max(0, levels - 1), texts);
    before = ',';
  }
  texts.push(before === ',' ? '' : before, isList ? ']' : '}');
}

const maxShort = 100;

const isLong = (value: object): boolean =>
  Array.isArray(value)
    ? value.length > maxShort
    : Object.values(value).some((member) => Array.isArray(member) && member.length > maxShort);
