import { expect, it } from 'vitest';
import { compareReply } from '../../src/contract/compare.ts';
import type { Difference } from '../../src/contract/difference.ts';
import type { Exchange, ExchangeRequest } from '../../src/contract/exchange.ts';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { maxCostOf, priceOf } from '../../src/contract/prices.ts';
import { requestDifferences } from '../../src/contract/request-differences.ts';
import { priceBook } from '../../src/core/prices.ts';

const shown = (found: readonly Difference[]): string[] =>
  found.map(({ place, expected, actual }) => `${place}: ${expected}, not ${actual}`);
const usage: ExchangeRequest = { method: 'GET', path: '/usage' };
const profile: ExchangeRequest = { method: 'GET', path: '/clip/profile', query: { uniqueId: 'a' } };
const nls: ExchangeRequest = { method: 'POST', path: '/nls', body: { description: 'clip creators' } };
const short = (required: number, available: number) => ({
  success: false,
  errorCode: 'INSUFFICIENT_CREDITS',
  details: [{ required, available }],
});
const day = (date: string, more: object = {}) => ({
  ...{ date, requestCount: 3, totalQuotaUsed: 2.1 },
  endpoints: { getA: { count: 1, creditsUsed: 2 }, getB: { count: 2, creditsUsed: 0.1 } },
  ...more,
});

it.each<[request: ExchangeRequest, body: unknown, differences: string[]]>([
  ...[
    ...['creditsUsed', 'creditsAvailable', 'quotaUsed', 'quotaUsedTotal'],
    ...['remainingPlanCredit', 'remainingPrepurchasedCredit'],
  ].map((name): [ExchangeRequest, unknown, string[]] => [
    usage,
    { [name]: 0.0004 },
    [`/${name}: at most 3 decimals, not 0.0004`],
  ]),
  [usage, { creditsAvailable: 0.001, quotaUsedTotal: 953270.5 }, []],
  [usage, { timestamp: 1_767_225_600 }, ['/timestamp: milliseconds, not 1767225600']],
  [usage, { creditsAvailable: 0.3, planCreditsAvailable: 0.1, purchasedCreditsAvailable: 0.2 }, []],
  [usage, { creditsAvailable: -1, planCreditsAvailable: -1, purchasedCreditsAvailable: 5 }, []],
  [
    usage,
    { creditsAvailable: 4, planCreditsAvailable: -1, purchasedCreditsAvailable: 5 },
    ['/creditsAvailable: -1, not 4'],
  ],
  [
    usage,
    { creditsAvailable: 4, planCreditsAvailable: 3, purchasedCreditsAvailable: 2 },
    ['/creditsAvailable: 5, not 4'],
  ],
  [usage, { creditsAvailable: 4, planCreditsAvailable: 3 }, []],
  [
    profile,
    { success: true, creditsUsed: 2.0004, data: {} },
    ['/creditsUsed: at most 3 decimals, not 2.0004'],
  ],
  [profile, { success: true, creditsUsed: 2.001, data: {} }, ['/creditsUsed: 2, not 2.001']],
  [profile, short(2, 1), []],
  [profile, short(3, 1), ['/details/0/required: 2, not 3']],
  [profile, short(2, 2), ['/details/0/available: "less than 2", not 2']],
  [profile, { ...short(3, 1), errorCode: 'CONFLICT' }, []],
  [usage, { data: { records: [day('1'), day('2')], count: 2 } }, []],
  [
    usage,
    { data: { records: [day('1'), day('1')], count: 3 } },
    ['/data/count: 2, not 3', '/data/records distinct: 2, not 1'],
  ],
  [
    usage,
    { data: { records: [day('1'), day('2', { requestCount: 4, totalQuotaUsed: 2 })], count: 2 } },
    ['/data/records/1/requestCount: 3, not 4', '/data/records/1/totalQuotaUsed: 2.1, not 2'],
  ],
  [usage, { data: [{ id: 'a' }, { id: 'a' }] }, ['/data distinct: 2, not 1']],
  [usage, [{ start: 1 }, { start: 1 }, { start: 2 }], []],
  [nls, { success: true, creditsUsed: 10, planCreditsAvailable: 3 }, []],
  [nls, { success: true, creditsUsed: 10.01 }, ['/creditsUsed: above 0, at most 10, not 10.01']],
  [nls, short(10, 3), []],
  [{ method: 'POST', path: '/sponsor/submit' }, { success: true, creditsUsed: 0, data: null }, []],
  [usage, [{ start: 2 }, { start: 1 }], ['/*/start: in the order of time, not in another']],
])('of %j, the reply %j breaks %j', (request, body, differences) => {
  expect(shown(invariantDifferences(priceBook({}), request, body))).toEqual(differences);
});

