import { describe, expect, it } from 'vitest';
import { GramContentItem, gramContentItem } from '../../../src/creators/records/content-search-item.ts';
import { contentPage } from '../../../src/service/v3/content-search.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';
import { describeSearch, is } from './search-rules.ts';
import { contents } from './search-subjects.ts';
import { expectWalksToAgree } from './search-walk.ts';

const sandbox = await testApp({ size: 100 });
const { post, world } = sandbox;
const operation = 'gram/content-search';

describeSearch(sandbox, {
  operation,
  names: [
    ...['postType', 'description', 'hashtag', 'publishTime', 'likes', 'comments', 'engagement'],
    ...['isSponsored', 'partneredBrands', 'performanceLikes', 'performanceEngagement'],
    ...['creatorDisplayName', 'country', 'contentNiches', 'audienceLocation'],
  ],
  sortable: ['publishTime', 'likes', 'comments', 'engagement', 'performanceLikes', 'performanceEngagement'],
  number: 'likes',
  string: 'postType',
  price: 2,
});

const everything = [...world.accounts('gram')].flatMap((account) =>
  account.contents.map((content) => gramContentItem(account, content, world.shiftMs(noon), world.brandByKey)),
);

async function search(filters: object[], further: object = {}) {
  const body = { filters, pageSize: 100, offset: 0, ...further };
  const { status, body: reply } = await post(`/${operation}`, body, newKey(operation));
  expect(status, JSON.stringify(reply)).toBe(200);
  expectValid(contentPage(GramContentItem), reply['data']);
  return reply['data'] as { contentList: typeof everything; totalResults: number };
}

describe('/gram/content-search', () => {
  it('answers with whole items', async () => {
    const best = [...everything].sort((a, b) => b.likes - a.likes)[0];
    const { body } = await post(
      `/${operation}`,
      {
        filters: [{ filterName: 'likes', op: '>', value: 0 }],
        pageSize: 1,
        offset: 0,
        sortBy: 'likes',
        desc: true,
      },
      newKey(operation),
    );
    const totalResults = everything.filter(({ likes }) => likes > 0).length;
    expect(body).toEqual(
      success({ contentList: [best], totalResults, hasNextPage: true, nextOffset: 1 }, 2, 998),
    );
  });

  it('distinguishes reels and slideshows; a single picture has no type', async () => {
    const count = async (...types: string[]) => (await search([is('postType', types)])).totalResults;
    const having = (type: string | null) =>
      everything.filter(({ contentType }) => contentType === type).length;
    expect(having(null)).toBeGreaterThan(0);
    expect(await count('reel')).toBe(having('reel'));
    expect(await count('slideshow')).toBe(having('slideshow'));
    expect(await count('reel', 'slideshow', 'video')).toBe(having('reel') + having('slideshow'));
    expect(await count('video')).toBe(0);
  });

  it('finds sponsored contents, and those of one brand by the id that items show', async () => {
    const sponsored = await search([is('isSponsored', true)]);
    expect(sponsored.totalResults).toBe(everything.filter(({ isSponsored }) => isSponsored).length);
    expect(sponsored.totalResults).toBeGreaterThan(0);
    const brand = sponsored.contentList[0]?.partneredBrands[0] ?? '';
    const partnered = await search([is('partneredBrands', brand)]);
    expect(partnered.totalResults).toBe(
      everything.filter(({ partneredBrands }) => partneredBrands.includes(brand)).length,
    );
  });

  it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', () =>
    expectWalksToAgree(sandbox, operation, contents(world, 'gram', noon), {
      list: 'contentList',
      id: 'contentId',
    }),
  );
});
