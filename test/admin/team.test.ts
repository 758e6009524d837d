import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { routeScopes } from '../../src/admin/access/route-scopes.ts';
import { keyIdOf } from '../../src/core/keys/digest.ts';
import { testApp } from '../harness.ts';
import { adminOf, type Method, problem } from './admin.ts';
import { callsAs, teams, tokensOf } from './tokens.ts';

const app = await testApp({ adminTokens: teams });
const as = callsAs(app);
const [a, b, reader, root] = ['a', 'b', 'reader', 'root'].map(as) as [
  ReturnType<typeof as>,
  ReturnType<typeof as>,
  ReturnType<typeof as>,
  ReturnType<typeof as>,
];
const routes = Object.keys(routeScopes).map((name) => name.split(' ') as [Method, string]);

let made = 0;
/** A key of team A with a request, and one of team B. */
async function twoTeams() {
  made += 1;
  const keys = { a: `key-of-a-${made}`, b: `key-of-b-${made}` };
  for (const team of ['a', 'b'] as const)
    expect(
      await as(team)('POST', '/keys', { key: keys[team], label: `team-${team}-${made}`, plan: 100 }),
    ).toMatchObject({ status: 201 });
  const ids = {
    a: (await root('GET', `/keys/${keys.a}`)).body['id'] as string,
    b: (await root('GET', `/keys/${keys.b}`)).body['id'] as string,
  };
  for (const team of ['a', 'b'] as const)
    await app.get(`/clip/profile?uniqueId=of-${team}-${made}`, keys[team]);
  return { keys, ids, labels: { a: `team-a-${made}`, b: `team-b-${made}` } };
}

