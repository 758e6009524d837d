import { describe, expect, it } from 'vitest';
import type { ExchangeRequest } from '../../src/contract/exchange.ts';
import { pagesDifferences, searchPageOf } from '../../src/contract/pages.ts';

describe('two pages of one search', () => {
  it.each([
    ['publishTime', 554, 553, 0],
    ['publishTime', 554, 554, 0],
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
  });
});
