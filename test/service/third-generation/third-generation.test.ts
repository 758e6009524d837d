import { describe, expect, it } from 'vitest';
import { generations } from '../../../src/app/app.ts';
import { type Answer, testApp } from '../../harness.ts';
import { v4 } from './generation.ts';

const sandbox = await testApp({}, {}, [...generations, v4]);
const { ask, deps } = sandbox;

const get = (url: string, key?: string, headers = {}): Promise<Answer> =>
  ask({ method: 'GET', url, headers: { ...headers, ...(key !== undefined && { 'x-key': key }) } });

const admin = (method: 'GET' | 'POST', path: string, payload?: object) =>
  ask({
    method,
    url: `/__admin${path}`,
    headers: { host: 'localhost', ...(payload && { 'content-type': 'application/json' }) },
    ...(payload && { payload: JSON.stringify(payload) }),
  });

const key = (label: string, terms = 'plan=10') => `sandbox:${terms}:v4-${label}`;

describe('a third generation', () => {
  it('answers and charges a recognised key', async () => {
    expect(await get('/v4/echo?text=hello', key('charged'))).toMatchObject({
      status: 200,
      body: { result: { text: 'hello' }, cost: 1500 },
    });
    const { body } = await admin('GET', `/keys/${encodeURIComponent(key('charged'))}`);
    expect(body).toMatchObject({ planRemaining: 8.5 });
  });

  it.each([
    ['/v4/echo?text=a', undefined, 401, 'no_key'],
    ['/v4/echo?text=a', 'nobody', 401, 'bad_key'],
    ['/v4/echo', key('refused'), 400, 'bad_request'],
    ['/v4/echo?text=nothing', key('refused'), 404, 'nothing_there'],
    ['/v4/echo?text=a', key('poor', 'plan=1'), 402, 'no_credits'],
    ['/v4/echo?text=a', key('forbidden', 'plan=10,forbidden'), 403, 'not_allowed'],
  ])('refuses with its own statuses and codes: %s with %s', async (url, sent, status, problem) => {
    expect(await get(url, sent)).toMatchObject({ status, body: { problem } });
    expect([...deps.journal.all()].at(-1)).toMatchObject({ status, errorCode: problem, credits: 0 });
  });

  it('limits the rate of a key', async () => {
    const limited = key('limited', 'plan=10,rate=1/10s');
    expect((await get('/v4/echo?text=a', limited)).status).toBe(200);
    expect(await get('/v4/echo?text=a', limited)).toMatchObject({
      status: 429,
      body: { problem: 'slow_down' },
    });
  });

  it('has its own reply to unknown paths', async () => {
    expect(await get('/v4/nothing', key('lost'))).toMatchObject({
      status: 404,
      body: { success: false, error: 'Not Found', availableEndpoints: ['GET /v4/echo'] },
    });
    expect((await get('/v4/%zz')).body).toEqual({ problem: 'broken' });
  });

  it('supports forced outcomes by header and by rule', async () => {
    expect(await get('/v4/echo?text=a', key('forced'), { prefer: 'code=503' })).toMatchObject({
      status: 503,
      body: { problem: 'closed' },
    });
    const rule = { match: { key: key('ruled'), operation: 'v4/echo' }, respond: { status: 404 }, times: 1 };
    expect(await admin('POST', '/faults', rule)).toMatchObject({ status: 201 });
    expect(await get('/v4/echo?text=a', key('ruled'))).toMatchObject({ status: 404 });
    expect(await get('/v4/echo?text=a', key('ruled'))).toMatchObject({ status: 200 });
    const impossible = await admin('POST', '/faults', {
      match: { operation: 'v4/echo' },
      respond: { status: 418, errorCode: 'NO_SUCH' },
    });
    expect(impossible).toMatchObject({ status: 422 });
  });

  it('appears in the journal, the prices, the routes and the usage', async () => {
    await get('/v4/echo?text=a', key('seen'));
    const { body } = await admin('GET', `/requests?key=${encodeURIComponent(key('seen'))}`);
    expect(body['requests']).toMatchObject([
      { operation: 'v4/echo', status: 200, credits: 1.5, path: '/v4/echo' },
    ]);
    expect((await admin('GET', '/prices')).body['v4/echo']).toEqual({ rule: 'byCall', credits: 1.5 });
    expect((await admin('GET', '/routes')).body['routes']).toContainEqual(
      expect.objectContaining({ operation: 'v4/echo', generation: 4, path: '/v4/echo' }),
    );
    const usage = await ask({ method: 'GET', url: '/usage', headers: { 'api-key': key('seen') } });
    expect(usage.body['data']).toMatchObject({
      records: [{ endpoints: { 'v4/echo': { count: 1, creditsUsed: 1.5 } } }],
    });
  });

  it('has an OpenAPI document', async () => {
    const { body } = await admin('GET', '/openapi.json?generation=4');
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Creator analytics, generation 4' },
      components: { securitySchemes: { 'X-Key': { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    });
    const paths = body['paths'] as Record<string, { get: { responses: object; 'x-price': object } }>;
    expect(Object.keys(paths)).toEqual(['/echo']);
    expect(Object.keys(paths['/echo']?.get.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '404',
      '429',
      '500',
      '503',
    ]);
    expect(paths['/echo']?.get).toMatchObject({
      operationId: 'echo',
      summary: 'The text that was sent',
      'x-price': { rule: 'byCall', credits: 1.5 },
      responses: {
        200: { content: { 'application/json': { examples: { sample: { value: { cost: 1500 } } } } } },
      },
    });
  });

  it('does not change the other generations', async () => {
    expect((await sandbox.get('/clip/profile?uniqueId=sample.creator', key('other'))).status).toBe(200);
    expect((await sandbox.getV2('/v2/clipBasic?clipId=sample.creator', key('other'))).status).toBe(200);
    expect((await sandbox.get('/nothing')).body['availableEndpoints']).not.toContain('GET /v4/echo');
  });

  it('has cells in the report, and prices for quotes, from its tables alone', async () => {
    await get('/v4/echo', key('reported'));
    const { body } = await admin('GET', '/report');
    const { cells } = body['coverage'] as { cells: { operation: string; code: string; earned: number }[] };
    const own = cells.filter(({ operation }) => operation === 'v4/echo');
    expect(own.map(({ code }) => code)).toEqual(
      expect.arrayContaining(deps.outcomes.of('v4/echo' as never).map(({ errorCode }) => errorCode)),
    );
    expect(own.find(({ code }) => code === 'bad_request')?.earned).toBeGreaterThan(0);
    const quote = (parameters: object) => admin('POST', '/quote', { operation: 'v4/echo', parameters });
    expect((await quote({ text: 'hello' })).body).toEqual({ credits: { least: 1.5, most: 1.5 } });
    expect((await quote({})).body).toEqual({
      credits: { least: 1.5, most: 1.5 },
      refusal: { status: 400, code: 'bad_request' },
    });
  });
});
