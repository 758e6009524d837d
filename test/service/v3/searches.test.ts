import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import {
  ClipContentItem,
  GramContentItem,
  TubeContentItem,
} from '../../../src/creators/records/content-search-item.ts';
import { ChannelItem, CreatorItem } from '../../../src/creators/records/creator-item.ts';
import { SponsorSearchItem } from '../../../src/creators/records/sponsor-brand.ts';
import { contentPage } from '../../../src/service/v3/content-search.ts';
import { creatorPage } from '../../../src/service/v3/search.ts';
import { sponsorPage } from '../../../src/service/v3/sponsor/list.ts';
import { expected, type JsonSearch, type Reference, searches } from '../../creators/search/reference.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { type Detail, newKey, refused, shortfall, success } from './common.ts';
import { brands, contents, creators } from './search-subjects.ts';

/** What every search finds, refuses and costs. The golden exchanges have whole pages. */

const sandbox = await testApp({ size: 100 });
const { post, world, available } = sandbox;

interface Searched {
  operation: `${string}/search` | `${string}/content-search`;
  price: number;
  page: TSchema;
  /** The list in a page, and the id of its items. */
  list: string;
  id: string;
  reference: Reference;
  /** Beside the list and the total. */
  frame: (offset: number, pageSize: number, total: number) => object;
}

function nextPage(offset: number, pageSize: number, total: number): object {
  const hasNextPage = offset + pageSize < total;
  return { hasNextPage, nextOffset: hasNextPage ? offset + pageSize : 0 };
}

const creatorSearch = (platform: 'clip' | 'gram' | 'tube'): Searched => ({
  operation: `${platform}/search`,
  price: 1,
  page: creatorPage(platform, platform === 'tube' ? ChannelItem : CreatorItem),
  list: 'creatorList',
  id: platform === 'tube' ? 'channelId' : 'uniqueId',
  reference: creators(world, platform, noon),
  frame: nextPage,
});
const contentSearch = (platform: 'clip' | 'gram' | 'tube', price: number, item: TSchema): Searched => ({
  operation: `${platform}/content-search`,
  price,
  page: contentPage(item as typeof ClipContentItem),
  list: 'contentList',
  id: 'contentId',
  reference: contents(world, platform, noon),
  frame: nextPage,
});

const all: Searched[] = [
  ...(['clip', 'gram', 'tube'] as const).map(creatorSearch),
  contentSearch('clip', 2, ClipContentItem),
  contentSearch('gram', 2, GramContentItem),
  contentSearch('tube', 50, TubeContentItem),
  {
    operation: 'sponsor/search',
    price: 2,
    page: sponsorPage(SponsorSearchItem),
    list: 'sponsors',
    id: 'brandId',
    reference: brands(world, noon),
    frame: (offset, pageSize) => ({ offset, pageSize }),
  },
];

/** The numbers of the pages that are read. */
const pagesOf = (count: number): number[] =>
  count <= 5
    ? Array.from({ length: count }, (_, number) => number)
    : [0, 1, Math.floor(count / 2), count - 2, count - 1];

describe.each(all)('/$operation', ({ operation, price, page, list, id, reference, frame }) => {
  const key = (terms?: string) => newKey(operation as 'clip/search', terms);
  const names = Object.keys(reference.subjects[0]?.values ?? {});
  const [number = ''] = reference.sortable.filter((name) =>
    reference.subjects.every(({ values }) => typeof values[name] === 'number'),
  );
  const valid = { filters: [{ filterName: number, op: '>', value: -1 }], pageSize: 3, offset: 0 };

  // In the published words other parts of a platform's name find it.
  it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', async () => {
    const met = new Set<string>();
    let found = 0;
    const ask = async (search: JsonSearch, offset: number, pageSize: number) => {
      const { status, body } = await post(`/${operation}`, { ...search, offset, pageSize }, 'demo-unlimited');
      expect(status, JSON.stringify(body)).toBe(200);
      return body['data'] as Record<string, unknown>;
    };
    await fc.assert(
      fc.asyncProperty(
        searches(reference),
        fc.integer({ min: reference.subjects.length > 500 ? 60 : 3, max: 100 }),
        async (search, pageSize) => {
          const all = expected(reference, search);
          for (const number of pagesOf(Math.max(1, Math.ceil(all.length / pageSize)))) {
            const offset = number * pageSize;
            const data = await ask(search, offset, pageSize);
            const items = data[list] as Record<string, string>[];
            expect(items.map((item) => item[id])).toEqual(all.slice(offset, offset + pageSize));
            const rest = { totalResults: all.length, ...frame(offset, pageSize, all.length) };
            expect(data).toEqual({ [list]: items, ...rest });
          }
          if (all.length > 0) found++;
          for (const { filterName } of search.filters) met.add(filterName);
        },
      ),
      { numRuns: 200, seed: 1 },
    );
    // searches that find nothing would agree too easily
    expect(found).toBeGreaterThan(70);
    expect([...met].sort()).toEqual(names.toSorted());
  });

  it('lists its names and its orders where it refuses others', async () => {
    const filters = [{ filterName: 'nothing', op: '=', value: 1 }];
    const { body } = await post(`/${operation}`, { ...valid, filters, sortBy: 'nothing' }, key());
    const listed = (body['details'] as Detail[]).map(({ message }) =>
      /^'(?:filters\[0\]\.filterName|sortBy)' must be one of: (.*)\.$/.exec(message)?.[1]?.split(', ').sort(),
    );
    expect(listed).toEqual([names.toSorted(), reference.sortable.toSorted()]);
  });

  it('takes its price for a page, an empty one too, and not what the credits do not pay', async () => {
    const one = key(`plan=${2 * price + 0.5}`);
    const { body } = await post(`/${operation}`, valid, one);
    expect(body).toEqual(success(body['data'], price, price + 0.5));
    expectValid(page, body['data']);
    const beyond = await post(`/${operation}`, { ...valid, offset: 1_000_000 }, one);
    expect(beyond.body).toMatchObject({ data: { [list]: [] }, creditsUsed: price, creditsAvailable: 0.5 });
    expect((await post(`/${operation}`, valid, one)).body).toEqual(
      refused('insufficientCredits', shortfall(price, 0.5)),
    );
  });
});

