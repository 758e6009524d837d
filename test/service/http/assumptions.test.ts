import { Buffer } from 'node:buffer';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminOf } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

const app = await testApp({ size: 100 });
const { get, getV2, post, ask, world } = app;
const admin = adminOf(app);
const { clip } = world.example;
const key = 'sandbox:plan=1000,fractional:relied';
const headers = { 'api-key': key };

beforeEach(() => admin('POST', '/reset', {}));

/** The decisions of the latest request in the journal. */
async function latest(): Promise<string[]> {
  const { requests } = (await admin('GET', '/requests')).body as { requests: { decisions: string[] }[] };
  return requests.at(-1)?.decisions ?? [];
}

const invalid = ['details-shape', 'details-words', 'details-words-observed', 'error-message'];
const search = { filters: [{ filterName: 'country', op: '=', value: 'USA' }], pageSize: 5, offset: 0 };

describe('the journal notes of an answer', () => {
  it('include search-past-end once the offset equals the total', async () => {
    const { totalResults } = (await post('/clip/search', search, key)).body['data'] as {
      totalResults: number;
    };
    const notes = async (offset: number) => {
      await post('/clip/search', { ...search, offset }, key);
      return (await latest()).includes('search-past-end');
    };
    expect([await notes(totalResults - 1), await notes(totalResults)]).toEqual([false, true]);
  });

  const texts = (...lengths: number[]) =>
    `{"filterName":"country","op":"in","value":${JSON.stringify(lengths.map((length) => 'x'.repeat(length)))}}`;
  const above = (value: string) => `{"filterName":"totalFollowers","op":">","value":${value}}`;

  it.each<[string, string[], string[]]>([
    ['a text of 1,000 characters', [texts(1_000)], []],
    ['a text of more', [texts(1, 1_001)], ['search-size']],
    ['texts of 20,000 characters', [texts(...new Array(20).fill(1_000))], []],
    ['texts of more', [texts(1), texts(...new Array(20).fill(1_000))], ['search-size']],
    ['a long text beyond the tenth filter', [...new Array(10).fill(texts(1)), texts(1_001)], []],
    ['a number', [above('1e308')], []],
    ['a number that is too large to hold', [above('1'), above('1e999')], ['infinite-filter']],
  ])('say of a refused search with %s whether its size was the reason', async (_, filters, expected) => {
    const payload = `{"filters":[${filters.join()}],"sortBy":"nothing","pageSize":5,"offset":0}`;
    await ask({
      method: 'POST',
      url: '/clip/search',
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
    const sizes = ['search-size', 'infinite-filter'];
    expect((await latest()).filter((id: string) => sizes.includes(id))).toEqual(expected);
  });

  it.each<[string, () => Promise<unknown>, string[]]>([
    ['a record', () => get(`/clip/profile?uniqueId=${clip}`, key), ['second-language', 'has-sponsors-clip']],
    [
      'fields in a query, one of them twice, beside a doubled slash and a content type',
      () =>
        ask({
          method: 'GET',
          url: `//clip/profile?uniqueId=${clip}&fields=bio&fields=bio`,
          headers: { ...headers, 'content-type': 'application/json' },
        }),
      [
        'double-slash',
        'get-content-type',
        'fields-prices',
        'fields-get',
        'fields-twice',
        'fields-identifiers',
      ],
    ],
    [
      'a search by a part of a name, in its own order, on its last page',
      () =>
        post(
          '/clip/search',
          { ...search, filters: [{ filterName: 'displayName', op: '=', value: 'zzz', isFuzzySearch: true }] },
          key,
        ),
      [
        'search-shape',
        'search-body',
        'settling',
        'search-names',
        'search-ties',
        'code-point-order',
        'search-order',
        'fuzzy',
        'caseless',
        'search-last-page',
      ],
    ],
    [
      '`fields` of a key that may not use it',
      () => get(`/clip/profile?uniqueId=${clip}&fields=bio`, 'demo-standard'),
      ['error-names'],
    ],
    ['`fields` where none are taken', () => get('/usage?fields=bio', key), [...invalid, 'usage-shape']],
    [
      'a field that is announced but not deployed',
      () => post('/clip/profile', { uniqueId: clip, fields: ['audienceQuality'] }, key),
      [...invalid, 'lookup-post', 'fields-to-come'],
    ],
    [
      'a handle with a capital letter',
      () => get('/clip/performance-history?uniqueId=No.One&pastDayRange=2', key),
      ['history-shape', 'handle-case'],
    ],
    [
      'a handle that gram cannot have',
      () => get('/gram/profile?uniqueId=no-one', key),
      [...invalid, 'gram-handle'],
    ],
    [
      'a search that is sorted by an assumed figure',
      () =>
        post(
          '/clip/search',
          { ...search, sortBy: 'avgRecentVideosViewsGrowth', desc: true, pageSize: 1 },
          key,
        ),
      ['search-shape', 'search-body', 'search-names', 'search-ties', 'settling', 'caseless', 'growth-30d'],
    ],
    [
      'a submission over the daily limit',
      () => submitV2(10_001, key),
      ['v2-status', 'v2-code-rate', 'submit-limits', 'submit-pool', 'submit-pool-generations'],
    ],
    [
      'a submission by a key over its rate limit',
      async () => {
        await get('/usage', 'sandbox:rate=1/1h:relied');
        await post('/clip/submitCreators', { uniqueIds: ['a'] }, 'sandbox:rate=1/1h:relied');
      },
      ['rate', 'error-names', 'code-429'],
    ],
    [
      'a rate limit that was forced',
      () => ask({ method: 'GET', url: '/usage', headers: { ...headers, prefer: 'code=429' } }),
      ['error-names', 'code-429'],
    ],
    ['an unknown id', () => get('/clip/profile?uniqueId=no.one', key), []],
    [
      'an unreadable body',
      () =>
        ask({
          method: 'POST',
          url: '/clip/profile',
          headers: { ...headers, 'content-type': 'application/json' },
          payload: Buffer.from('{'),
        }),
      [
        'lookup-post',
        'details-shape',
        'details-words',
        'details-words-observed',
        'error-message',
        'transport-errors',
      ],
    ],
    [
      'a key without credits',
      () => get(`/clip/performance-history?uniqueId=${clip}&pastDayRange=30`, 'demo-empty'),
      ['history-shape', 'details-402', 'error-names', 'price-history-steps', 'estimate'],
    ],
    [
      'a doubled slash in a query',
      () => getV2('/v2/getPostByLink?postLink=https://video.example/watch', key),
      ['v2-code-post', 'v2-post-links', 'v2-posts', 'v2-paths', 'v2-status'],
    ],
    ['an unknown path', () => get('/clip/nothing', key), []],
    ['an unknown method', () => ask({ method: 'PUT', url: '/clip/profile', headers }), ['unknown-methods']],
    [
      'credits that a spend limit forbids, in generation 2',
      () => getV2(`/v2/clipBasic?clipId=${clip}`, 'sandbox:plan=9,limit=1:limited'),
      ['v2-codes', 'v2-paths', 'v2-status', 'spend-limit-lifetime'],
    ],
    ['an unknown path of generation 2', () => getV2('/v2/nothing', key), ['v2-unknown-path']],
    [
      'a record of generation 2',
      () => getV2(`/v2/clipBasic?clipId=${clip}`, key),
      ['v2-paths', 'v2-prices', 'v2-plan-size', 'v2-latest-24', 'v2-rounded', 'v2-clip-rate'],
    ],
    [
      'a key that generation 2 does not know',
      () => getV2(`/v2/clipBasic?clipId=${clip}`, 'nobody'),
      ['v2-status', 'v2-auth'],
    ],
    [
      'a forced refusal',
      () =>
        ask({
          method: 'GET',
          url: `/clip/profile?uniqueId=${clip}`,
          headers: { ...headers, prefer: 'code=409' },
        }),
      ['error-names', 'code-409'],
    ],
    [
      'a search in plain words',
      () => streamed('fashion creators in Canada with more than 10k followers'),
      [
        'event-frames',
        'stream-close',
        'nls-price',
        'nls-charset',
        'nls-events',
        'nls-pace',
        'nls-result',
        'nls-most',
        'nls-hold',
        'nls-platform',
        'nls-topics',
        'nls-places',
        'nls-sizes',
        'nls-numbers',
      ],
    ],
  ])('%s', async (_what, call, ids) => {
    await call();
    expect((await latest()).sort()).toEqual(ids.sort());
  });

  it.each([
    ['female creators in Canada', true],
    ['creators aged 18-24', true],
    ['creators in Canada with a female audience', true],
    ['creators in Canada', false],
  ])('whether "%s" mentions people that no filter selects', async (description, mentions) => {
    await streamed(description);
    expect((await latest()).includes('nls-creators')).toBe(mentions);
  });

  it('a repeated submission', async () => {
    await post('/clip/submitCreators', { uniqueIds: ['brand.new.one'] }, key);
    expect(await latest()).not.toContain('submit-known');
    await post('/clip/submitCreators', { uniqueIds: ['brand.new.one'] }, key);
    expect(await latest()).toContain('submit-known');
  });

  it('a brand over the daily limit', async () => {
    const submit = (n: number) =>
      post('/sponsor/submit', { brandName: `brand ${n}`, brandUrl: `https://brand${n}.example` }, key);
    for (let n = 0; n < 100; n++) await submit(n);
    expect((await submit(100)).status).toBe(429);
    const { requests } = (await admin('GET', '/requests?decision=submit-limits')).body as {
      requests: { decisions: string[] }[];
    };
    expect(requests.map(({ decisions }) => decisions.toSorted())).toEqual([
      ['code-429', 'error-names', 'submit-limits'],
    ]);
  });

  it('a stream that fails after its start', async () => {
    await streamed('creators in Canada', { prefer: 'profile=failed-result' });
    expect(await latest()).toContain('nls-failed');
  });
});

it('the journal notes the same for requests in the published words', async () => {
  const published = await testApp({ size: 100, vocabulary: 'published' });
  await published.get(`/tiktok/profile?uniqueId=${clip}&fields=bio`, key);
  await published.ask({ method: 'PUT', url: '/tiktok/profile', headers });
  await published.ask({ method: 'PUT', url: '/clip/profile', headers });
  await published.ask({
    method: 'POST',
    url: '/v2/submitCreators',
    headers: { apiId: key, 'content-type': 'application/json' },
    payload: Buffer.from('{"platform":"clip","platformUserIds":["a"]}'),
  });
  const { requests } = (await adminOf(published)('GET', '/requests')).body as {
    requests: { decisions: string[] }[];
  };
  expect(requests.map(({ decisions }) => decisions.toSorted())).toEqual([
    ['fields-get', 'fields-identifiers', 'fields-prices'],
    ['unknown-methods'],
    [],
    ['submit-outcomes', 'v2-codes', 'v2-paths', 'v2-platform', 'v2-status'],
  ]);
});

const submitV2 = (count: number, key: string) =>
  ask({
    method: 'POST',
    url: '/v2/submitCreators',
    headers: { apiId: key, 'content-type': 'application/json' },
    payload: Buffer.from(
      JSON.stringify({
        platform: 'clip',
        platformUserIds: Array.from({ length: count }, (_, n) => `id.${n}`),
      }),
    ),
  });

async function streamed(description: string, more: Record<string, string> = {}) {
  const reply = await app.app.inject({
    method: 'POST',
    url: '/nls',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    payload: JSON.stringify({ description }),
  });
  expect(reply.body).toContain('event: result');
  return reply;
}

describe('counts', () => {
  const countOf = async (id: string, query = '') =>
    (
      (await admin('GET', `/decisions${query}`)).body['decisions'] as {
        id: string;
        requests: number | null;
      }[]
    ).find((decision) => decision.id === id)?.requests;

  it('include requests that the journal has forgotten', async () => {
    for (let n = 0; n < 1_005; n++) await get(`/clip/profile?uniqueId=${clip}`, 'demo-unlimited');
    const { body } = await admin('GET', '/requests/count?key=demo-unlimited&decision=has-sponsors-clip');
    expect(body).toEqual({ count: 1_000, forgotten: 5 });
    expect(await countOf('has-sponsors-clip')).toBe(1_005);
    expect(await countOf('has-sponsors-clip', '?key=demo-unlimited')).toBe(1_000);
    expect(await countOf('has-sponsors-clip', '?key=demo-full')).toBe(0);
    expect([await countOf('fields-get'), await countOf('trace-id')]).toEqual([0, null]);
  });

  it('restart at a full reset, but not at the reset of one key', async () => {
    await get(`/clip/profile?uniqueId=${clip}`, 'demo-full');
    await admin('POST', '/reset', { key: 'demo-full' });
    expect(await countOf('has-sponsors-clip')).toBe(1);
    await admin('POST', '/reset', {});
    expect(await countOf('has-sponsors-clip')).toBe(0);
  });
});
