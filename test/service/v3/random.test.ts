import { Buffer } from 'node:buffer';
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { toCredits } from '../../../src/core/credits.ts';
import { refusals } from '../../../src/service/v3/refusals.ts';
import { expectValid } from '../../creators/world/strict.ts';
import { testApp } from '../../harness.ts';
import { countsOf, exampleOf, type Parameters, queryOf, servedRoutes } from './requests.ts';

/** Random parameters, bodies and headers at every operation. Streams do not wait, and count in tokens. */

const sandbox = await testApp({ pace: 0 });
const { app } = sandbox;
const routes = servedRoutes(sandbox.deps);

const nasty = fc.constantFrom(
  '',
  ' ',
  '@',
  '..',
  '%',
  '\u0000',
  '\u{1f35c}',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '[',
  '{"a":',
  '[]',
  '{}',
  'null',
  '-1',
  '1e999',
  'UCsample-creator00000000',
  'sample.creator',
  'lanternfish-tea.example',
  'shanvideo01',
  'x'.repeat(300),
);
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }));
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.array(text, { maxLength: 4 }),
  fc.constantFrom<unknown>(['country'], { recentVideos: 2 }, { profile: ['country'] }, [], {}, null),
);

const names = [
  ...new Set(routes.flatMap(({ id }) => Object.keys({ ...exampleOf(id).valid, ...exampleOf(id).invalid }))),
  ...['fields', 'sortBy', 'desc', 'platform', 'start', 'end', 'notes', 'competitors', '__proto__', 'x'],
];
const noise = fc.dictionary(fc.oneof(fc.constantFrom(...names), text), value, { maxKeys: 3 });

/** Parameters of the route, some of them changed, removed or added; or arbitrary ones. */
const parametersOf = (valid: Parameters): fc.Arbitrary<Parameters> =>
  fc.oneof(
    { weight: 4, arbitrary: noise.map((some) => ({ ...valid, ...some })) },
    { weight: 2, arbitrary: fc.subarray(Object.keys(valid)).map((chosen) => picked(valid, chosen)) },
    { weight: 2, arbitrary: fc.record(Object.fromEntries(Object.keys(valid).map((name) => [name, value]))) },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: fc.constant(valid) },
  );

const picked = (all: Parameters, chosen: readonly string[]): Parameters =>
  Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name)));

const rich = 'sandbox:plan=100000000,fractional:random-rich';
const keys = [
  rich,
  'sandbox:plan=100000000:random-whole',
  'sandbox:plan=2.5,fractional:random-poor',
  'sandbox:plan=100,limit=3,fractional:random-limited',
  'sandbox:plan=100,forbidden:random-forbidden',
  'sandbox:plan=100000000,rate=30/10s,fractional:random-throttled',
  'demo-unlimited',
];
/** Weighted towards a key that can pay for everything. */
const key = fc.oneof(
  { weight: 5, arbitrary: fc.constant(rich) },
  { weight: 4, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom('', 'nobody', 'sandbox:plan=1'), visible()) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'application/json; charset=utf-8',
    'text/plain',
    'application/xml',
    '',
    ';',
    'multipart/form-data',
  ),
  visible(),
);
/** Outcomes that a caller asks for are another matter. */
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'user-agent',
    'apiid',
    'x-request-id',
    'cookie',
    'origin',
    'if-none-match',
    'range',
    'x-forwarded-for',
  ),
  visible(),
  { maxKeys: 3 },
);

function visible() {
  return fc.string({ unit: fc.constantFrom(...' !"#$%&()*,-./09:;<=>?@AZ[]^_az{|}~'), maxLength: 20 });
}

const request = fc.constantFrom(...routes).chain(({ id, method }) =>
  fc.record({
    id: fc.constant(id),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(method) },
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    ),
    parameters: parametersOf(exampleOf(id).valid),
    key,
    headers,
    contentType,
    /** Sometimes the body is no JSON of these parameters at all. */
    body: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        text,
        fc.json(),
        fc.constantFrom('', '{', 'null', '[]', '"a"', '1', '{"a":1}x'),
      ),
    ),
    query: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      fc.webQueryParameters(),
      fc.constantFrom('%', '%zz', '=', '&&&', '?', 'a[b]=1', 'uniqueId=%E0%A4%A', 'fields[]=a', 'uniqueId'),
    ),
  }),
);
type Request = typeof request extends fc.Arbitrary<infer Of> ? Of : never;

