import type { Platform } from '../../core/platforms.ts';
import { type Item, letterOf } from './items.ts';
import type { Lexicon } from './lexicon.ts';
import type { Reading } from './readings.ts';

/**
 * A description while the rules read it: each replaces the items that it understands by one, so that the items left in
 * the end are those that nobody understood.
 */
export class Parts {
  letters = '';
  readonly platform: Platform;
  readonly shorts: boolean;
  readonly now: number;
  readonly lexicon: Lexicon;
  readonly language: string;
  #items: readonly Item[];

  constructor(
    items: readonly Item[],
    given: Pick<Parts, 'platform' | 'shorts' | 'now' | 'lexicon' | 'language'>,
  ) {
    this.#items = items;
    this.letters = items.map(letterOf).join('');
    this.platform = given.platform;
    this.shorts = given.shorts;
    this.now = given.now;
    this.lexicon = given.lexicon;
    this.language = given.language;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Replaces the items of each match of a pattern over letters, unless `make` declines it. */
  reduce(pattern: RegExp, make: (found: Found) => Made | undefined): void {
    const rewritten: Item[] = [];
    let end = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(this.letters); match; match = pattern.exec(this.letters)) {
      const { 0: matched, index } = match;
      const items = this.#items.slice(index, index + matched.length);
      const made = make({
        items,
        at: index,
        before: this.before(index),
        after: this.after(index + items.length - 1),
      });
      // what is declined may begin within another match
      if (!made) {
        pattern.lastIndex = index + 1;
        continue;
      }
      rewritten.push(...this.#items.slice(end, index), { ...made, text: wordsOf(items) } as Item);
      end = index + matched.length;
    }
    if (end === 0) return;
    this.replaceAll([...rewritten, ...this.#items.slice(end)]);
  }

  replaceAll(items: readonly Item[]): void {
    this.#items = items;
    this.letters = items.map(letterOf).join('');
  }

  /** The words of the items from one to before another. */
  words(from: number, to: number): string {
    return this.#items
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  }

  /** The letters of some items before one, and after one. */
  before(at: number): string {
    return this.letters.slice(Math.max(0, at - sight), at);
  }
  after(at: number): string {
    return this.letters.slice(at + 1, at + 1 + sight);
  }
}

/** In items: how far a rule looks around, so that reading takes linear time. */
const sight = 16;

/** An item without its words, which are those of the items that it replaces. */
export type Made = Item extends infer Each
  ? Each extends Item
    ? Omit<Each, 'text' | 'hint'>
    : never
  : never;

export interface Found {
  items: readonly Item[];
  at: number;
  before: string;
  after: string;
}

export const readAs = (reading: Reading): Made => ({ kind: 'read', reading });

export const itemIn = <Kind extends Item['kind']>(
  { items }: Pick<Found, 'items'>,
  kind: Kind,
): Extract<Item, { kind: Kind }> | undefined =>
  items.find((item): item is Extract<Item, { kind: Kind }> => item.kind === kind);

const wordsOf = (items: readonly Item[]): string =>
  items
    .map(({ text }) => text)
    .join(' ')
    .replace(/ ([,.;:])/g, '$1');

/** One rule of the grammar, or several that belong together. */
export type Rule = (parts: Parts) => void;

/** Whether an item is in a list about audiences: `audience: 60% female, 18-24, USA`. */
export const isUnderHeading = (before: string): boolean => /fg{0,2}:[^i.]*$/.test(before);
