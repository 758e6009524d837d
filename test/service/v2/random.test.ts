import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { toCredits } from '../../../src/core/credits.ts';
import { operations } from '../../../src/core/operations.ts';
import { testApp } from '../../harness.ts';
import { failure } from './common.ts';

/** Random parameters, bodies and headers at every operation of generation 2. */

const { app, ledger, deps, warnings } = await testApp();

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'sample.creator',
    'UCsample-creator00000000',
    '__proto__',
    '%',
    '\u0000',
    '{',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.integer());

const search = (filterKey: string) => ({
  maxResults: 5,
  sortBy: filterKey,
  offset: 0,
  desc: true,
  filters: [{ filterKey, op: '>', value: 10 }],
});
const valid: Record<string, Record<string, unknown>> = {
  'v2/gramBasic': { gramId: 'sample.creator' },
  'v2/gramHistory': { gramId: 'sample.creator' },
  'v2/gramAdvancedSearch': search('followers'),
  'v2/clipBasic': { clipId: 'sample.creator' },
  'v2/clipHistory': { clipId: 'sample.creator' },
  'v2/clipAdvancedSearch': search('followers'),
  'v2/tubeBasic': { tubeId: 'UCsample-creator00000000' },
  'v2/tubeHistory': { tubeId: 'UCsample-creator00000000' },
  'v2/tubeAdvancedSearch': search('subscribers'),
  'v2/tubeDetail': { tubeId: 'UCsample-creator00000000' },
  'v2/contactInformation': { tubeId: 'UCsample-creator00000000' },
  'v2/tubeEmail': { tubeId: 'UCsample-creator00000000' },
  'v2/topicTable': { platform: 'clip' },
  'v2/getPostById': { postId: 'shanvideo01', platform: 'tube' },
  'v2/getPostByLink': { postLink: 'https://video.example/watch?v=shanvideo01' },
  'v2/submitCreators': { platform: 'clip', platformUserIds: ['nobody.knows'] },
};

const rich = 'sandbox:plan=100000000:v2-random-rich';
const keys = [
  rich,
  'sandbox:plan=5:v2-random-poor',
  'sandbox:testOnly:v2-random-test',
  'sandbox:plan=100000000,rate=30/10s:v2-random-throttled',
];

const request = fc
  .constantFrom(...operations.filter(({ generation }) => generation === 2))
  .chain(({ id, methods }) =>
    fc.record({
      url: fc.constant(`/${id}`),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom(...methods) },
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
      ),
      parameters: fc.oneof(
        { weight: 3, arbitrary: fc.constant(valid[id] ?? {}) },
        fc.record(Object.fromEntries(Object.keys(valid[id] ?? {}).map((name) => [name, value])), {
          requiredKeys: [],
        }),
        fc.dictionary(text, value, { maxKeys: 2 }).map((some) => ({ ...valid[id], ...some })),
      ),
      body: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        fc.oneof(fc.uint8Array({ maxLength: 20 }), text, fc.json()),
      ),
      key: fc.oneof(
        { weight: 5, arbitrary: fc.constant(rich) },
        { weight: 4, arbitrary: fc.constantFrom(...keys) },
        fc.constantFrom('', 'nobody', undefined),
      ),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', '', ';'),
      ),
    }),
  );
type Request = typeof request extends fc.Arbitrary<infer Of> ? Of : never;

function injected({ url, method, parameters, body, key, type }: Request): InjectOptions {
  const headers = key === undefined ? {} : { apiid: key };
  if (method === 'GET') {
    const query = Object.entries(parameters).map(([name, each]): [string, string] => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ]);
    return { method, url: `${url}?${new URLSearchParams(query)}`, headers };
  }
  const payload = Buffer.from((body ?? JSON.stringify(parameters)) as string);
  return { method, url, headers: { ...headers, 'content-type': type }, payload };
}

const chargedSoFar = async () => {
  const states = await Promise.all(keys.map((key) => ledger.keys.find(key, deps.clock.now())));
  return states.reduce((sum, state) => sum + (state?.used ?? 0), 0);
};

it('answers any request at any operation in its envelope, never with a fault, and charges successes alone', async () => {
  const met = new Set<unknown>();
  let before = await chargedSoFar();
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const { statusCode, ...reply } = await app.inject(injected(asked));
      const body = reply.json() as Record<string, unknown>;
      const after = await chargedSoFar();
      const charged = toCredits(after - before);
      before = after;

      if (statusCode === 404) {
        expect(Object.keys(body)).toEqual(['success', 'error', 'message', 'availableEndpoints']);
        expect(charged).toBe(0);
        return;
      }
      met.add(body['error']);
      expect(Object.keys(body)).toEqual(Object.keys(failure('')));
      if (statusCode === 200) {
        expect(body).toMatchObject({ success: true, error: '', quotaUsed: charged });
        return;
      }
      expect([statusCode, charged]).toEqual([403, 0]);
      expect(body).toEqual(failure(body['error'] as string));
      expect(body['error']).toMatch(/^[A-Z][A-Za-z]+$/);
    }),
    { numRuns: 800 },
  );
  expect(met).not.toContain('ServerError');
  for (const error of ['', 'AuthFailed', 'QuotaKey', 'ValueEmpty', 'BodyInvalid', 'APIKeyOnlyForTesting'])
    expect(met).toContain(error);
  expect(warnings.filter((line) => line.includes('unexpected failure'))).toEqual([]);
});
