import { describe, expect, test } from 'vitest';
import { type OperationId, operationIds } from '../../src/core/operations.ts';
import { platforms } from '../../src/core/platforms.ts';
import { type PriceInputs, type PriceOverrides, priceBook } from '../../src/core/prices.ts';

const everyPlatform = (price: (platform: 'gram' | 'clip' | 'tube') => [OperationId, PriceInputs, number][]) =>
  platforms.flatMap(price);

const prices: [OperationId, PriceInputs, number][] = [
  ['usage', {}, 0],
  ['nls', { tokens: 0 }, 1],
  ['nls', { tokens: 1 }, 1],
  ['nls', { tokens: 2 }, 1],
  ['nls', { tokens: 3 }, 1.01],
  ['nls', { tokens: 20 }, 1.04],
  ['nls', { tokens: 120 }, 1.24],
  ['nls', { tokens: 122 }, 1.24],
  ['nls', { tokens: 123 }, 1.25],
  ['nls', { tokens: 4_500 }, 10],
  ['nls', { tokens: 1_000_000 }, 10],
  ...everyPlatform((platform): [OperationId, PriceInputs, number][] => [
    [`${platform}/profile`, {}, 2],
    [`${platform}/contact`, {}, 15],
    [`${platform}/performance`, {}, platform === 'clip' ? 1.5 : 2],
    [`${platform}/performance-history`, { pastDayRange: 1 }, 3],
    [`${platform}/performance-history`, { pastDayRange: 7 }, 3],
    [`${platform}/performance-history`, { pastDayRange: 8 }, 3.5],
    [`${platform}/performance-history`, { pastDayRange: 30 }, 3.5],
    [`${platform}/performance-history`, { pastDayRange: 31 }, 4],
    [`${platform}/performance-history`, { pastDayRange: 90 }, 4],
    [`${platform}/performance-history`, { pastDayRange: 91 }, 4.5],
    [`${platform}/performance-history`, { pastDayRange: 180 }, 4.5],
    [`${platform}/performance-history`, { pastDayRange: 181 }, 5],
    [`${platform}/performance-history`, { pastDayRange: 365 }, 5],
    [`${platform}/audience`, {}, 10],
    [`${platform}/content-detail`, {}, 3],
    [`${platform}/niches`, {}, 1],
    [`${platform}/search`, { filters: 1 }, 1],
    [`${platform}/search`, { filters: 10 }, 1],
    [`${platform}/search`, { filters: 11 }, 2],
    [`${platform}/content-search`, {}, platform === 'tube' ? 50 : 2],
    [`${platform}/submitCreators`, {}, 0],
  ]),
  ['gram/sponsorship', {}, 5],
  ['tube/sponsorship', {}, 5],
  ['tube/topics', {}, 1],
  ['tube/subtitles/meta', {}, 1],
  ['tube/subtitles/download', {}, 3],
  ['sponsor/information', {}, 2],
  ['sponsor/list', {}, 1],
  ['sponsor/search', {}, 2],
  ['sponsor/creators', {}, 15],
  ['sponsor/performance', {}, 15],
  ['sponsor/audience', {}, 15],
  ['sponsor/summary', {}, 15],
  ['sponsor/submit', {}, 1],
  ['v2/apiStatus', {}, 0],
  ['v2/gramBasic', {}, 2],
  ['v2/gramHistory', {}, 3],
  ['v2/gramAdvancedSearch', {}, 1],
  ['v2/clipBasic', {}, 2],
  ['v2/clipHistory', {}, 3],
  ['v2/clipAdvancedSearch', {}, 1],
  ['v2/tubeBasic', {}, 2],
  ['v2/tubeHistory', {}, 3],
  ['v2/tubeAdvancedSearch', {}, 1],
  ['v2/tubeDetail', {}, 5],
  ['v2/contactInformation', {}, 15],
  ['v2/tubeEmail', {}, 15],
  ['v2/topicTable', {}, 1],
  ['v2/getPostById', {}, 2],
  ['v2/getPostByLink', {}, 2],
  ['v2/submitCreators', {}, 0],
];

describe('the price book', () => {
  test('has no price for an operation that is not in it', () => {
    const prices = priceBook({}, []);
    expect(() => prices.full('clip/profile')).toThrow('clip/profile has no price');
  });

  test.each(prices)('%s %j costs %d', (operation, asked, credits) => {
    expect(priceBook().full(operation, asked)).toBe(Math.round(credits * 1000));
  });

  test('has a price for every operation, all in this list', () => {
    expect(new Set(prices.map(([operation]) => operation))).toEqual(new Set(operationIds));
    expect(Object.keys(priceBook().toJSON())).toEqual(operationIds);
  });

  test('shows itself as plain JSON, in credits', () => {
    const shown = JSON.parse(JSON.stringify(priceBook())) as Record<string, unknown>;
    expect(shown['nls']).toEqual({ rule: 'byTokens', base: 1, perToken: 0.002, most: 10 });
    expect(shown['clip/performance']).toEqual({
      rule: 'byCall',
      credits: 1.5,
      fields: {
        contentCountByDays: 0.2,
        ranking: 0.6,
        videosPerformanceRecent: 1,
        recentVideosGrowth: 0.2,
      },
    });
    expect(shown['clip/performance-history']).toEqual({
      rule: 'byRange',
      days: { 7: 3, 30: 3.5, 90: 4, 180: 4.5, 365: 5 },
    });
    expect(shown['clip/search']).toEqual({ rule: 'byFilters', credits: 1 });
    expect(shown['v2/gramBasic']).toEqual({ rule: 'byCall', credits: 2 });
  });
});

