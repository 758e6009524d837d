import { describe, expect, it } from 'vitest';
import { type Documented, lint, validatorOf } from '../app/openapi/documented.ts';
import { testApp } from '../harness.ts';
import { adminOf, type Method, problem } from './admin.ts';
import { makeState } from './live-state.ts';

interface Operation {
  summary?: string;
  operationId: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

const app = await testApp();
const admin = adminOf(app);
const document = (await admin('GET', '/openapi.json?surface=admin')).body as unknown as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Method,
    path: path.replace('/__admin', ''),
    operation,
  })),
);
/** Two of equal state: of a call with the type of a body that it has not, and of the same call without. */
const [plain, typed] = [adminOf(await testApp()), adminOf(await testApp())];

/** Fills a path with names that do not exist, so that no call can change anything. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'nobody');

const state = async (of: typeof app = app) =>
  JSON.stringify([
    await of.ledger.save(),
    of.deps.clock.setting,
    of.deps.faults.list(),
    [...of.deps.journal.all()],
    await of.ledger.snapshots.list(),
  ]);

describe('the admin surface', () => {
  it.each(routes)('refuses strangers at $method $path, and nothing changes', async ({ method, path }) => {
    const before = await state();
    for (const headers of [
      { host: 'evil.example' },
      { host: 'localhost.evil.example:4310' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const refused = await admin(method, filled(path), body, headers);
      expect(refused).toMatchObject({ status: 403, body: problem(403) });
      expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect(await state()).toBe(before);
  });

  it.each(routes.filter(({ operation }) => operation.requestBody))(
    'refuses too large and foreign bodies at $method $path',
    async ({ method, path }) => {
      const before = await state();
      const big = await admin(method, filled(path), { key: 'x'.repeat(10 * 1024 * 1024) });
      expect(big).toMatchObject({ status: 413, body: problem(413) });
      const foreign = await app.ask({
        method,
        url: `/__admin${filled(path)}`,
        headers: { host: 'localhost', 'content-type': 'text/plain' },
        payload: '{}',
      });
      expect(foreign).toMatchObject({ status: 415, body: problem(415) });
      expect(await state()).toBe(before);
    },
  );

  it.each(routes.filter(({ method, path }) => method !== 'GET' && path !== '/mcp'))(
    'takes the type of an empty body at $method $path for no body',
    async ({ method, path }) => {
      const [{ status, body }, named] = [
        await plain(method, filled(path)),
        await typed(method, filled(path), undefined, { 'content-type': 'application/json' }),
      ];
      expect(named).toMatchObject({ status, body });
    },
  );

  it('answers unknown and unreadable paths itself', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PUT', '/keys'],
      ['GET', '/keys/some-key/nothing'],
    ] as const)
      expect(await admin(method, path)).toMatchObject({
        status: 404,
        body: problem(404, expect.not.stringContaining('some-key')),
      });
    expect(await admin('GET', '/keys/%zz')).toMatchObject({ status: 400, body: problem(400) });
    expect(await admin('GET', `/keys/${'x'.repeat(2_000)}`)).toMatchObject({
      status: 414,
      body: problem(414),
    });
  });

  it('names the first five mistakes of a body', async () => {
    const mistakes = { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };
    const { status, body } = await admin('POST', '/reset', mistakes);
    expect(status).toBe(400);
    expect(String(body['detail']).match(/The body has no "\w+"/g)).toEqual(
      ['one', 'two', 'three', 'four', 'five'].map((name) => `The body has no "${name}"`),
    );
  });

  it('does not appear in the journal', async () => {
    const before = [...app.deps.journal.all()].length;
    await admin('GET', '/health');
    await admin('GET', '/nothing');
    expect([...app.deps.journal.all()]).toHaveLength(before);
  });
});

describe('the document of the admin surface', () => {
  it('has its version, and a token that may be given', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      security: [{}, { token: [] }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('passes a strict linter', async () => {
    expect(await lint(document as unknown as Documented)).toEqual([]);
  });

  it('agrees with every reply', async () => {
    const validator = validatorOf(document as unknown as Documented);
    await makeState(app, admin);
    await app.get('/nothing', 'made-here');
    await admin('PUT', '/snapshots/nobody');
    await admin('POST', '/keys', { key: 'nobody' });
    const bodies: Record<string, unknown> = {
      'PUT /clock': { mode: 'real' },
      'PUT /readings': { readings: [] },
      'POST /clock/advance': { by: '1d' },
      'POST /keys': {},
      'PATCH /keys/{key}': { limit: 5 },
      'POST /keys/{key}/credits': { plan: 5 },
      'POST /requests/wait': { match: {} },
      'POST /verify': { match: {}, atLeast: 1 },
      'POST /quote': { operation: 'clip/profile', parameters: {} },
      'POST /report/gates': {},
      'PUT /report/test': { key: 'nobody', test: 'a test' },
      'POST /faults': { match: {}, respond: { status: 500 } },
      'POST /reset': {},
      'POST /send': { path: '/usage', key: 'demo-full' },
    };
    const order = (method: string) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method);
    const calls = routes
      // The replies of /mcp and /metrics are those of other protocols.
      .filter(({ path }) => !/^\/(?:events|mcp|metrics|reset)\b/.test(path))
      .sort((a, b) => order(a.method) - order(b.method) || b.path.length - a.path.length)
      .concat(routes.filter(({ path }) => path === '/reset'));
    for (const { method, path, operation } of calls) {
      const where = path
        .replace('/requests/{id}', '/requests/1')
        .replace('/faults/{id}', `/faults/${app.deps.faults.list()[0]?.id}`)
        .replace('/openapi.json', '/openapi.json?surface=admin');
      const answer = await admin(method, filled(where), bodies[`${method} ${path}`]);
      const [status = '', { content } = {}] =
        Object.entries(operation.responses).find(([code]) => Number(code) < 300) ?? [];
      expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} ${status}`);
      if (!content?.['application/json']?.schema) continue;
      const at = ['paths', `/__admin${path}`, method.toLowerCase(), 'responses', status];
      const validate = validator([...at, 'content', 'application/json', 'schema']);
      validate(answer.body);
      expect(validate.errors ?? [], `${method} ${path}`).toEqual([]);
    }
  });
});

describe('the routes of the service', () => {
  it('are listed with operation and price for both generations', async () => {
    const { body } = await admin('GET', '/routes');
    expect(body['routes']).toEqual(
      expect.arrayContaining([
        {
          method: 'GET',
          path: '/clip/audience',
          operation: 'clip/audience',
          operationId: 'getClipAudience',
          generation: 3,
          price: expect.objectContaining({ credits: 10 }),
          refusals: expect.arrayContaining([{ status: 402, errorCode: 'INSUFFICIENT_CREDITS' }]),
        },
        {
          method: 'GET',
          path: '/v2/gramBasic',
          operation: 'v2/gramBasic',
          operationId: 'gramBasic',
          generation: 2,
          price: { rule: 'byCall', credits: 2 },
          refusals: expect.arrayContaining([{ status: 403, errorCode: 'QuotaNotEnough' }]),
        },
      ]),
    );
  });
});
