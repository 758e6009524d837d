import { describe, expect, it } from 'vitest';
import { ClipContentItem, clipContentItem } from '../../../src/creators/records/content-search-item.ts';
import { contentPage } from '../../../src/service/v3/content-search.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';
import { describeSearch } from './search-rules.ts';
import { contents } from './search-subjects.ts';
import { expectWalksToAgree } from './search-walk.ts';

const sandbox = await testApp({ size: 100 });
const { post, world } = sandbox;
const operation = 'clip/content-search';

const numbers =
  'publishTime plays likes diggs comments shares engagement lengthSec performanceLikes performanceDiggs performanceEngagement'.split(
    ' ',
  );
describeSearch(sandbox, {
  operation,
  names: [
    ...['description', 'hashtag', ...numbers],
    ...['creatorDisplayName', 'country', 'contentNiches', 'audienceLocation', 'totalFollowers'],
  ],
  sortable: [...numbers, 'totalFollowers'],
  number: 'plays',
  string: 'description',
  price: 2,
});

const dayMs = 86_400_000;
const shiftMs = world.shiftMs(noon);
const everything = [...world.accounts('clip')].flatMap((account) =>
  account.contents.map((content) => clipContentItem(account, content, shiftMs)),
);
const plays = (value: number, op = '>') => ({ filterName: 'plays', op, value });

async function search(body: object) {
  const { status, body: reply } = await post(
    `/${operation}`,
    { pageSize: 100, offset: 0, ...body },
    newKey(operation),
  );
  expect(status, JSON.stringify(reply)).toBe(200);
  expectValid(contentPage(ClipContentItem), reply['data']);
  return reply['data'] as {
    contentList: (typeof everything)[number][];
    totalResults: number;
    hasNextPage: boolean;
    nextOffset: number;
  };
}