describe('the scope of a token', () => {
  it('is in the table for every route of the surface', async () => {
    const { body } = await root('GET', '/openapi.json?surface=admin');
    const documented = Object.entries(body['paths'] as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace('/__admin', '').replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    // These are not documented.
    const others = ['GET /', 'GET /assets/:file', 'GET /mcp', 'DELETE /mcp'];
    expect([...documented, ...others].sort()).toEqual(Object.keys(routeScopes).sort());
  });

  it.each(routes)('admits whom the table says: %s %s', async (method, path) => {
    const needs = routeScopes[`${method} ${path}`];
    const where = path.replaceAll(/:\w+/g, 'nobody');
    const admin = adminOf(app);
    const missing = { read: 'own', own: 'read' } as const;
    for (const [call, scope] of [
      [reader, 'read'],
      [a, 'own'],
    ] as const) {
      const isRefused = needs === 'all' || needs === missing[scope];
      // An empty body is refused after the scope is; the event stream would not end.
      if (!isRefused) continue;
      const refused = await call(method, where, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect(refused).toMatchObject({ status: 403, body: problem(403) });
      expect(refused.body).toMatchObject({ scope: needs });
      expect(refused.body['detail']).toContain(`scope ${needs}`);
    }
    if (needs === 'open') {
      expect(
        (await app.app.inject({ method, url: `/__admin${where}`, headers: { host: 'x' } })).statusCode,
      ).not.toBe(401);
      return;
    }
    expect(await admin(method, where)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  });

  it('ends the start for a route without one', async () => {
    const { addAdminSurface } = await import('../../src/admin/plugin.ts');
    const { default: fastify } = await import('fastify');
    const bare = fastify({ exposeHeadRoutes: false });
    bare.register(
      async (scope) => {
        await addAdminSurface(scope, app.deps, {
          documents: async () => ({}),
          numbers: [3],
          quoter: { quote: async () => ({ credits: { least: 0, most: 0 } }), close: async () => {} },
          inner: { inject: () => Promise.reject(new Error('unused')), headerAt: () => '' },
          agents: { answer: () => Promise.reject(new Error('unused')), close: async () => {} },
        });
        scope.get('/a-new-route', () => 'x');
      },
      { prefix: '/__admin' },
    );
    await expect(bare.ready()).rejects.toThrow('GET /a-new-route has no scope');
  });

  it('is told to its holder, with what it may not call', async () => {
    expect((await a('GET', '/token')).body).toMatchObject({
      name: 'a',
      scope: 'own',
      labels: ['team-a-*'],
      refused: expect.arrayContaining(['GET /report', 'POST /mcp']),
    });
    expect((await root('GET', '/token')).body).toEqual({ name: 'root', scope: 'all', refused: [] });
  });

  it('lets one who reads change nothing, not even by naming a key that describes itself', async () => {
    const { ids } = await twoTeams();
    const key = `sandbox:plan=5:read-${made}`;
    expect((await reader('GET', `/keys/${encodeURIComponent(key)}`)).status).toBe(404);
    expect((await reader('POST', '/quote', { operation: 'clip/profile', parameters: {}, key })).status).toBe(
      404,
    );
    expect(app.ledger.originOf(key)).toBeUndefined();
    await app.get('/usage', key);
    expect((await reader('GET', `/keys/${encodeURIComponent(key)}`)).status).toBe(200);
    expect((await reader('GET', `/keys/${ids.a}`)).status).toBe(200);
    expect((await reader('GET', `/keys/${ids.b}/entries`)).status).toBe(200);
    expect((await reader('GET', '/report')).status).toBe(200);
  });

  it('leaves out of the settings every token and digest', async () => {
    expect(JSON.stringify((await a('GET', '/settings')).body)).not.toMatch(/adminTokens|digest|team-b/);
  });
});

describe('a token for the own keys', () => {
  it('sees its keys and no others', async () => {
    const { keys, ids, labels } = await twoTeams();
    const listed = (await a('GET', '/keys?limit=1000')).body['keys'] as { id: string; label: string }[];
    expect(listed.map(({ id }) => id)).toContain(ids.a);
    expect(listed.filter(({ label }) => !label?.startsWith('team-a-'))).toEqual([]);
    const unknown = (await a('GET', '/keys/nobody')).body;
    expect((await a('GET', '/requests/999999')).status).toBe(404);
    for (const name of [keys.b, ids.b, labels.b, ids.b.slice(0, 8), 'demo-full'])
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/entries'],
        ['PATCH', '', { limit: 1 }],
        ['DELETE', ''],
        ['POST', '/credits', { plan: 5 }],
      ] as const) {
        const refused = await a(method, `/keys/${name}${path}`, body);
        expect(refused).toMatchObject({ status: 404 });
        expect(refused.body).toEqual(unknown);
      }
    for (const name of [keys.a, ids.a, labels.a]) expect((await a('GET', `/keys/${name}`)).status).toBe(200);
    expect((await a('PATCH', `/keys/${ids.a}`, { limit: 50 })).status).toBe(200);
    expect((await a('POST', '/reset', { key: ids.a })).status).toBe(200);
    expect((await a('DELETE', `/keys/${ids.a}`)).status).toBe(204);
    expect((await b('GET', `/keys/${ids.b}`)).status).toBe(200);
  });

  it('finds its keys behind a thousand of others', async () => {
    const crowded = await testApp({ adminTokens: teams });
    for (let n = 0; n < 1_000; n++) await crowded.get('/usage', `sandbox:plan=1:team-b-${n}`);
    await crowded.get('/usage', 'sandbox:plan=1:team-a-1');
    expect((await callsAs(crowded)('root')('GET', '/keys/team-a-1')).status).toBe(200);
    const { body } = await callsAs(crowded)('a')('GET', '/keys');
    expect(body).toMatchObject({ keys: [{ label: 'team-a-1' }], cursor: null });
    for (let n = 2; n <= 5; n++) await crowded.get('/usage', `sandbox:plan=1:team-a-${n}`);
    const pages: unknown[] = [];
    for (let cursor: unknown = '0'; cursor !== null; ) {
      const page = (await callsAs(crowded)('a')('GET', `/keys?limit=2&cursor=${cursor}`)).body;
      pages.push((page['keys'] as { label: string }[]).map(({ label }) => label));
      cursor = page['cursor'];
    }
    expect(pages).toEqual([['team-a-1', 'team-a-2'], ['team-a-3', 'team-a-4'], ['team-a-5']]);
  });

  it('creates only keys that are its own', async () => {
    const refused = (what: string) => ({
      status: 403,
      body: problem(403, expect.stringContaining(what), { scope: 'all' }),
    });
    for (const body of [{}, { label: 'team-b-1' }, { label: 'team-a' }, { label: 'x team-a-1' }])
      expect(await a('POST', '/keys', body)).toMatchObject(refused('A key whose label is not team-a-*'));
    expect(await a('POST', '/keys', { label: 'team-a-x', account: 'other' })).toMatchObject(
      refused('An account whose name is not team-a-*'),
    );
    for (const label of ['team-a-x', 'team-a-z'])
      expect((await a('POST', '/keys', { label, account: 'team-a-y' })).status).toBe(201);
    await root('POST', '/keys', { account: 'team-a-of-b', label: 'team-b-x' });
    expect(await a('POST', '/keys', { label: 'team-a-x', account: 'team-a-of-b' })).toMatchObject({
      status: 409,
      body: problem(409, 'Keys of others have this account.'),
    });
    const foreign = `sandbox:plan=5:team-b-new`;
    const own = `sandbox:plan=5:team-a-new`;
    expect((await a('GET', `/keys/${encodeURIComponent(foreign)}`)).status).toBe(404);
    expect(app.ledger.originOf(foreign)).toBeUndefined();
    expect((await a('GET', `/keys/${encodeURIComponent(own)}`)).status).toBe(200);
  });

  it('does not get a key by the label that its text had before', async () => {
    made += 1;
    const key = `text-of-two-${made}`;
    const { id } = (await a('POST', '/keys', { key, label: `team-a-${made}` })).body;
    await a('DELETE', `/keys/${id}`);
    await root('POST', '/keys', { key });
    expect((await a('GET', `/keys/${id}`)).status).toBe(404);
    await root('DELETE', `/keys/${id}`);
    expect((await b('POST', '/keys', { key, label: `team-b-${made}` })).status).toBe(201);
    expect((await a('GET', `/keys/${id}`)).status).toBe(404);
    expect((await b('GET', `/keys/${id}`)).status).toBe(200);
  });

  it('waits for a request with a key that its first use creates, and for no other', async () => {
    made += 1;
    const waiting = a('POST', '/requests/wait', {
      match: { path: '/clip/profile', query: { uniqueId: `late-${made}` } },
    });
    await app.get(`/clip/profile?uniqueId=late-${made}`, `sandbox:plan=5:team-b-${made}`);
    await app.get(`/clip/profile?uniqueId=late-${made}`, `sandbox:plan=5:team-a-${made}`);
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(body['actual']).toBe(1);
  });

  it('places and sees rules for its keys only', async () => {
    const { ids } = await twoTeams();
    const rule = (key?: string) => ({ match: { ...(key && { key }) }, respond: { status: 500 } });
    expect(await a('POST', '/faults', rule())).toMatchObject({ status: 403, body: { scope: 'all' } });
    expect((await a('POST', '/faults', rule(ids.b))).status).toBe(404);
    const own = (await a('POST', '/faults', rule(ids.a))).body;
    const foreign = (await b('POST', '/faults', rule(ids.b))).body;
    const whole = (await root('POST', '/faults', { ...rule(), match: { path: '/usage' } })).body;
    const seen = (await a('GET', '/faults')).body['faults'] as { id: string }[];
    expect(seen.map(({ id }) => id)).toContain(own['id']);
    for (const { id } of [foreign, whole]) {
      expect(seen.map((each) => each.id)).not.toContain(id);
      expect((await a('DELETE', `/faults/${id}`)).status).toBe(404);
      expect((await a('POST', `/faults/${id}/release`)).status).toBe(404);
    }
    expect((await a('GET', `/faults?key=${ids.b}`)).status).toBe(404);
    expect((await a('DELETE', '/faults')).body).toEqual({ removed: seen.length });
    const left = (await root('GET', '/faults')).body['faults'] as { id: string }[];
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([foreign['id'], whole['id']]));
    await root('DELETE', '/faults');
  });

  it('does not learn from its rules that others sent requests', async () => {
    const { keys, ids } = await twoTeams();
    await a('POST', '/reset', { key: ids.a });
    await a('POST', '/faults', {
      match: { key: ids.a, query: { uniqueId: 'never' } },
      respond: { status: 500 },
    });
    await app.get('/clip/profile?uniqueId=x', keys.b);
    const warnings = async () =>
      ((await a('GET', `/faults?key=${ids.a}`)).body['faults'] as { warning?: string }[]).map(
        ({ warning }) => warning,
      );
    expect(await warnings()).toEqual([undefined]);
    await app.get('/clip/profile?uniqueId=x', keys.a);
    expect(await warnings()).toEqual(['This rule never fired.']);
    await a('DELETE', '/faults');
  });

  it('sends with its keys only, and is told the same of keys that are there and of those that are not', async () => {
    const { keys, ids } = await twoTeams();
    const send = (body: object) => a('POST', '/send', { path: '/usage', ...body });
    await root('POST', '/keys', { label: `team-a-${made}` });
    expect((await send({ key: `team-a-${made}` })).status).toBe(409);
    const refusals = [
      await send({}),
      await send({ key: null }),
      await send({ key: keys.b }),
      await send({ key: ids.b }),
      await send({ key: 'nobody' }),
      ...(await Promise.all(
        ['api-key', 'Api-Key', 'API-KEY', 'apiid', 'apiId'].map((name) =>
          send({ key: keys.a, headers: { [name]: keys.b } }),
        ),
      )),
    ];
    for (const refused of refusals) expect(refused).toMatchObject({ status: 403, body: { scope: 'all' } });
    expect(refusals[2]?.body).toEqual(refusals[4]?.body);
    for (const more of [{}, { headers: { Accept: '*/*' } }])
      expect((await send({ key: keys.a, ...more })).body['status']).toBe(200);
    const [foreign] = (await b('GET', `/requests?key=${ids.b}`)).body['requests'] as { id: number }[];
    expect((await a('POST', '/send', { request: foreign?.id })).status).toBe(404);
  });

  it('gets the rows of its keys from the report, those of gone keys too', async () => {
    const { ids } = await twoTeams();
    const rows = async (call: typeof a) =>
      ((await call('GET', '/report/keys')).body['keys'] as { key: string }[]).map(({ key }) => key);
    expect(await rows(a)).toContain(ids.a);
    expect(await rows(a)).not.toContain(ids.b);
    await a('DELETE', `/keys/${ids.a}`);
    expect(await rows(a)).toContain(ids.a);
    expect(await rows(reader)).toEqual(expect.arrayContaining([ids.a, ids.b]));
  });

  it('gets no row of a gone key whose account another team shared', async () => {
    made += 1;
    const { id, account } = (
      await a('POST', '/keys', { label: `team-a-${made}`, plan: 5, key: `shared-${made}` })
    ).body;
    await app.get('/usage', `shared-${made}`);
    const beside = (await root('POST', '/keys', { account, label: `team-b-${made}` })).body;
    for (const key of [id, beside['id']]) await root('DELETE', `/keys/${key}`);
    const rows = JSON.stringify((await a('GET', '/report/keys')).body);
    expect(rows).not.toContain(id);
  });

  it('gets the row of a gone key that shared its account with a key that describes itself as its own', async () => {
    for (const [label, isOwn] of [
      ['team-a-described', true],
      ['team-b-described', false],
    ] as const) {
      made += 1;
      const described = `sandbox:plan=5:${label}`;
      await app.get('/usage', described);
      const { id, account } = (await root('GET', `/keys/${described}`)).body;
      const key = `beside-${made}`;
      const beside = (await root('POST', '/keys', { account, label: `team-a-${made}`, key })).body;
      await app.get('/usage', key);
      for (const gone of [id, beside['id']]) await root('DELETE', `/keys/${gone}`);
      const rows = JSON.stringify((await a('GET', '/report/keys')).body);
      expect(rows.includes(String(beside['id']))).toBe(isOwn);
    }
  });

  it('hears of its keys only', async () => {
    const { keys, ids } = await twoTeams();
    await app.app.listen({ port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const leaving = new AbortController();
    const listen = async (token: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}/__admin/events`, {
        headers: { authorization: `Bearer token-of-${token}` },
        signal: leaving.signal,
      });
      return reply.body as ReadableStream<Uint8Array>;
    };
    const [ofTeam, ofReader] = await Promise.all([listen('a'), listen('reader')]);
    await app.get('/clip/profile?uniqueId=of-nobody');
    await app.get(`/clip/profile?uniqueId=${app.world.example.clip}`, keys.b);
    await b('POST', '/faults', { match: { key: ids.b }, respond: { status: 503 } });
    await app.get('/clip/profile?uniqueId=of-b', keys.b);
    await app.get('/clip/profile?uniqueId=the-last', keys.a);
    for (const [body, hears] of [
      [ofTeam, false],
      [ofReader, true],
    ] as const) {
      const heard = await textUntil(body, 'the-last');
      for (const word of ['of-nobody', 'of-b', ids.b, 'event: charge', 'event: fault', 'event: audit'])
        expect([word, heard.includes(word)]).toEqual([word, hears]);
    }
    leaving.abort();
    await b('DELETE', '/faults');
  });
});

/** Reads a stream until a word comes. */
async function textUntil(body: ReadableStream<Uint8Array>, word: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(word)) return text;
  }
  throw new Error(`the stream ended without ${word}`);
}

describe('the limits of a token', () => {
  it('bound its keys and its rules, and nobody else is held up', async () => {
    const small = await testApp({
      adminTokens: tokensOf([
        { name: 'small', scope: 'own', labels: ['small-*'], maxKeys: 2, maxRules: 1 },
        { name: 'other', scope: 'own', labels: ['other-*'] },
      ]),
    });
    const call = callsAs(small)('small');
    expect((await call('POST', '/keys', { label: 'small-1' })).status).toBe(201);
    const { id } = (await call('POST', '/keys', { label: 'small-2' })).body;
    const refused = await call('POST', '/keys', { label: 'small-3' });
    expect(refused).toMatchObject({ status: 409, body: { limit: 'maxKeys' } });
    expect((await call('GET', `/keys/${encodeURIComponent('sandbox:plan=1:small-4')}`)).status).toBe(409);
    expect((await callsAs(small)('other')('POST', '/keys', { label: 'other-1' })).status).toBe(201);

    const rule = { match: { key: id }, respond: { status: 500 }, times: 1 };
    expect((await call('POST', '/faults', rule)).status).toBe(201);
    expect(await call('POST', '/faults', rule)).toMatchObject({ status: 409, body: { limit: 'maxRules' } });
    await call('DELETE', '/faults');
    expect((await call('POST', '/faults', rule)).status).toBe(201);
    await call('DELETE', `/keys/${id}`);
    expect((await call('POST', '/keys', { label: 'small-5' })).status).toBe(201);
  });

  it('bound its waits', async () => {
    const small = await testApp({
      adminTokens: tokensOf([{ name: 'small', scope: 'own', labels: ['small-*'], maxWatchers: 1 }]),
    });
    const call = callsAs(small)('small');
    const wait = { match: { path: '/clip/profile' }, timeoutMs: 60_000 };
    const first = call('POST', '/requests/wait', wait);
    // The first one may not have begun yet: then the second waits, and is refused as the first would be.
    const second = call('POST', '/requests/wait', wait);
    expect(await Promise.race([first, second])).toMatchObject({
      status: 409,
      body: { limit: 'maxWatchers' },
    });
    await small.get('/clip/profile?uniqueId=x', 'sandbox:plan=1:small-1');
    const ended = await Promise.all([first, second]);
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call('POST', '/requests/wait', wait)).status).toBe(200);

    const base = await small.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer token-of-small' };
    const watch = () => fetch(`${base}/__admin/events`, { headers, signal: leaving.signal });
    expect([(await watch()).status, (await watch()).status]).toEqual([200, 409]);
    leaving.abort();
    await expect.poll(async () => (await call('POST', '/requests/wait', wait)).status).toBe(200);
  });
});

describe('the audit', () => {
  it('has every call that changed something, and no secret', async () => {
    const { keys, ids } = await twoTeams();
    const before = ((await root('GET', '/audit?limit=1000')).body['entries'] as { id: number }[]).at(-1)?.id;
    const heard: unknown[] = [];
    const stop = app.deps.events.listen(({ name, data }) => void (name === 'audit' && heard.push(data)));
    await a('PATCH', `/keys/${keys.a}`, { limit: 5 });
    await a('GET', `/keys/${keys.a}`);
    await a('PATCH', `/keys/${keys.b}`, { limit: 5 });
    expect((await a('PATCH', `/keys/${keys.a}`, { limit: -5 })).status).toBe(400);
    await root('PUT', '/snapshots/mine');
    const rule = (await a('POST', '/faults', { match: { key: ids.a }, respond: { status: 500 } })).body['id'];
    await a('DELETE', `/faults/${rule}`);
    stop();
    const { entries } = (await reader('GET', `/audit?cursor=${before}`)).body as { entries: object[] };
    const common = { at: expect.any(Number), status: 200 };
    expect(entries).toEqual([
      {
        ...{ ...common, id: Number(before) + 1, token: 'a', scope: 'own' },
        ...{ call: 'PATCH /keys/:key', keys: [ids.a] },
      },
      {
        ...{ ...common, id: Number(before) + 2, token: 'root', scope: 'all' },
        ...{ call: 'PUT /snapshots/:name', keys: [], name: 'mine' },
      },
      {
        ...{ ...common, status: 201, id: Number(before) + 3, token: 'a', scope: 'own' },
        ...{ call: 'POST /faults', keys: [ids.a] },
      },
      {
        ...{ ...common, id: Number(before) + 4, token: 'a', scope: 'own' },
        ...{ call: 'DELETE /faults/:id', keys: [ids.a], name: rule },
      },
    ]);
    expect(heard).toEqual(entries);
    const all = JSON.stringify((await root('GET', '/audit?limit=1000')).body);
    expect(all).not.toMatch(/token-of-|key-of-/);
    expect((await a('GET', '/audit')).status).toBe(403);
    expect(
      ((await root('GET', '/audit?token=root')).body['entries'] as { token: string }[]).every(
        ({ token }) => token === 'root',
      ),
    ).toBe(true);
  });
});

it('the audit has the latest thousand calls, oldest first', async () => {
  const busy = await testApp({ adminTokens: teams });
  const call = callsAs(busy)('root');
  for (let n = 0; n < 1_001; n++) await call('DELETE', '/faults');
  const idsOf = async (query: string) =>
    ((await call('GET', `/audit?${query}`)).body['entries'] as { id: number }[]).map(({ id }) => id);
  expect(await idsOf('limit=1000')).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 2));
  expect(await idsOf('limit=2&cursor=10')).toEqual([11, 12]);
  // Replicas write it without running their batches in turn.
  const rows = ['audit ', 'last-audit'].flatMap((prefix) => busy.ledger.shared.globalRows(prefix));
  expect([rows.length, rows.some(({ counter }) => counter)]).toEqual([1_001, false]);
});

it('the admin token may do everything, however many others there are', async () => {
  const tokens = tokensOf([{ name: 'reader', scope: 'read' }]);
  const guarded = await testApp({ adminTokens: tokens, adminToken: 'token-of-nobody' });
  expect((await callsAs(guarded)('nobody')('DELETE', '/faults')).status).toBe(200);
  expect((await callsAs(guarded)('reader')('DELETE', '/faults')).status).toBe(403);
});

describe('the keys that their first use opens', () => {
  it('count for the token of their label, and take no room of others', async () => {
    const small = await testApp({
      adminTokens: tokensOf([
        { name: 'small', scope: 'own', labels: ['small-*', '*-small'], maxKeys: 2 },
        { name: 'other', scope: 'own', labels: ['other-*'], maxKeys: 2 },
      ]),
    });
    const statusOf = async (label: string) => (await small.get('/usage', `sandbox:plan=1:${label}`)).status;
    expect((await callsAs(small)('small')('POST', '/keys', { label: 'small-0' })).status).toBe(201);
    expect(await statusOf('one-small')).toBe(200);
    expect(await statusOf('small-2')).toBe(401);
    expect(await statusOf('one-small')).toBe(200);
    for (const label of ['other-1', 'other-2', 'nobodys-1', 'nobodys-2'])
      expect(await statusOf(label)).toBe(200);
    expect(small.warnings.join()).toContain('\\"small\\" may have 2 keys at once (maxKeys)');
    await callsAs(small)('small')('DELETE', '/keys/one-small');
    expect([await statusOf('small-2'), await statusOf('small-3')]).toEqual([200, 401]);
    const account = `account-${keyIdOf('sandbox:plan=1:small-2')}`;
    await small.ledger.keys.create({ key: 'of-nobody', account }, 0);
    expect(await statusOf('small-3')).toBe(200);
  });
});
