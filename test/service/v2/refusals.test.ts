import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { errorStrings } from '../../generations.ts';
import { testApp } from '../../harness.ts';
import { failure, newKey } from './common.ts';

const sandbox = await testApp();
const { ask, getV2, ledger, deps, available } = sandbox;

const search = (text: string, key?: string, type = 'application/json') =>
  ask({
    method: 'POST',
    url: '/v2/clipAdvancedSearch',
    headers: { 'content-type': type, ...(key !== undefined && { apiId: key }) },
    payload: Buffer.from(text),
  });

const valid = {
  maxResults: 1,
  sortBy: 'followers',
  offset: 0,
  desc: true,
  filters: [{ filterKey: 'followers', op: '>', value: 1 }],
};

const unpaid = { allow: ['v2/apiStatus'] } as const;
await ledger.keys.create({ key: 'unpaid', ...unpaid }, deps.clock.now());
const rate = { count: 1, windowMs: 10_000 };
await ledger.keys.create({ key: 'unpaid-and-limited', ...unpaid, rate }, deps.clock.now());

/** A key for which everything that can be wrong with a key before its money is right. */
const poor = newKey('order', 'plan=0');

/**
 * One request that deserves every failure at once, mended step by step: each step takes away the reason of the
 * failure before, so that the next in the order must answer.
 */
const steps: [error: string, key: string | undefined, body: string][] = [
  ['AuthFailed', undefined, '{'],
  ['AuthFailed', '', '{'],
  ['QuotaKey', 'nobody', '{'],
  ['APIKeyOnlyForTesting', 'sandbox:testOnly,rate=1/10s:v2-order-test', '{'],
  ['QuotaRate', 'unpaid-and-limited', '{'],
  ['QuotaNotPaid', 'unpaid', '{'],
  ['BodyInvalid', poor, '{'],
  ['ValueEmpty', poor, JSON.stringify({ sortBy: 'x' })],
  [
    'AdvancedSearchSortByNotExistOrInvalid',
    poor,
    JSON.stringify({ ...valid, sortBy: 'x', filters: [{ filterKey: 'x', op: '>', value: 'x' }] }),
  ],
  [
    'AdvancedSearchFilterNotExistOrInvalid',
    poor,
    JSON.stringify({
      ...valid,
      filters: [
        { filterKey: 'followers', op: '>', value: 'x' },
        { filterKey: 'x', op: '>', value: 1 },
      ],
    }),
  ],
  [
    'FilterValueType',
    poor,
    JSON.stringify({ ...valid, filters: [{ filterKey: 'followers', op: '>', value: 'x' }] }),
  ],
  ['QuotaNotEnough', poor, JSON.stringify(valid)],
];

describe('the order of failures of generation 2', () => {
  it.each(steps)('has %s before all that follow', async (error, key, body) => {
    // the window lets one request through: it is the second that it refuses
    if (error === 'QuotaRate') await search(body, key);

    expect(await search(body, key)).toMatchObject({ status: 403, body: failure(error) });
  });

  it('answers when nothing is wrong any more', async () => {
    expect((await search(JSON.stringify(valid), newKey('order'))).status).toBe(200);
  });
});

describe('the error strings of generation 2', () => {
  it('are all reachable: by the steps above, by the look-ups, and by an unexpected fault', async () => {
    const unknown = await Promise.all(
      [
        ...['clipBasic?clipId=x-', 'gramBasic?gramId=x-', 'tubeBasic?tubeId=x-'],
        ...['tubeEmail?tubeId=UCno-contents00000000000', 'getPostByLink?postLink=x'],
      ].map(async (path) => (await getV2(`/v2/${path}`, 'demo-full')).body['error']),
    );
    const notFound = ['TikTokIdNotFound', 'InstagramIdNotFound', 'YoutubeIdNotFound'];
    expect(unknown).toEqual([...notFound, 'NoEmail', 'PostIdNotFound']);

    const broken = await testApp(
      {},
      {
        world: {
          ...sandbox.world,
          gram: () => {
            throw new Error('secret detail');
          },
        },
      },
    );
    const fault = await broken.getV2('/v2/gramBasic?gramId=a', 'demo-full');
    expect(fault).toMatchObject({ status: 403, body: failure('ServerError') });

    const reached = new Set([...steps.map(([error]) => error), ...unknown, 'ServerError']);
    expect(errorStrings.filter((error) => !reached.has(error))).toEqual([]);
  });

  it('cost nothing, and are counted in the usage', async () => {
    const key = newKey('counted', 'plan=2');
    await getV2('/v2/clipBasic?clipId=no.such.creator', key);
    await getV2('/v2/clipBasic', key);
    await getV2('/v2/clipHistory?clipId=sample.creator', key);

    expect(await available(key)).toBe(2);
    const { body } = await ask({ url: '/usage', headers: { 'api-key': key } });
    expect(body['data']).toMatchObject({
      records: [
        {
          requestCount: 3,
          totalQuotaUsed: 0,
          endpoints: {
            clipBasic: { count: 2, creditsUsed: 0 },
            clipHistory: { count: 1, creditsUsed: 0 },
          },
        },
      ],
    });
  });
});
