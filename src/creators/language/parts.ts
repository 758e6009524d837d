import type { Item, ItemOf, Naming, NumberRange, QueryCondition, Wish } from './items.ts';
import type { Lexicon } from './lexicon.ts';

/** The items of a text while rules read them. A rule leaves what it makes at one place, and marks the rest as taken. */
export class Parts {
  readonly items: Item[];
  readonly naming: Naming;
  readonly lexicon: Lexicon;
  readonly now: number;

  constructor(items: Item[], { naming, lexicon, now }: Pick<Parts, 'naming' | 'lexicon' | 'now'>) {
    this.items = items;
    this.naming = naming;
    this.lexicon = lexicon;
    this.now = now;
  }

  at(place: number): Item | undefined {
    return this.items[place];
  }

  is(place: number, ...kinds: Item['kind'][]): boolean {
    const kind = this.items[place]?.kind;
    return kind !== undefined && kinds.includes(kind);
  }

  /** The places of all items of a kind. */
  *of<Kind extends Item['kind']>(...kinds: Kind[]): Generator<[place: number, item: ItemOf<Kind>]> {
    for (const [place, item] of this.items.entries())
      if ((kinds as string[]).includes(item.kind)) yield [place, item as ItemOf<Kind>];
  }

  /** The first place after `place` whose item is none of these kinds; what is empty is passed over anyway. */
  after(place: number, ...passed: Item['kind'][]): number {
    let next = place + 1;
    while (next - place < maxReach && this.is(next, ...empty, ...passed)) next += 1;
    return next;
  }

  before(place: number, ...passed: Item['kind'][]): number {
    let next = place - 1;
    while (place - next < maxReach && this.is(next, ...empty, ...passed)) next -= 1;
    return next;
  }

  /** The words from one place to another, without the latter. */
  words(from: number, to: number): string {
    return this.items
      .slice(Math.max(0, from), to)
      .flatMap(({ text }) => (text === '' ? [] : [text]))
      .join(' ')
      .replace(/ ([,.:;!?])/g, '$1');
  }

  /** Puts an item where the others were, from the first place to the last. */
  put(places: readonly number[], at: number, item: Item): void {
    for (const place of places) this.items[place] = { kind: 'taken', text: '' };
    this.items[at] = item;
  }

  take(...places: number[]): void {
    for (const place of places)
      if (this.items[place]) this.items[place] = { kind: 'taken', text: this.items[place].text };
  }

  wish(places: readonly number[], at: number, wish: Wish): void {
    const sorted = [...places, at].toSorted((one, other) => one - other);
    this.put(places, at, {
      kind: 'wish',
      text: this.words(sorted[0] ?? at, (sorted.at(-1) ?? at) + 1),
      ...wish,
    });
  }

  refuse(places: readonly number[], at: number, why?: string): void {
    const sorted = [...places, at].toSorted((one, other) => one - other);
    const text = this.words(sorted[0] ?? at, (sorted.at(-1) ?? at) + 1);
    this.put(places, at, { kind: 'refused', text, ...(why !== undefined && { why }) });
  }
}

/** How many items two that belong together may be apart. It also bounds the work for a text of one word. */
export const maxReach = 24;

const empty: readonly Item['kind'][] = ['glue', 'harmless', 'taken', 'aside'];

/** A wish for any of some texts. */
export const textWish = (filter: string, texts: readonly string[], more: Partial<Wish> = {}): Wish => ({
  subject: filter,
  filter,
  texts,
  conditions: anyOf(filter, texts),
  ...more,
});

export const anyOf = (filterName: string, values: readonly string[]): QueryCondition[] => {
  const all = [...new Set(values)].slice(0, 100);
  const [only] = all;
  return only === undefined
    ? []
    : [all.length === 1 ? { filterName, op: '=', value: only } : { filterName, op: 'in', value: all }];
};

/** Bounds as filters, which know only `>` and `<`. Rates have four decimals. */
export function boundsOf(
  filterName: string,
  { from, to, openFrom, openTo, percent }: NumberRange,
  isShare: boolean,
): QueryCondition[] {
  const step = isShare ? 0.0001 : 1;
  const scale = (value: number): number =>
    isShare && (percent || Math.max(Math.abs(from ?? 0), Math.abs(to ?? 0)) >= 1) ? value / 100 : value;
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  return [
    ...(from === undefined
      ? []
      : [{ filterName, op: '>', value: rounded(scale(from) - (openFrom ? 0 : step)) } as const]),
    ...(to === undefined
      ? []
      : [{ filterName, op: '<', value: rounded(scale(to) + (openTo ? 0 : step)) } as const]),
  ];
}
