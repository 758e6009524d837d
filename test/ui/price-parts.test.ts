import { afterAll, expect, it } from 'vitest';
import type { PriceView } from '../../src/core/prices.ts';
import { createSandbox } from '../../src/library/index.ts';
import { type PricedRequest, pricePartsOf } from '../../ui/src/price-parts.ts';

const sandbox = await createSandbox({ size: 60 });
afterAll(() => sandbox.close());
const json = async (path: string) => (await fetch(`${sandbox.adminUrl}${path}`)).json();
const prices = (await json('/prices')) as Record<string, PriceView>;

/** Makes a request, and takes its price apart. */
async function partsOf(path: string, body?: object) {
  const headers = { 'api-key': 'demo-unlimited', 'content-type': 'application/json' };
  const reply = await fetch(
    sandbox.url + path,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  await reply.text();
  const { requests } = (await json('/requests?filter=sort=-id%20limit=1')) as {
    requests: [PricedRequest & { operation: string | null; status: number }];
  };
  const [request] = requests;
  expect(request.status).toBe(200);
  const price = prices[request.operation ?? ''];
  if (!price) throw new Error(`no price of ${request.operation}`);
  const { parts, note } = pricePartsOf(price, request);
  return {
    parts: parts.map(({ name, credits }) => `${name}: ${credits}`),
    charged: request.credits,
    note,
  };
}

const id = 'uniqueId=sample.creator';

it('takes a price apart as it was charged', async () => {
  expect(await partsOf(`/clip/profile?${id}`)).toEqual({
    parts: ['the whole reply: 2'],
    charged: 2,
    note: '',
  });
  expect(await partsOf(`/clip/profile?${id}&fields=languages&fields=bio`)).toEqual({
    parts: ['languages: 0.2', 'bio: 0.1'],
    charged: 0.3,
    note: '',
  });
  expect(await partsOf('/clip/profile', { uniqueId: 'sample.creator', fields: ['bio'] })).toEqual({
    parts: ['bio: 0.1'],
    charged: 0.1,
    note: '',
  });
  expect(
    await partsOf(`/clip/content-detail?${id}&fields=${encodeURIComponent('{"recentVideos":2}')}`),
  ).toEqual({
    parts: ['recentVideos, 2 × 0.1: 0.2'],
    charged: 0.2,
    note: '',
  });
});

it('takes the other price rules apart: days, filters with added records, tokens', async () => {
  const history = await partsOf(`/clip/performance-history?${id}&pastDayRange=30`);
  expect(history).toEqual({ parts: ['a history of up to 30 days: 3.5'], charged: 3.5, note: '' });
  const search = await partsOf('/clip/search', {
    filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }],
    offset: 0,
    sortBy: 'totalFollowers',
    desc: true,
    pageSize: 2,
    fields: { profile: ['country'] },
  });
  expect(search.parts[0]).toBe('up to ten filters: 1');
  expect(search.parts[1]).toBe(
    `profile of the creators found: ${Math.round((search.charged - 1) * 1000) / 1000}`,
  );
  expect(search).toMatchObject({ note: '' });
  const words = await partsOf('/nls', { description: 'yoga creators in Italy' });
  expect(words.parts[0]).toBe('each call: 1');
  expect(words.parts[1]).toMatch(/^tokens, 0.002 each: 0\.\d+$/);
  expect(words.note).toBe('');
});

const byCall: PriceView = { rule: 'byCall', credits: 3, fields: { bio: 0.1, videos: 0.2 } };
const byFilters: PriceView = { rule: 'byFilters', credits: 1 };
const filters = (count: number) => ({ filters: Array(count).fill({}) });
const notGiven = 'Fields and items that the record does not have cost nothing.';

it.each<[what: string, PriceView, Partial<PricedRequest> & { credits: number }, parts: string, note: string]>(
  [
    ['a cut body', byCall, { credits: 2, bodyCut: true }, 'the call: 2', 'The journal has cut its body.'],
    ['names', byCall, { query: { fields: 'bio' }, credits: 0.1 }, 'bio: 0.1', ''],
    ['another name', byCall, { query: { fields: ['bio', 'old'] }, credits: 0.3 }, 'bio, old: 0.3', ''],
    ['a name of objects', byCall, { query: { fields: 'toString' }, credits: 0.3 }, 'toString: 0.3', ''],
    ['no JSON', byCall, { query: { fields: '{"bio"' }, credits: 3 }, 'the whole reply: 3', ''],
    [
      'fewer items',
      byCall,
      { body: { fields: { videos: 5 } }, credits: 0.4 },
      'videos, 5 × 0.2: 1',
      notGiven,
    ],
    [
      'most',
      byCall,
      { body: { fields: { videos: 50 } }, credits: 3 },
      'videos, 50 × 0.2: 10',
      'Parts cost at most the whole, 3.',
    ],
    [
      'more',
      byCall,
      { body: { fields: ['bio'] }, credits: 0.2 },
      'bio: 0.1',
      'More was charged than these parts cost.',
    ],
    ['one filter', byFilters, { credits: 1 }, 'up to ten filters: 1', ''],
    ['no filter', byFilters, { body: filters(0), credits: 1 }, 'up to ten filters: 1', ''],
    ['ten filters', byFilters, { body: filters(10), credits: 1 }, 'up to ten filters: 1', ''],
    ['eleven filters', byFilters, { body: filters(11), credits: 2 }, '2 times ten filters: 2', ''],
    [
      '30 filters',
      byFilters,
      { body: { ...filters(30), fields: { a: {}, b: [] } }, credits: 5 },
      '3 times ten filters: 3; a, b of the creators found: 2',
      '',
    ],
    [
      'days',
      { rule: 'byRange', days: { 30: 2, 90: 4 } },
      { credits: 4 },
      'a history of up to 90 days: 4',
      '',
    ],
    ['other days', { rule: 'byRange', days: { 30: 2 } }, { credits: 3 }, 'the history: 3', ''],
    [
      'tokens',
      { rule: 'byTokens', base: 1, perToken: 0.002, most: 5 },
      { credits: 1.2 },
      'each call: 1; tokens, 0.002 each: 0.2',
      '',
    ],
    [
      'most tokens',
      { rule: 'byTokens', base: 1, perToken: 0.002, most: 5 },
      { credits: 5 },
      'each call: 1; tokens, 0.002 each: 4',
      'A call costs at most 5.',
    ],
  ] as never,
)('names the parts and the difference of a price by %s', (_what, price, request, expected, note) => {
  const { parts, ...rest } = pricePartsOf(price, { query: {}, bodyCut: false, ...request });
  expect(parts.map(({ name, credits }) => `${name}: ${credits}`).join('; ')).toBe(expected);
  expect(rest.note).toBe(note);
});
