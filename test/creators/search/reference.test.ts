import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { parseSearch } from '../../../src/core/search-body.ts';
import { brandNames } from '../../../src/creators/search/brands.ts';
import { contentNames } from '../../../src/creators/search/contents.ts';
import { creatorSearchNames } from '../../../src/creators/search/creators.ts';
import type { SearchName } from '../../../src/creators/search/names.ts';
import { createSearches, type SearchesOfDay } from '../../../src/creators/search/searches.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { livingWorld } from '../../../src/creators/world/view.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { brands, contents, creators } from '../../service/v3/search-subjects.ts';
import { loadGenerator, worldOf } from '../world/worlds.ts';
import { atOnce } from './at-once.ts';
import { expected, type Reference, searches } from './reference.ts';

/**
 * Random searches on five days find what a loop over the records finds, in the same order. `SEARCHES` says how many there
 * are in all (20,000 take some minutes), `SEARCH_SEED` draws others.
 */
const count = Number(process.env['SEARCHES'] ?? 700);
const seed = Number(process.env['SEARCH_SEED'] ?? 1);
const days = [0, 1, 30, 400, -100];

const base = await worldOf({ seed: 1, size: 30 });
const world = livingWorld(
  base,
  { mode: 'living', epochDay: (now) => Math.floor((now - epochAt) / dayMs) },
  loadGenerator,
);
await world.on(epochAt + dayMs).ready();

interface Kind {
  names: readonly SearchName<never>[];
  reference: (view: World, now: number) => Reference;
  find: (
    searches: SearchesOfDay,
  ) => (...given: Parameters<ReturnType<SearchesOfDay['creators']>['find']>) => Found;
}
type Found = { ids: string[]; totalResults: number };

const kinds: [string, Kind][] = [
  ...(['clip', 'gram', 'tube'] as const).flatMap((platform): [string, Kind][] => [
    [
      `${platform} creators`,
      {
        names: creatorSearchNames[platform],
        reference: (view, now) => creators(view, platform, now),
        find:
          (all) =>
          (...given) =>
            atOnce(all.creators(platform).find(...given)),
      },
    ],
    [
      `${platform} contents`,
      {
        names: contentNames[platform],
        reference: (view, now) => contents(view, platform, now),
        find:
          (all) =>
          (...given) =>
            atOnce(
              (function* () {
                const found = yield* all.contents(platform).find(...given);
                return { ...found, ids: found.contents.map(({ id, n }) => `${id} ${n}`) };
              })(),
            ),
      },
    ],
  ]),
  [
    'brands',
    {
      names: brandNames,
      reference: brands,
      find:
        (all) =>
        (...given) =>
          atOnce(
            (function* () {
              const found = yield* all.brands().find(...given);
              return { ...found, ids: found.brands.map(({ key }) => key) };
            })(),
          ),
    },
  ],
];

let compared = 0;
afterAll(() => console.log(`${compared} searches, SEARCH_SEED=${seed}`));

describe.each(days)('on day %i', (day) => {
  const now = epochAt + day * dayMs + 12 * 3_600_000;
  const view = world.on(now);

  it.each(kinds)(
    'searches of %s find what a loop over the records finds',
    (name, { names, reference, find }) => {
      const of = reference(view, now);
      const idOf = idsAsFound(name, view);
      const all = find(createSearches().of(view));
      let found = 0;
      fc.assert(
        fc.property(
          searches(of),
          fc.nat({ max: 60 }),
          fc.integer({ min: 1, max: 100 }),
          (asked, offset, pageSize) => {
            const parsed = parseSearch(names, { ...asked, offset, pageSize }, 0);
            if ('problems' in parsed) expect.fail(JSON.stringify(parsed));
            const right = expected(of, asked);
            const { ids, totalResults } = all(parsed.search, { now, shiftMs: view.shiftMs(now) });
            expect(ids).toEqual(right.slice(offset, offset + pageSize).map(idOf));
            expect(totalResults).toBe(right.length);
            if (right.length > 0) found += 1;
            compared += 1;
          },
        ),
        { numRuns: Math.ceil(count / days.length / kinds.length), seed: seed + day },
      );
      expect(found).toBeGreaterThan(0);
    },
  );
});

/** The findings of a search, by the ids of the records. */
function idsAsFound(name: string, view: World): (id: string) => string {
  const [platform, kind] = name.split(' ') as ['clip', string?];
  if (platform === ('brands' as string)) {
    const keys = new Map([...view.brands()].map(({ brandId, key }) => [brandId, key]));
    return (id) => keys.get(id) as string;
  }
  if (kind === 'creators') return (id) => id;
  const places = new Map<string, string>();
  for (const account of view.accounts(platform))
    for (const [n, { id }] of account.contents.entries())
      places.set(id, `${'channelId' in account ? account.channelId : account.handle} ${n}`);
  return (id) => places.get(id) as string;
}
