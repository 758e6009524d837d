import { describe, expect, it } from 'vitest';
import { jsonTypeOf } from '../../../src/core/values.ts';
import { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import { noon, testApp } from '../../harness.ts';
import { identify } from '../../ledger/harness.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const { get, post, ask, world, available, ledger } = sandbox;
const creator = world.example.clip;
const path = `/clip/profile?uniqueId=${creator}`;
describeLookup(sandbox, { operation: 'clip/profile', reply: ClipProfile, price: 2 });

let accounts = 0;
/** A key of its own for each test. */
const key = (terms = 'plan=100,fractional') => `sandbox:${terms}:profile-${accounts++}`;

describe('/clip/profile', () => {
  it('answers the same to a doubled slash', async () => {
    const { data } = (await get(path, key())).body;

    expect((await get(`//clip/profile?uniqueId=${creator}`, key())).body['data']).toEqual(data);
    expect((await get(`/clip//profile?uniqueId=${creator}`, key())).body['data']).toEqual(data);
  });

  it('serves a GET that carries a content type', async () => {
    const headers = { 'api-key': key(), 'content-type': 'application/json' };
    expect((await ask({ url: path, headers })).status).toBe(200);
  });

  it('repeats itself byte for byte under a frozen clock, trace ids included', async () => {
    const again = await testApp();
    const calls = ['sandbox:plan=100:repeat', 'sandbox:plan=100:repeat', 'sandbox:plan=100:other'];
    for (const one of calls) {
      const [first, second] = [await get(path, one), await again.get(path, one)];
      expect(second.body).toEqual(first.body);
    }
    const ids = await Promise.all([get(path, calls[0]), get(path, calls[0])]);
    expect(new Set(ids.map(({ body }) => body['traceId'])).size).toBe(2);
  });

  it('takes no generation 2 header for a key', async () => {
    expect((await ask({ url: path, headers: { apiId: 'demo-full' } })).status).toBe(401);
  });

  it('refuses a body that is no object', async () => {
    for (const body of [[], 'text', 5, null, true])
      expect((await post('/clip/profile', body, key())).body['details']).toEqual([
        {
          field: 'body',
          message: `'body': expected object, received ${jsonTypeOf(body)}.`,
          code: 'invalid_type',
        },
      ]);
  });

  it('charges exactly what concurrent calls can pay', async () => {
    const one = key('plan=20');
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(path, one)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(40);
    expect(await available(one)).toBe(0);
    const caller = await identify(ledger, one, noon);
    const entries = caller ? await ledger.entries(caller, 0, 100) : [];
    expect(entries.reduce((sum, { plan, purchased }) => sum + plan + purchased, 0)).toBe(0);
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(10);
  });
});

describe('the setting lookups', () => {
  it.each([
    ['get', 200, 404],
    ['post', 404, 200],
  ] as const)('%s turns the other form into an unknown path', async (lookups, onGet, onPost) => {
    const only = await testApp({ lookups });

    expect((await only.get(path, 'demo-full')).status).toBe(onGet);
    const posted = await only.post('/clip/profile', { uniqueId: creator }, 'demo-full');
    expect(posted.status).toBe(onPost);
    const unknown = await only.ask({ method: 'PUT', url: '/clip/profile' });
    const endpoints = unknown.body['availableEndpoints'] as string[];
    expect(endpoints.filter((endpoint) => endpoint.endsWith(' /clip/profile'))).toEqual([
      `${lookups.toUpperCase()} /clip/profile`,
    ]);
  });
});
