import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/core/values.ts';
import { testApp } from '../../harness.ts';

/** JSON that is nested more deeply than a recursive function can follow. */
const deep = {
  arrays: `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
  objects: `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
};

const { app, deps } = await testApp();
const headers = { 'content-type': 'application/json', 'api-key': 'demo-full', apiId: 'demo-full' };

/** Marks the place for deep JSON. */
const here = '@@here@@';

/** The value with the mark in place of each part of it in turn. */
function* markedIn(value: unknown): Generator<unknown, void> {
  yield here;
  if (Array.isArray(value))
    for (const [at, part] of value.entries())
      for (const marked of markedIn(part)) yield value.with(at, marked);
  if (isObject(value))
    for (const [name, part] of Object.entries(value))
      for (const marked of markedIn(part)) yield { ...value, [name]: marked };
}

const posted = deps.servedRoutes.filter(({ method }) => method === 'POST');

describe.each(Object.entries(deep))('deep %s', (_, json) => {
  const sent = async (method: 'POST' | 'PUT' | 'PATCH', url: string, body: unknown) => {
    const payload = Buffer.from(JSON.stringify(body).replace(`"${here}"`, json));
    const { statusCode } = await app.inject({ method, url, headers, payload });
    return statusCode;
  };

  it.each(posted.map(({ path, about }) => [path, about.sample] as const))(
    'are no unexpected failure in any place of POST %s',
    async (path, sample) => {
      const fields = [
        here,
        [here],
        { [here]: 1 },
        { recentVideos: here },
        { profile: here, performance: here },
      ];
      const bodies = [
        ...markedIn(sample),
        { ...sample, other: here },
        ...fields.map((value) => ({ ...sample, fields: value })),
      ];
      for (const body of bodies)
        expect([200, 400, 403], JSON.stringify(body)).toContain(await sent('POST', path, body));
    },
  );

  it('are no unexpected failure in `fields` of a query', async () => {
    for (const fields of [json.slice(0, 6_000), json, `{"recentVideos":${json}}`]) {
      const url = `/clip/content-detail?uniqueId=sample.creator&fields=${encodeURIComponent(fields)}`;
      expect((await app.inject({ url, headers })).statusCode).toBe(400);
    }
  });

  it.each([
    ['POST', '/keys', { plan: 1, rate: { count: 1, windowMs: 1000 }, allow: ['nls'] }],
    ['PATCH', '/keys/demo-low', { plan: 1, limit: 1 }],
    ['POST', '/keys/demo-low/credits', { plan: 1 }],
    ['POST', '/reset', { key: 'demo-low' }],
    ['PUT', '/clock', { mode: 'frozen', at: 1 }],
    ['POST', '/clock/advance', { by: '1s' }],
    [
      'POST',
      '/faults',
      { match: { operation: 'nls', body: { '/a': 1 } }, respond: { status: 503 }, hold: { until: 1 } },
    ],
    ['POST', '/faults', { match: { query: { a: 'b' } }, sequence: ['fail', { status: 503 }] }],
    ['POST', '/verify', { match: { key: 'demo-low', body: { '': 1 } }, exactly: 1 }],
    ['POST', '/requests/wait', { match: { body: { '/a': [1] } }, timeoutMs: 0 }],
    ['POST', '/quote', { operation: 'clip/profile', parameters: { uniqueId: 'a', fields: {} } }],
    ['POST', '/send', { method: 'POST', path: '/clip/search', body: { filters: [{ value: 1 }] } }],
    [
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'call', arguments: { parameters: { a: 1 } } },
      },
    ],
    ['POST', '/mcp', [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } }]],
    [
      'PUT',
      '/snapshots/deep',
      { format: 1, ledger: { accounts: [{ id: 'a' }], keys: [{}] }, faults: [{ match: {} }] },
    ],
  ] as const)('are no unexpected failure in any place of %s /__admin%s', async (method, path, body) => {
    for (const marked of markedIn(body))
      expect(await sent(method, `/__admin${path}`, marked), JSON.stringify(marked)).toBeLessThan(500);
  });
});
