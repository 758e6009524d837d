import { describe, expect, it } from 'vitest';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { maxCostOf, priceOf } from '../../src/contract/prices.ts';
import { requestDifferences } from '../../src/contract/request-differences.ts';
import { learnSubjects, type Subjects } from '../../src/contract/subjects.ts';
import { priceBook } from '../../src/core/prices.ts';

const request = { method: 'POST', path: '/nls', body: { description: 'clip creators' } };

describe('the cost of a search in plain words', () => {
  it('is known to the service alone, up to a bound, where it goes by tokens', () => {
    const book = priceBook({});
    expect([maxCostOf(book, request), priceOf(book, request, {})]).toEqual([10, undefined]);
  });

  it('is the price of the book where every call costs the same, and a spending cap sets it aside', () => {
    const book = priceBook({ nls: 2.5 });
    expect([maxCostOf(book, request), priceOf(book, request, {})]).toEqual([2.5, 2.5]);
  });
});

it.each<[path: string, body: object, differences: string[]]>([
  ['/nls', { success: true, creditsUsed: 10, planCreditsAvailable: 3 }, []],
  ['/nls', { success: true, creditsUsed: 10.01 }, ['/creditsUsed above 0, at most 10 10.01']],
  ['/nls', { errorCode: 'INSUFFICIENT_CREDITS', details: [{ required: 10, available: 3 }] }, []],
  ['/nowhere', { success: true, creditsUsed: 1 }, []],
  ['/clip/profile', { success: true, creditsUsed: 2, data: null }, []],
  ['/sponsor/submit', { success: true, creditsUsed: 0, data: null }, []],
])('a reply of %s, %j, differs in %j', (path, body, differences) => {
  const found = invariantDifferences(priceBook({}), { method: 'POST', path, body: {} }, body);
  expect(found.map(({ place, expected, actual }) => `${place} ${expected} ${actual}`)).toEqual(differences);
});

const likes = (op: string, value: number) => ({ filters: [{ filterName: 'likes', op, value }] });
it.each<[body: object, data: object, places: string[]]>([
  [likes('>', 5), { contentList: [{ likes: 6 }, { likes: 5 }] }, ['/data/contentList/1/likes']],
  [likes('<', 5), { contentList: [{ likes: 4 }, { likes: 5 }] }, ['/data/contentList/1/likes']],
  [{ uniqueIds: ['a', 'b'] }, { results: [{}] }, ['/data/results length']],
  [{ uniqueIds: ['a'] }, {}, []],
])('to %j, the data %j do not fit in %j', (body, data, places) => {
  const found = requestDifferences({ method: 'POST', path: '/clip/search', body }, data);
  expect(found.map(({ place }) => place)).toEqual(places);
});

it.each([
  ['/a', { a: 'new' }, 'new'],
  ['/a', { a: '' }, undefined],
  ['/a', { a: {} }, undefined],
  ['/a/*', { a: ['', 'b'] }, 'b'],
  ['/a/*', { a: {} }, undefined],
])('a subject at %s of %j is %j, unless it is known', (at, body, found) => {
  const known: Subjects = new Map([['known', 'before']]);
  learnSubjects({ gives: { known: at, new: at } }, body, known);
  expect([known.get('known'), known.get('new')]).toEqual(['before', found]);
});