function injected({
  id,
  method,
  parameters,
  key: one,
  headers: some,
  contentType: type,
  body,
  query,
}: Request) {
  const credentials = { ...some, ...(one !== undefined && { 'api-key': one }) };
  if (method === 'GET')
    return { method, url: `/${id}?${query ?? queryOf(parameters)}`, headers: credentials };
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url: query === undefined ? `/${id}` : `/${id}?${query}`,
    headers: { 'content-type': type, ...credentials },
    payload: Buffer.from((body ?? JSON.stringify(parameters)) as string),
  } satisfies InjectOptions;
}

const successKeys = [
  'data',
  'creditsUsed',
  'creditsAvailable',
  'traceId',
  'timestamp',
  'errorCode',
  'errorDescription',
  'success',
];
const errorKeys = ['success', 'error', 'message', 'errorCode', 'traceId', 'timestamp'];
const unknownPathKeys = ['success', 'error', 'message', 'availableEndpoints'];

/** Refusals that occur without being forced: neither a conflict nor a fault. */
const documented = new Map<string, number>(
  Object.entries(refusals)
    .filter(([kind]) => !['conflict', 'internal', 'unavailable'].includes(kind))
    .map(([, { status, errorCode }]) => [errorCode, status]),
);

const chargedSoFar = async () =>
  (
    await Promise.all(
      keys.map(async (one) => {
        const { calls } = await countsOf(sandbox, one);
        return calls.reduce((sum, { credits }) => sum + credits, 0);
      }),
    )
  ).reduce((sum, credits) => sum + credits, 0);

it('answers any request at any operation with a documented status and envelope, and charges successes alone', async () => {
  const met = new Map<number, number>();
  let before = await chargedSoFar();
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const reply = await app.inject(injected(asked));
      const { statusCode: status } = reply;
      met.set(status, (met.get(status) ?? 0) + 1);
      const after = await chargedSoFar();
      const charged = toCredits(after - before);
      before = after;

      expect(Object.keys(reply.headers).filter((name) => /retry-after|rate-?limit/i.test(name))).toEqual([]);
      if (status === 200) expectSuccess(asked, reply, charged);
      else {
        expect(charged).toBe(0);
        expectRefusal(status, reply.json());
      }
    }),
    { numRuns: 1500 },
  );
  // the search space is worth its name
  expect([...met.keys()].sort()).toEqual([200, 400, 401, 402, 403, 404, 429]);
  expect(met.get(200)).toBeGreaterThan(100);
  expect(sandbox.warnings.filter((line) => line.includes('unexpected failure'))).toEqual([]);
});

function expectSuccess({ id, method }: Request, reply: { headers: object; body: string }, charged: number) {
  const type = String((reply.headers as Record<string, unknown>)['content-type']);
  // a stream and a file: their own tests read them
  if (id === 'tube/subtitles/download' || type.startsWith('text/event-stream')) return;
  const body = JSON.parse(reply.body) as Record<string, unknown>;
  expect(type).toBe('application/json; charset=utf-8');
  expect(Object.keys(body)).toEqual(successKeys);
  expect(body).toMatchObject({ success: true, errorCode: '', errorDescription: '', creditsUsed: charged });
  const route = routes.find((each) => each.id === id && each.method === method);
  if (wholeReplies.has(id)) expectValid(route?.reply as TSchema, body['data']);
}

/** Operations without `fields`: what they answer is always whole. */
const wholeReplies = new Set(
  routes
    .map(({ id }) => id)
    .filter((id) => /niches|topics|sponsor\/|history|meta|submit|content-search/.test(id)),
);

function expectRefusal(status: number, body: Record<string, unknown>): void {
  if (body['availableEndpoints'] !== undefined) {
    expect([status, Object.keys(body)]).toEqual([404, unknownPathKeys]);
    return;
  }
  // contract 2.2 and 7.2(6): not for the spend limit, the other 402
  const hasDetails = ['VALIDATION_ERROR', 'INSUFFICIENT_CREDITS'].includes(body['errorCode'] as string);
  expect(Object.keys(body)).toEqual([...errorKeys, ...(hasDetails ? ['details'] : [])]);
  expect(documented.get(body['errorCode'] as string), JSON.stringify(body)).toBe(status);
  expect(body).toMatchObject({ success: false, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  if (hasDetails) expect((body['details'] as unknown[]).length).toBeGreaterThan(0);
}
