import { describe, expect, it } from 'vitest';
import type { ExchangeRequest } from '../../src/contract/exchange.ts';
import { pageDifferences, pagesDifferences, searchPageOf } from '../../src/contract/pages.ts';

describe('two pages of one search', () => {
  it.each([
    ['publishTime', 554, 553, 0],
    ['publishTime', 554, 554, 0],
    ['publishTime', 500, 505, 0],
    ['publishTime', 554, 500, 1],
    ['likes', 554, 553, 1],
  ])('by %s with totals %i and %i have %i differences', (filterName, before, after, differences) => {
    const page = (offset: number, totalResults: number) => {
      const body = { filters: [{ filterName, op: '<', value: 7 }], offset, pageSize: 1 };
      const request: ExchangeRequest = { method: 'POST', path: '/gram/content-search', body };
      return searchPageOf(request, { contentList: [{ contentId: `c${offset}` }], totalResults });
    };
    const [first, second] = [page(0, before), page(1, after)];
    if (!first || !second) throw new Error('these are pages');
    expect(pagesDifferences(second, first)).toHaveLength(differences);
    expect(pagesDifferences(first, second)).toHaveLength(differences);
  });
});

it('a page that is asked for again has the same elements, from the first to the last', () => {
  const page = (...ids: string[]) => {
    const body = { filters: [], offset: 10, pageSize: 3 };
    const found = { contentList: ids.map((contentId) => ({ contentId })), totalResults: 40 };
    return searchPageOf({ method: 'POST', path: '/gram/content-search', body }, found);
  };
  const [first, again] = [page('a', 'b', 'c'), page('d', 'b', 'e')];
  expect(
    first && again && pagesDifferences(again, first).map(({ place, expected }) => [place, expected]),
  ).toEqual([
    ['/data/contentList/0', '"a"'],
    ['/data/contentList/2', '"c"'],
  ]);
});

const letters = (count: number): string[] => Array.from({ length: count }, (_, n) => `c${n}`);

describe('a page', () => {
  it.each([
    ['as many elements as are left', ['a', 'b'], { totalResults: 12 }, []],
    ['elements that are no records', [], { totalResults: 12, contentList: ['a', null] }, []],
    ['one element too few', ['a'], { totalResults: 12 }, [['/data/contentList length', '2', '1']]],
    ['an element twice', ['a', 'a'], { totalResults: 12 }, [['/data/contentList distinct', '2', '1']]],
    [
      'a next page that is none',
      ['a', 'b'],
      { totalResults: 12, hasNextPage: true },
      [
        ['/data/hasNextPage', 'false', 'true'],
        ['/data/nextOffset', '0', 'absent'],
      ],
    ],
    ['the last elements of all', letters(10), { totalResults: 20, hasNextPage: false, nextOffset: 0 }, []],
    ['one element behind it', letters(10), { totalResults: 21, hasNextPage: true, nextOffset: 20 }, []],
    [
      'another size',
      ['a', 'b'],
      { totalResults: 12, offset: 10, pageSize: 20 },
      [['/data/pageSize', '10', '20']],
    ],
  ])('with %s', (_what, ids, members, differences) => {
    const body = { filters: [], offset: 10, pageSize: 10 };
    const data = {
      contentList: ids.map((contentId) => ({ contentId })),
      ...('hasNextPage' in members ? {} : body),
      ...members,
    };
    const page = searchPageOf({ method: 'POST', path: '/gram/content-search', body }, data);
    const found =
      page && pageDifferences(page).map(({ place, expected, actual }) => [place, expected, actual]);
    expect(found).toEqual(differences);
  });
});
