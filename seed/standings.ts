import { type Platform, platformsByName } from '../src/core/platforms.ts';
import type { Standing } from '../src/creators/world/rows.ts';
import type { StandingInput } from './make.ts';
import { type Random, randomFor } from './random.ts';

/**
 * Computes ranks and related accounts, which depend on the whole world. It stores only a few numbers per account, so that
 * a world of a hundred thousand people fits in memory.
 */
export interface Standings {
  /** @param related the related accounts, if the account itself names them; it is then related to no other */
  add(number: number, input: StandingInput, related?: readonly string[]): void;
  /** Call after all accounts are added. */
  all(): IterableIterator<{ number: number; standing: Standing }>;
}

export function standingsFor(seed: number): Standings {
  const columnsOf: Record<Platform, AccountColumns> = {
    clip: emptyColumns(),
    gram: emptyColumns(),
    tube: emptyColumns(),
  };
  // each result of a thread has its own copies of the strings: store one of each
  const words = new Map<string, string>();
  const intern = (word: string): string => {
    const known = words.get(word);
    if (known === undefined) words.set(word, word);
    return known ?? word;
  };
  return {
    add(number, { platform, id, niche, country, language, figures }, related) {
      const columns = columnsOf[platform];
      if (related) columns.related.set(columns.numbers.length, related);
      columns.numbers.push(number);
      columns.ids.push(id);
      columns.countries.push(intern(country));
      columns.languages.push(intern(language));
      columns.niches.push(intern(niche));
      for (const [metric, value] of Object.entries(figures)) {
        const column = columns.figures[metric];
        if (column) column.push(value);
        else columns.figures[metric] = [value];
      }
    },
    *all() {
      for (const platform of platformsByName) yield* standingsOf(seed, platform, columnsOf[platform]);
    },
  };
}

/** The accounts of a platform, by column. */
interface AccountColumns {
  numbers: number[];
  ids: string[];
  countries: string[];
  languages: string[];
  niches: string[];
  figures: Record<string, number[]>;
  /** The related accounts that accounts name themselves, by the position of the account. */
  related: Map<number, readonly string[]>;
}

const emptyColumns = (): AccountColumns => ({
  numbers: [],
  ids: [],
  countries: [],
  languages: [],
  niches: [],
  figures: {},
  related: new Map(),
});

function* standingsOf(
  seed: number,
  platform: Platform,
  columns: AccountColumns,
): Generator<{ number: number; standing: Standing }> {
  const metrics = Object.entries(columns.figures).map(([metric, values]) => ({
    metric,
    global: ranksWithin(values, () => ''),
    country: ranksWithin(values, (index) => columns.countries[index] ?? ''),
    language: ranksWithin(values, (index) => columns.languages[index] ?? ''),
  }));
  const neighbours = neighboursOf(columns);
  for (const [index, number] of columns.numbers.entries()) {
    const ranks: Record<string, { global: number; country: number; language: number }> = {};
    for (const { metric, global, country, language } of metrics) {
      ranks[metric] = {
        global: (global[index] as number) / 10_000,
        country: (country[index] as number) / 10_000,
        language: (language[index] as number) / 10_000,
      };
    }
    const related =
      columns.related.get(index) ?? neighbours(randomFor(seed, `related ${platform}`, number), index);
    yield { number, standing: { related: JSON.stringify(related), ranks: JSON.stringify(ranks) } };
  }
}

/**
 * For each account, the share of the other accounts of its group that are below it, in ten-thousandths. The top account
 * has 10,000, and so has the only account of a group.
 */
function ranksWithin(values: readonly number[], groupOf: (index: number) => string): Uint16Array {
  const ranks = new Uint16Array(values.length);
  for (const members of Map.groupBy(values.keys(), groupOf).values()) {
    members.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
    const otherCount = members.length - 1;
    let below = 0;
    members.forEach((index, position) => {
      if (position > 0 && values[index] !== values[members[position - 1] as number]) below = position;
      ranks[index] = otherCount === 0 ? 10_000 : Math.floor((below / otherCount) * 10_000 + 0.5);
    });
  }
  return ranks;
}

/** Prefers accounts of the same niche and language, then of the niche, then any; never the account itself. */
function neighboursOf(columns: AccountColumns): (random: Random, index: number) => string[] {
  const everybody = [...columns.numbers.keys()].filter((index) => !columns.related.has(index));
  const close = Map.groupBy(everybody, (index) => `${columns.niches[index]} ${columns.languages[index]}`);
  const near = Map.groupBy(everybody, (index) => columns.niches[index]);
  return (random, index) => {
    const count = Math.min(random.int(5, 10), everybody.length - 1);
    const found = new Set<number>();
    const circles = [
      close.get(`${columns.niches[index]} ${columns.languages[index]}`) as number[],
      near.get(columns.niches[index]) as number[],
      everybody,
    ];
    for (const [distance, circle] of circles.entries()) {
      const target = distance === 0 ? Math.ceil(count * 0.7) : count;
      for (let tries = 0; found.size < target && tries < 4 * count; tries += 1) {
        const candidate = random.pick(circle);
        if (candidate !== index) found.add(candidate);
      }
    }
    return [...found].map((other) => columns.ids[other] ?? '');
  };
}
