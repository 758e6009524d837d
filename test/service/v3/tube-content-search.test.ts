import { describe, expect, it } from 'vitest';
import { TubeContentItem, tubeContentItem } from '../../../src/creators/records/content-search-item.ts';
import { contentPage } from '../../../src/service/v3/content-search.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { isPublished, noon, testApp } from '../../harness.ts';
import { newKey, success } from './common.ts';
import { describeSearch, is } from './search-rules.ts';
import { contents } from './search-subjects.ts';
import { expectWalksToAgree } from './search-walk.ts';

const sandbox = await testApp({ size: 100 });
const { post, world } = sandbox;
const operation = 'tube/content-search';

describeSearch(sandbox, {
  operation,
  names: [
    ...['postType', 'title', 'description', 'hashtag', 'publishTime', 'views', 'likes', 'comments'],
    ...['engagement', 'isSponsored', 'partneredBrands', 'lengthSec', 'language', 'category'],
    ...['performanceViews', 'performanceEngagement', 'creatorDisplayName', 'country', 'contentNiches'],
    ...['audienceLocation', 'contentTopics'],
  ],
  sortable: [
    ...['publishTime', 'views', 'likes', 'comments', 'engagement', 'lengthSec'],
    ...['performanceViews', 'performanceEngagement'],
  ],
  number: 'views',
  string: 'title',
  price: 50,
});

const everything = [...world.accounts('tube')].flatMap((account) =>
  account.contents.map((content) => tubeContentItem(account, content, world.shiftMs(noon), world.brandByKey)),
);

async function search(filters: object[], further: object = {}) {
  const body = { filters, pageSize: 100, offset: 0, ...further };
  const { status, body: reply } = await post(`/${operation}`, body, newKey(operation));
  expect(status, JSON.stringify(reply)).toBe(200);
  expectValid(contentPage(TubeContentItem), reply['data']);
  return reply['data'] as { contentList: typeof everything; totalResults: number };
}

describe('/tube/content-search', () => {
  it('answers with whole items, at its own price', async () => {
    const longest = [...everything].sort((a, b) => b.lengthSec - a.lengthSec)[0];
    const { body } = await post(
      `/${operation}`,
      { filters: [is('isSponsored', false)], pageSize: 1, offset: 0, sortBy: 'lengthSec', desc: true },
      newKey(operation),
    );
    const totalResults = everything.filter(({ isSponsored }) => !isSponsored).length;
    expect(longest?.isSponsored).toBe(false);
    expect(body).toEqual(
      success({ contentList: [longest], totalResults, hasNextPage: true, nextOffset: 1 }, 50, 950),
    );
  });

  it('spells a short without the s that its items have', async () => {
    const count = async (...types: string[]) => (await search([is('postType', types)])).totalResults;
    const having = (type: string) => everything.filter(({ contentType }) => contentType === type).length;
    expect(having('stream')).toBeGreaterThan(0);
    expect(await count('short')).toBe(having('shorts'));
    expect(await count('shorts')).toBe(0);
    expect(await count('video')).toBe(having('video'));
    expect(await count('stream', 'short')).toBe(having('stream') + having('shorts'));
  });

  it('finds a part of the title in any case', async () => {
    const title = everything[0]?.title ?? '';
    const { contentList } = await search([is('title', title.slice(1).toUpperCase())]);
    expect(contentList.map((item) => item.title)).toContain(title);
  });

  it('finds the contents of creators of a topic', async () => {
    const [topic = ''] = [...world.accounts('tube')].flatMap(({ topics }) => topics);
    const channels = [...world.accounts('tube')].filter(({ topics }) => topics.includes(topic));
    expect((await search([is('contentTopics', topic)])).totalResults).toBe(
      channels.reduce((sum, channel) => sum + channel.contents.length, 0),
    );
  });

  it.skipIf(isPublished)('finds on its pages exactly what looking at everything finds', () =>
    expectWalksToAgree(sandbox, operation, contents(world, 'tube', noon), {
      list: 'contentList',
      id: 'contentId',
    }),
  );
});