describe('/clip/content-search', () => {
  it("answers the sample's question: recent, much seen, engaging (contract 4.2)", async () => {
    const body = {
      filters: [
        plays(1000),
        { filterName: 'publishTime', op: '<', value: 30 },
        { filterName: 'engagement', op: '>', value: 0.05 },
      ],
      pageSize: 5,
      offset: 0,
      desc: true,
      sortBy: 'plays',
    };
    const matching = everything
      .filter(
        (item) => item.plays > 1000 && noon - item.publishTime < 30 * dayMs && item.engagementRate > 0.05,
      )
      .sort((a, b) => b.plays - a.plays);
    expect(matching.length).toBeGreaterThan(10);
    const { status, body: reply } = await post(`/${operation}`, body, newKey(operation));

    expect(status).toBe(200);
    expect(reply).toEqual(
      success(
        {
          contentList: matching.slice(0, 5),
          totalResults: matching.length,
          hasNextPage: true,
          nextOffset: 5,
        },
        2,
        998,
      ),
    );
  });

  it('finds the contents of the last four days too, newest first when nothing else is said', async () => {
    const { contentList } = await search({ filters: [plays(-1)] });
    const byId = (a: { contentId: string }, b: { contentId: string }) => (a.contentId < b.contentId ? -1 : 1);
    const newest = [...everything].sort((a, b) => b.publishTime - a.publishTime || byId(a, b));
    const oldest = [...everything].sort((a, b) => a.publishTime - b.publishTime || byId(a, b));
    expect(contentList).toEqual(newest.slice(0, 100));
    expect(noon - (contentList[0]?.publishTime ?? 0)).toBeLessThan(4 * dayMs);
    expect((await search({ filters: [plays(-1)], desc: false })).contentList).toEqual(oldest.slice(0, 100));
  });

  it('counts results and pages exactly', async () => {
    const total = everything.length;
    const at = async (offset: number, pageSize: number) => {
      const { contentList, ...page } = await search({ filters: [plays(-1)], offset, pageSize });
      return { ...page, count: contentList.length };
    };
    const last = { totalResults: total, hasNextPage: false, nextOffset: 0 };

    expect(await at(0, 100)).toEqual({ totalResults: total, hasNextPage: true, nextOffset: 100, count: 100 });
    expect(await at(total - 101, 100)).toMatchObject({ hasNextPage: true, nextOffset: total - 1 });
    expect(await at(total - 100, 100)).toEqual({ ...last, count: 100 });
    expect(await at(total - 1, 100)).toEqual({ ...last, count: 1 });
    expect(await at(total, 100)).toEqual({ ...last, count: 0 });
    expect(await at(total * 9, 1)).toEqual({ ...last, count: 0 });
    expect(await search({ filters: [plays(-1, '<')] })).toEqual({
      contentList: [],
      totalResults: 0,
      hasNextPage: false,
      nextOffset: 0,
    });
  });

  it('makes a range of a name given twice', async () => {
    const { contentList, totalResults } = await search({
      filters: [plays(500), plays(600, '<')],
      sortBy: 'plays',
    });
    const matching = everything.filter((item) => item.plays > 500 && item.plays < 600);
    expect(matching.length).toBeGreaterThan(2);
    expect(totalResults).toBe(matching.length);
    expect(contentList.map((item) => item.plays)).toEqual(
      matching.map((item) => item.plays).sort((a, b) => a - b),
    );
  });

  it('puts equal contents in the order of their ids, whichever way they are sorted', async () => {
    const filters = [{ filterName: 'shares', op: '=', value: 0 }];
    const ids = everything
      .filter(({ shares }) => shares === 0)
      .map(({ contentId }) => contentId)
      .sort();
    expect(ids.length).toBeGreaterThan(20);
    for (const desc of [true, false]) {
      const { contentList } = await search({ filters, sortBy: 'shares', desc });
      expect(contentList.map(({ contentId }) => contentId)).toEqual(ids.slice(0, 100));
    }
  });

  it('calls likes diggs as well', async () => {
    const asked = (name: string, sortBy: string) =>
      search({ filters: [{ filterName: name, op: '>', value: 1.5 }], sortBy, desc: true });
    expect(await asked('diggs', 'diggs')).toEqual(await asked('likes', 'likes'));
    expect(await asked('performanceDiggs', 'performanceDiggs')).toEqual(
      await asked('performanceLikes', 'performanceLikes'),
    );
  });

  it('finds a part of the description in any case, and hashtags whole', async () => {
    const texts = await search({ filters: [{ filterName: 'description', op: '=', value: 'ONE' }] });
    expect(texts.totalResults).toBe(
      everything.filter(({ description }) => description.toLowerCase().includes('one')).length,
    );
    const [tag = ''] = everything.find(({ hashtags }) => hashtags.length > 0)?.hashtags ?? [];
    const tagged = await search({ filters: [{ filterName: 'hashtag', op: '=', value: tag }] });
    expect(tagged.totalResults).toBe(everything.filter(({ hashtags }) => hashtags.includes(tag)).length);
    expect(
      (await search({ filters: [{ filterName: 'hashtag', op: '=', value: tag.slice(1) }] })).totalResults,
    ).toBe(0);
  });

  it('moves ages with the clock', async () => {
    const later = await testApp({ size: 100, clock: String(noon + 9 * dayMs + dayMs / 4) });
    const count = async ({ post: send }: typeof sandbox, value: number) => {
      const body = { filters: [{ filterName: 'publishTime', op: '<', value }], pageSize: 1, offset: 0 };
      return ((await send(`/${operation}`, body, newKey(operation))).body['data'] as { totalResults: number })
        .totalResults;
    };
    // whole days move the world along; the quarter of a day does not
    expect(await count(later, 8)).toBe(await count(sandbox, 7.75));
  });

  it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', () =>
    expectWalksToAgree(sandbox, operation, contents(world, 'clip', noon), {
      list: 'contentList',
      id: 'contentId',
    }),
  );
});
