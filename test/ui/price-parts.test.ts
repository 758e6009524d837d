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

it('says why the parts do not add up to the charge', async () => {
  const videos = async (count: number) =>
    partsOf('/clip/content-detail', { uniqueId: 'sample.creator', fields: { recentVideos: count } });
  expect(await videos(1_000_000)).toMatchObject({
    parts: ['recentVideos, 1000000 × 0.1: 100000'],
    note: expect.stringMatching(
      /^(Parts cost at most the whole, 3|Fields and items that the record does not have cost nothing)\.$/,
    ),
  });
  const audience = await partsOf(
    `/clip/audience?${id}&fields=audienceLocations&fields=audienceGender&fields=audienceAgeBreakdown`,
  );
  expect(audience).toEqual({
    parts: ['audienceLocations: 4', 'audienceGender: 4', 'audienceAgeBreakdown: 4'],
    charged: 10,
    note: 'Parts cost at most the whole, 10.',
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
