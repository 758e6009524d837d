import { setImmediate } from 'node:timers/promises';
import { ensureWorld } from '../../seed/build.ts';
import type { Filter } from '../../src/core/filters.ts';
import { platformsByName } from '../../src/core/platforms.ts';
import type { Search } from '../../src/core/search-body.ts';
import { yieldToLoop } from '../../src/core/yield-to-loop.ts';
import type { Moment } from '../../src/creators/search/conditions.ts';
import { createSearches } from '../../src/creators/search/searches.ts';
import { openWorld, type World } from '../../src/creators/world/world.ts';
import { atOnce } from '../creators/search/at-once.ts';
import { cpuMs, cpuOfParse } from '../effort.ts';
import { worldCache } from '../world-cache.ts';
import { randomNumbers } from './random-numbers.ts';

/**
 * How long searches of clip contents take inside the process, in worlds of several sizes: the first one, a
 * page behind no filter or one, behind several, and parts of captions. Sizes may be given, such as 100000,
 * whose world is first made in several minutes. Ends with 1 when one piece of work takes longer than the
 * bound: only its longest piece keeps a search from other requests.
 */
const sizes = process.argv.slice(2).map(Number);
/** In parses of 1 MB. */
const maxPiece = 1.5;
const runs = 300;
const random = randomNumbers(3);
const figures = [
  ...['plays', 'likes', 'comments', 'shares', 'engagement', 'lengthSec'],
  ...['performanceLikes', 'performanceEngagement', 'totalFollowers'],
];
const sorts = [...figures, 'publishTime', undefined];

for (const size of sizes.length > 0 ? sizes : [1000, 10_000]) {
  const file = await ensureWorld({ seed: 1, size, cacheDir: worldCache });
  const world = openWorld(file);
  const samples = samplesOf(world);
  const rows: Record<string, Row> = { 'first search of a kind': firstSearches(file) };
  for (const [title, filters] of Object.entries(kinds(samples))) rows[title] = await measured(world, filters);
  console.log(`${size} people, ${world.info.counts.contents} contents`);
  console.table(rows);
  world.close();
  const parse = await cpuOfParse();
  if (Object.values(rows).some((row) => (row['piece'] ?? 0) > maxPiece * parse)) process.exitCode = 1;
}

/** Milliseconds; `piece` is the longest work without a pause when in slices, of this thread alone. */
type Row = Partial<Record<'p50' | 'p99' | 'most' | 'piece' | 'results', number>>;

function firstSearches(file: string): Row {
  const times = platformsByName.flatMap((platform) =>
    (['creators', 'contents', 'basics'] as const).map((kind) => {
      const world = openWorld(file);
      const moment = momentOf(world);
      const startedAt = performance.now();
      atOnce<unknown>(createSearches().of(world)[kind](platform).find(searchFor([]), moment));
      const took = performance.now() - startedAt;
      world.close();
      return took;
    }),
  );
  return spread(times);
}

async function measured(world: World, filtersOf: () => Filter[]): Promise<Row> {
  const table = createSearches().of(world).contents('clip');
  const moment = momentOf(world);
  const times: number[] = [];
  let results = 0;
  for (let run = -30; run < runs; run++) {
    const search = searchFor(filtersOf(), true);
    const startedAt = performance.now();
    const { totalResults } = atOnce(table.find(search, moment));
    if (run < 0) continue;
    times.push(performance.now() - startedAt);
    results += totalResults;
  }
  let piece = 0;
  for (let run = 0; run < runs / 10; run++)
    piece = Math.max(
      piece,
      await longestPiece(() =>
        yieldToLoop(table.find(searchFor(filtersOf(), true), moment), { budgetMs: 0 }),
      ),
    );
  return { ...spread(times), piece: rounded(piece), results: Math.round(results / runs) };
}