const sorted = (values: unknown[]) => ({ creatorList: values.map((likes) => ({ likes })) });
it.each<[given: object, data: object, differences: string[]]>([
  ...['uniqueId', 'channelId', 'videoId'].map((name): [object, object, string[]] => [
    { [name]: 'a' },
    { [name]: 'b' },
    [`/data/${name}: "a", not "b"`],
  ]),
  ...[
    ['clipId', 'basicClip'],
    ['gramId', 'basicGram'],
    ['tubeId', 'basicTube'],
  ].map(([name = '', record = '']): [object, object, string[]] => [
    { [name]: 'a' },
    { [record]: { [name]: 'b' } },
    [`/data/${record}/${name}: "a", not "b"`],
  ]),
  [{ uniqueId: '@some.name' }, { uniqueId: 'some.name' }, []],
  [{ uniqueId: 'a' }, { uniqueId: null }, []],
  [{ sortBy: 'likes' }, sorted([1, 1, 2]), []],
  [{ sortBy: 'likes' }, sorted([1, 3, 2]), ['/data/creatorList/2/likes: at least 3, not 2']],
  [{ sortBy: 'likes', desc: true }, sorted([3, 3, 2]), []],
  [{ sortBy: 'likes', desc: 'true' }, sorted([3, 1, 2]), ['/data/creatorList/2/likes: at most 1, not 2']],
  [{ sortBy: 'likes', desc: false }, sorted([3, 2]), ['/data/creatorList/1/likes: at least 3, not 2']],
  [{ sortBy: 'likes' }, sorted([3, 'a', 2]), []],
  ...['contentList', 'sponsors'].map((name): [object, object, string[]] => [
    { filters: [{ filterName: 'views', op: '>', value: 5 }] },
    { [name]: [{ views: 6 }, { views: 'many' }, { views: 4 }] },
    [`/data/${name}/2/views: > 5, not 4`],
  ]),
  [{ filters: [{ filterName: 'likes', op: '=', value: 5 }] }, sorted([4]), []],
  ...['>', '<'].map((op): [object, object, string[]] => [
    { filters: [{ filterName: 'likes', op, value: 5 }] },
    sorted([5]),
    [`/data/creatorList/0/likes: ${op} 5, not 5`],
  ]),
  [{ channelIds: ['a'] }, {}, []],
  [
    { filters: [{ filterName: 'publishTime', op: '>', value: 5 }] },
    { contentList: [{ publishTime: 4 }] },
    [],
  ],
  [{ channelIds: ['a', 'b'] }, { results: [{}, {}] }, []],
  [{ channelIds: ['a'] }, { results: [{}, {}] }, ['/data/results length: 1, not 2']],
  [{ fields: { recentVideos: 2 } }, { recentVideos: [1, 2] }, []],
  [
    { fields: { recentVideos: 1 } },
    { recentVideos: [1, 2] },
    ['/data/recentVideos length: at most 1, not 2'],
  ],
  [{ pastDayRange: '2' }, { histories: [1, 2] }, []],
  [{ pastDayRange: '1' }, { histories: [1, 2] }, ['/data/histories length: at most 1, not 2']],
  [{ fields: ['recentVideos'] }, { recentVideos: [1, 2] }, []],
])('to %j, the data %j do not fit in %j', (body, data, differences) => {
  const found = requestDifferences({ method: 'POST', path: '/clip/search', body }, data);
  expect(shown(found)).toEqual(differences);
});

it.each<[status: number, headers: Record<string, string>, differences: string[]]>([
  [200, { 'retry-after': '1', 'x-ratelimit-remaining': '0' }, []],
  [402, { 'retry-after': '1' }, ['header retry-after: absent, not "1"']],
  [429, { 'x-ratelimit-remaining': '0' }, ['header x-ratelimit-remaining: absent, not "0"']],
  [200, { 'content-type': 'application/json; charset=utf-8' }, []],
  [200, { 'content-type': 'text/html' }, ['header content-type: "application/json", not "text/html"']],
  [
    200,
    { 'content-disposition': 'attachment; filename=a' },
    ['header content-disposition: absent, not "attachment"'],
  ],
])('a reply of %d with the headers %j breaks %j', (status, headers, differences) => {
  const reply = { status, headers: { 'content-type': 'application/json' }, body: {} };
  const exchange: Exchange = {
    ...{ name: 'a', title: 'a', operation: 'usage', request: usage },
    ...{ elsewhere: {}, reply },
  };
  const incoming = { status, headers: { ...reply.headers, ...headers }, text: '{}' };
  expect(shown(compareReply(exchange, {} as never, incoming).differences)).toEqual(differences);
});

it('a search in plain words costs up to a bound, or what a price book of the target says', () => {
  const costs = (prices: Record<string, number>) => [
    maxCostOf(priceBook(prices), nls),
    priceOf(priceBook(prices), nls, {}),
  ];
  expect(costs({})).toEqual([10, undefined]);
  expect(costs({ nls: 2.5 })).toEqual([2.5, 2.5]);
});