describe('a user replaces prices', () => {
  test('of any operation by a number, which is then the price of every call', () => {
    const book = priceBook({ 'clip/profile': 0.125, nls: 4, 'clip/performance-history': 1, usage: 1e12 });
    expect(book.full('clip/profile')).toBe(125);
    expect(book.part('clip/profile', 'languages')).toBe(200);
    expect(book.full('nls', { tokens: 900 })).toBe(4000);
    expect(book.full('clip/performance-history', { pastDayRange: 365 })).toBe(1000);
    expect(book.full('usage')).toBe(1e15);
    expect(book.full('tube/profile')).toBe(2000);
  });

  test('of single figures by an object', () => {
    const book = priceBook({
      nls: { perToken: 0.01, most: 3 },
      'tube/performance-history': { days: { 30: 9.5 } },
      'tube/content-detail': { credits: 2, fields: { recentShorts: 0 } },
    });
    expect(book.full('nls', { tokens: 100 })).toBe(2000);
    expect(book.full('nls', { tokens: 1_000 })).toBe(3000);
    expect(book.full('nls')).toBe(1000);
    expect(book.full('tube/performance-history', { pastDayRange: 7 })).toBe(3000);
    expect(book.full('tube/performance-history', { pastDayRange: 8 })).toBe(9500);
    expect(book.full('tube/content-detail')).toBe(2000);
    expect(book.part('tube/content-detail', 'recentShorts')).toBe(0);
    expect(book.part('tube/content-detail', 'recentVideos')).toBe(100);
  });

  test.each<[unknown, string | RegExp]>([
    [
      { 'clip/profil': 2 },
      "prices: 'clip/profil' is not an operation; the nearest valid one is clip/profile.",
    ],
    [
      { 'tiktok/profile': 2 },
      "prices: 'tiktok/profile' is not an operation; the nearest valid one is clip/profile.",
    ],
    [
      { 'v2/youtubeBasic': 2 },
      "prices: 'v2/youtubeBasic' is not an operation; the nearest valid one is v2/tubeBasic.",
    ],
    [
      { 'v2/clipBasics': 2 },
      "prices: 'v2/clipBasics' is not an operation; the nearest valid one is v2/clipBasic.",
    ],
    [
      JSON.parse('{"__proto__": 2}'),
      /^prices: '__proto__' is not an operation; the nearest valid one is .+\.$/,
    ],
    [
      { 'clip/profile': -1 },
      "prices: 'clip/profile' must be a number of credits from 0 to 10^12 with at most 3 decimals, not -1.",
    ],
    [{ 'clip/profile': 0.0001 }, /with at most 3 decimals, not 0\.0001\.$/],
    [{ 'clip/profile': 1e12 + 1 }, /from 0 to 10\^12/],
    [{ 'clip/profile': Number.NaN }, /must be a number/],
    [
      { 'clip/profile': '2' },
      'prices: \'clip/profile\' must be a number of credits or an object of them, not "2".',
    ],
    [{ 'clip/profile': null }, /must be a number of credits or an object of them, not null\.$/],
    [{ 'clip/profile': [2] }, /or an object of them, not \[2\]\.$/],
    [
      { 'clip/profile': { credit: 2 } },
      "prices: 'clip/profile' has no 'credit'; the nearest valid one is credits.",
    ],
    [{ 'clip/profile': { rule: 2 } }, /has no 'rule'/],
    [{ 'clip/profile': { credits: '2' } }, /^prices: 'clip\/profile' credits must be a number/],
    [
      { 'clip/profile': { fields: { contry: 1 } } },
      "prices: 'clip/profile' fields has no 'contry'; the nearest valid one is country.",
    ],
    [{ 'clip/profile': { fields: { country: -1 } } }, /^prices: 'clip\/profile' fields country must be/],
    [
      { 'clip/profile': { fields: 1 } },
      /^prices: 'clip\/profile' fields must be a number of credits or an object/,
    ],
    [{ 'clip/performance-history': { days: { 8: 1 } } }, /days has no '8'/],
    [{ 'v2/gramBasic': { fields: {} } }, /has no 'fields'; the nearest valid one is credits/],
  ])('%j stops the start', (overrides, message) => {
    expect(() => priceBook(overrides as PriceOverrides)).toThrow(message);
  });
});