/** The longest work between two turns of the event loop while the work is under way. */
async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let done = false;
  let longest = 0;
  const working = work().finally(() => {
    done = true;
  });
  for (let turnAt = cpuMs(); !done; ) {
    await setImmediate();
    const now = cpuMs();
    longest = Math.max(longest, now - turnAt);
    turnAt = now;
  }
  await working;
  return longest;
}

function spread(times: number[]): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function momentOf({ info }: World): Moment {
  return { now: info.epochAt + 1, shiftMs: 0 };
}

type Samples = Record<'word' | 'hashtag' | 'country' | 'niche' | 'displayName', () => string>;

/** Texts of the first thousand accounts, and so as frequent as they are in the world. */
function samplesOf(world: World): Samples {
  const found: Record<keyof Samples, string[]> = {
    word: [],
    hashtag: [],
    country: [],
    niche: [],
    displayName: [],
  };
  let accounts = 0;
  for (const { country, niches, displayName, contents } of world.accounts('clip')) {
    found.country.push(country);
    found.niche.push(...niches);
    found.displayName.push(displayName);
    for (const { text, hashtags } of contents.slice(0, 5)) {
      found.hashtag.push(...hashtags);
      found.word.push(...text.split(' '));
    }
    if (++accounts === 1000) break;
  }
  const { pick } = random;
  return {
    word: () => pick(found.word),
    hashtag: () => pick(found.hashtag),
    country: () => pick(found.country),
    niche: () => pick(found.niche),
    displayName: () => pick(found.displayName),
  };
}

function kinds({ word, hashtag, country, niche, displayName }: Samples): Record<string, () => Filter[]> {
  const { unit, below, longTail, pick } = random;
  const number = (name: string, op: '>' | '=' | '<', value: number): Filter => ({
    name,
    type: 'number',
    op,
    value,
  });
  const string = (name: string, anyOf: string[], contains = false): Filter => ({
    name,
    type: 'string',
    anyOf,
    contains,
  });
  const some = <T>(most: number, each: () => T): T[] => Array.from({ length: 1 + below(most) }, each);
  const plain: (() => Filter)[] = [
    () => number('plays', unit() < 0.7 ? '>' : '<', longTail(4000)),
    () => number('likes', unit() < 0.7 ? '>' : '<', longTail(400)),
    () => number('comments', '>', below(50)),
    () => number('shares', '<', below(100)),
    () => number('engagement', '>', unit() * 0.2),
    () => number('lengthSec', pick(['>', '<', '='] as const), below(120)),
    () => number('publishTime', pick(['>', '<', '='] as const), below(100)),
    () => number('performanceLikes', '>', unit() * 2),
    () => number('totalFollowers', '>', below(20_000)),
    () => string('country', some(8, country)),
    () => string('contentNiches', [niche()]),
    () => string('hashtag', some(3, hashtag)),
  ];
  const texts: (() => Filter)[] = [
    () => string('description', [word()]),
    () => string('description', [`${word()} ${word().slice(0, 2)}`]),
    () => string('description', some(100, word)),
    () => string('hashtag', [word()], true),
    () => string('creatorDisplayName', [displayName().slice(0, 4)], true),
  ];
  const plainly = (count: number): Filter[] => Array.from({ length: count }, () => pick(plain)());
  return {
    'no filter': () => [],
    'one filter': () => plainly(1),
    'several filters': () => plainly(2 + below(9)),
    'nine filters that all rows meet': () => figures.map((name) => number(name, '>', -1)),
    'a part of a text': () => [pick(texts)()],
    'a part of a text, and others': () => [pick(texts)(), ...plainly(1 + below(4))],
  };
}

function searchFor(filters: Filter[], anyOrder = false): Search {
  const { unit, below, pick } = random;
  return {
    filters,
    sortBy: anyOrder ? pick(sorts) : undefined,
    desc: anyOrder ? pick([true, false, undefined]) : undefined,
    // deep pages too
    offset: !anyOrder || unit() < 0.9 ? 50 * below(4) : below(30_000),
    pageSize: 50,
  } as Search;
}