it('ages of contents move with the clock', async () => {
  const later = await testApp({ size: 100, clock: String(noon + 9 * dayMs + dayMs / 4) });
  const count = async ({ post: send }: typeof sandbox, value: number) => {
    const body = { filters: [{ filterName: 'publishTime', op: '<', value }], pageSize: 1, offset: 0 };
    const { data } = (await send('/clip/content-search', body, 'demo-unlimited')).body;
    return (data as { totalResults: number }).totalResults;
  };
  // whole days move the world along; the quarter of a day does not
  expect(await count(later, 8)).toBe(await count(sandbox, 7.75));
});

/** Every look-up that a creator may carry, with a part of it, and its price for the whole where nothing is missing. */
const carried: Record<'clip' | 'gram' | 'tube', Record<string, { fields: object; whole: number }>> = {
  clip: {
    profile: { fields: ['country', 'languages'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['ranking', 'recentVideosGrowth'], whole: 1.5 },
    audience: { fields: ['audienceGender'], whole: 10 },
    'content-detail': { fields: { recentVideos: 7 }, whole: 3 },
  },
  gram: {
    profile: { fields: ['country', 'relatedCreators'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['reelsPerformanceRecent', 'imagesPerformanceRecent', 'ranking'], whole: 2 },
    audience: { fields: ['audienceAvgAge', 'audienceLocations'], whole: 10 },
    'content-detail': { fields: { recentImages: 2, recentReels: 1000 }, whole: 3 },
    sponsorship: { fields: { sponsorList: 2 }, whole: 5 },
  },
  tube: {
    profile: { fields: ['topics', 'subscriberGrowth'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['videoPrice', 'shortsPrice'], whole: 2 },
    audience: { fields: ['audienceAgeBreakdown'], whole: 10 },
    'content-detail': { fields: { recentVideos: 0, recentShorts: 3 }, whole: 3 },
    sponsorship: { fields: { sponsorList: 1 }, whole: 5 },
  },
};

describe.each(['clip', 'gram', 'tube'] as const)(
  'the records that creators of /%s/search carry',
  (platform) => {
    const path = `/${platform}/search`;
    const blocks = carried[platform];
    const followers = platform === 'tube' ? 'totalSubscribers' : 'totalFollowers';
    const id = platform === 'tube' ? 'channelId' : 'uniqueId';
    const search = { filters: [{ filterName: followers, op: '>', value: -1 }], pageSize: 2, offset: 0 };

    async function found(fields: object) {
      const { body } = await post(path, { ...search, fields }, newKey('mixed', 'plan=100000,fractional'));
      const { creatorList } = body['data'] as { creatorList: Record<string, unknown>[] };
      expect(creatorList).toHaveLength(2);
      return { creatorList, creditsUsed: body['creditsUsed'] as number };
    }
    /** The credits of look-ups that show what a creator carries. */
    async function expectLookedUp(creator: Record<string, unknown>, name: string, fields?: object) {
      const given = { [id]: creator[id], ...(fields && { fields }) };
      const { body } = await post(`/${platform}/${name}`, given, newKey('mixed', 'plan=100000,fractional'));
      expect(creator[name]).toEqual(body['data']);
      return body['creditsUsed'] as number;
    }

    it('are cut and priced like look-ups of their own', async () => {
      const fields = Object.fromEntries(Object.entries(blocks).map(([name, block]) => [name, block.fields]));
      const { creatorList, creditsUsed } = await found(fields);
      let sum = 1;
      for (const creator of creatorList)
        for (const [name, block] of Object.entries(blocks))
          sum += await expectLookedUp(creator, name, block.fields);
      expect(creditsUsed).toBeCloseTo(sum, 9);
    });

    it('are whole, at the price of the whole, where nothing is selected, and none where none is named', async () => {
      for (const [name, { fields, whole }] of Object.entries(blocks)) {
        const { creatorList, creditsUsed } = await found({ [name]: Array.isArray(fields) ? [] : {} });
        expect(creditsUsed).toBe(1 + 2 * whole);
        for (const creator of creatorList) await expectLookedUp(creator, name);
      }
      expect((await found({})).creditsUsed).toBe(1);
    });

    it('must be paid for a full page, and are paid for those that are found', async () => {
      const [first] = (await found({})).creatorList;
      const body = {
        filters: [{ filterName: 'displayName', op: '=', value: first?.['displayName'] }],
        pageSize: 10,
        offset: 0,
        fields: { profile: ['country'] },
      };
      expect((await post(path, body, newKey('mixed', 'plan=1.9,fractional'))).body).toEqual(
        refused('insufficientCredits', shortfall(2, 1.9)),
      );
      const key = newKey('mixed', 'plan=2,fractional');
      expect((await post(path, body, key)).body).toMatchObject({ creditsUsed: 1.1 });
      expect(await available(key)).toBe(0.9);
    });
  },
);
