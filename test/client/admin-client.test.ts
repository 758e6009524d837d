import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openEventFeed } from '../../src/client/event-feed.ts';
import {
  AdminError,
  type ClockView,
  connect,
  createSandbox,
  forKey,
  type RequestFilter,
} from '../../src/library/index.ts';

const sandbox = await createSandbox({ size: 60, clock: '2026-06-01T12:00:00Z' });
afterAll(() => sandbox.close());
const look = (headers: Record<string, string>) => fetch(sandbox.exampleUrl, { headers });

describe('a sandbox in the same process', () => {
  it('lists all requests of the journal, more than one page', async () => {
    const keys = await Promise.all([sandbox.key({ plan: 0 }), sandbox.key({ plan: 0 })]);
    const ids = new Set<string | null>(keys.map(({ id }) => id));
    for (let round = 0; round < 26; round++)
      await Promise.all(Array.from({ length: 40 }, (_, n) => look(keys[n % 2]?.headers ?? {})));
    const { traceId } = (await (await look(keys[0].headers)).json()) as { traceId: string };

    const requests = await sandbox.requests();
    expect(requests.filter(({ key }) => ids.has(key))).toHaveLength(26 * 40 + 1);
    expect(requests.at(-1)).toMatchObject({ traceId });
  });

  it('shows what the client did, and the requests nearest to an expectation', async () => {
    const key = await sandbox.key({ plan: 10 });
    await look(key.headers);
    expect(await sandbox.requests({ key: key.id })).toMatchObject([
      { operation: 'clip/profile', status: 200, credits: 2 },
    ]);
    expect(await sandbox.waitFor({ key: key.id, operation: 'clip/profile' })).toHaveLength(1);
    await sandbox.verify({ key: key.id, operation: 'clip/profile' }, { exactly: 1 });
    const unmet = sandbox.verify({ key: key.id, operation: 'gram/profile' }, { atLeast: 1 });
    await expect(unmet).rejects.toThrow(AdminError);
    await expect(unmet).rejects.toThrow(
      /^Matching requests: expected at least 1, found 0\.\n[\s\S]*GET \/clip\/profile.*, answered 200\n +operation is clip\/profile, not gram\/profile$/,
    );
    await sandbox.reset(key.id);
    expect(await sandbox.requests({ key: key.id })).toEqual([]);
  });

  it('passes every term on, of a list as of a check', async () => {
    const key = await sandbox.key({ plan: 10 });
    await look(key.headers);
    for (const term of [
      { operation: 'usage' },
      { path: '/usage' },
      { query: { uniqueId: 'nobody' } },
      { status: 404 },
      { errorCode: 'NOT_FOUND' },
      { decision: 'fields-get' },
      { since: '2026-06-02' },
      { filter: 'status=404' },
    ] as RequestFilter[]) {
      const given = { key: key.id, ...term };
      await sandbox.verify(given, { exactly: 0 });
      await expect(sandbox.waitFor(given, 1, 0)).rejects.toMatchObject({ status: 408 });
      expect([term, await sandbox.count(given), await sandbox.requests(given)]).toEqual([term, 0, []]);
      expect(await sandbox.har(given)).toMatchObject({ log: { entries: [] } });
    }
  });

  it('explains that its admin surface is off', async () => {
    const closed = await createSandbox({ size: 60, admin: false });
    await expect(closed.key()).rejects.toThrow('The admin surface of this sandbox is off.');
    await closed.close();
  });
});

describe('the functions of the admin surface', () => {
  it('reach every operation of its document, in this process and from elsewhere', async () => {
    const called = new Set<string>();
    const note = (message: unknown) => {
      const { method, url } = (message as { request: IncomingMessage }).request;
      called.add(`${method} ${url?.replace(/^\/__admin|\?.*$/g, '')}`);
    };
    subscribe('http.server.request.start', note);
    const own = await createSandbox({
      size: 60,
      clock: '2026-06-01T12:00:00Z',
      adminToken: 'secret',
    });
    try {
      await callAll(await connect(own.url, { token: 'secret' }));
      const document = (await own.openapi('admin')) as { paths: Record<string, object> };
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/__admin', '')}`),
      );
      const reached = new Set([...called].map((call) => operationOf(call, operations)));
      // Agents and monitoring systems call these, by protocols of their own.
      expect(operations.filter((operation) => !reached.has(operation))).toEqual([
        'GET /metrics',
        'POST /mcp',
      ]);
      expect(operations.length).toBeGreaterThan(40);
    } finally {
      unsubscribe('http.server.request.start', note);
      await own.close();
    }
  });

  /** The operation itself, or the one with parameters in its path. */
  const operationOf = (call: string, operations: readonly string[]) =>
    operations.find((operation) => operation === call) ??
    operations.find((operation) =>
      new RegExp(`^${operation.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(call),
    );

  /** Calls each function once, and checks what it gives. */
  async function callAll(admin: Awaited<ReturnType<typeof connect>>) {
    const key = await admin.key({ key: 'a/key?of#its%41own', plan: 10, fractional: true });
    const feed = await admin.events(key.id);
    const reply = await fetch(`${admin.url}/usage`, { headers: key.headers });
    const { traceId } = (await reply.json()) as { traceId: string };
    for await (const { event, data } of feed) {
      expect([event, data]).toEqual([
        'request',
        expect.objectContaining({ key: key.id, operation: 'usage' }),
      ]);
      break;
    }
    await fetch(`${admin.url}/clip/profiles`, { headers: key.headers });

    expect(await admin.findKey(key.key)).toMatchObject({ id: key.id });
    expect((await admin.keys()).map(({ id }) => id)).toContain(key.id);
    expect(await admin.changeKey(key.key, { limit: 50 })).toMatchObject({ limit: 50 });
    expect(await admin.topUp(key.id, { purchased: 3 })).toMatchObject({ purchased: 3 });
    expect((await admin.entries(key.id)).map(({ kind, balance }) => [kind, balance])).toEqual([
      ['open', 10],
      ['topUp', 13],
    ]);
    expect(await admin.spent(key.id)).toBe(0);

    const [recorded, unknown] = await admin.requests({ key: key.id });
    expect(recorded).toMatchObject({ traceId, operation: 'usage', status: 200 });
    const id = recorded?.id ?? 0;
    expect(await admin.request(id)).toEqual({ ...recorded, nearest: null });
    expect(JSON.parse((await admin.reply(id)).body)).toMatchObject({ traceId });
    expect(await admin.count({ key: key.id, status: 200 })).toBe(1);
    expect(await admin.unmatched({ key: key.id })).toEqual([{ ...unknown, nearest: 'GET /clip/profile' }]);
    expect(await admin.har({ key: key.id })).toMatchObject({ log: { version: '1.2' } });
    expect(await admin.waitFor({ key: key.id, operation: 'usage' })).toHaveLength(1);
    await admin.verify({ key: key.id }, { exactly: 2 });
    await admin.verifyOrder([{ operation: 'usage' }, { path: '/clip/profiles' }]);
    expect(await admin.send({ path: '/usage', key: key.id })).toMatchObject({ status: 200 });
    expect(await admin.quote({ operation: 'usage', parameters: {} })).toMatchObject({
      credits: { least: 0, most: 0 },
    });

    const placed = await admin.fault({ match: { key: key.id }, hold: {} });
    expect(await placed.release()).toBe(0);
    await placed.remove();
    await expect(placed.remove()).rejects.toThrow(AdminError);
    await expect(admin.verifyOrder([{ operation: 'nls' }, {}])).rejects.toThrow(AdminError);
    await expect(admin.reset('nobody')).rejects.toThrow(AdminError);
    await admin.fault({ match: { key: key.id }, respond: { status: 503 } });
    expect((await admin.faults(key.id)).map(({ respond }) => respond)).toEqual([{ status: 503 }]);
    expect(await admin.removeFaults(key.id)).toBe(1);
    const readings = [{ description: 'hello', message: 'Hi' }];
    expect(await admin.readings(readings)).toEqual(readings);
    expect(await admin.readings()).toEqual(readings);
    expect(await admin.readings([{ description: 'hello', message: 'Mine' }], key.id)).toHaveLength(1);
    expect(await admin.readings(undefined, key.id)).toEqual([{ description: 'hello', message: 'Mine' }]);
    expect((await admin.profiles()).map(({ name }) => name)).toContain('dribble');

    const at = Date.parse('2026-07-01T00:00:00Z');
    await admin.freeze();
    expect(await admin.clock()).toMatchObject({ mode: 'frozen' });
    await admin.freeze(new Date(at));
    expect(await admin.clock()).toEqual({ mode: 'frozen', at, now: at } satisfies ClockView);
    await admin.advance('1d');
    expect((await admin.clock()).now).toBe(at + 86_400_000);
    await admin.speed(60);
    expect(await admin.clock()).toMatchObject({ mode: 'scaled', scale: 60 });
    await admin.setClock({ mode: 'frozen', at });

    expect(await admin.snapshot('first')).toMatchObject({ name: 'first' });
    await admin.importSnapshot('second', await admin.readSnapshot('first'));
    expect((await admin.snapshots()).map(({ name }) => name)).toEqual(['first', 'second']);
    expect(await admin.restore('second')).toMatchObject({ faults: 0 });
    await admin.removeSnapshot('first');

    await admin.nameTest(key.id, 'a test');
    expect((await admin.report()).receipt).toMatchObject({ calls: 3 });
    expect(await admin.gates({ budget: 1 })).toMatchObject([{ gate: 'budget', holds: true }]);
    await admin.clearReport();
    expect((await admin.report()).receipt).toMatchObject({ calls: 0 });
    expect((await admin.decisions(key.id)).length).toBeGreaterThan(20);
    expect((await admin.creators({ limit: 1 })).length).toBe(1);
    expect(await admin.health()).toMatchObject({ status: 'ok' });
    expect(await admin.replicas()).toEqual([]);
    const settings = await admin.settings();
    expect([settings.size, settings.clock, 'adminToken' in settings]).toEqual([
      60,
      '2026-06-01T12:00:00Z',
      false,
    ]);
    expect((await admin.routes()).length).toBeGreaterThan(50);
    expect((await admin.prices())['clip/profile']).toMatchObject({ credits: 2 });
    expect(await admin.openapi(2)).toMatchObject({ openapi: '3.1.0', info: { version: '2' } });
    await admin.removeKey(key.id);
    await admin.reset();
    expect(await admin.requests()).toEqual([]);
  }

  it('act on one key where they are asked to', async () => {
    const [one, other] = [await sandbox.key({ plan: 10 }), await sandbox.key({ plan: 10 })];
    const own = forKey(sandbox, one);
    const before = await sandbox.clock();
    await own.fault({ respond: { status: 503 }, times: 1 });
    const statuses = [(await look(one.headers)).status, (await look(other.headers)).status];
    expect([...statuses, (await look(one.headers)).status]).toEqual([503, 200, 200]);

    expect((await own.requests()).map(({ status }) => status)).toEqual([503, 200]);
    expect((await own.requests({ key: other.id })).map(({ status }) => status)).toEqual([200]);
    await own.verify({ operation: 'clip/profile' }, { exactly: 2 });
    await own.verifyOrder([{ operation: 'clip/profile' }, { operation: 'clip/profile' }], { exactly: 1 });
    expect([await own.spent(), await own.count(), (await own.entries()).length]).toEqual([2, 2, 2]);
    expect(await own.send({ path: '/usage' })).toMatchObject({ status: 200 });
    // A recorded request goes out again with the key that it came with.
    const [recorded] = await sandbox.requests({ key: other.id });
    expect(await own.send({ request: recorded?.id ?? 0 })).toMatchObject({ status: 200 });
    expect([await own.count(), await sandbox.count({ key: other.id })]).toEqual([3, 2]);
    const feed = await own.events();
    for (const { headers } of [other, one]) await fetch(`${sandbox.url}/clip/profiles`, { headers });
    for await (const { data } of feed) {
      expect(data).toMatchObject({ key: one.id });
      break;
    }
    expect(await own.decisions()).toEqual(await sandbox.decisions(one.id));
    expect(await own.decisions()).not.toEqual(await sandbox.decisions());
    expect((await own.unmatched()).map(({ key }) => key)).toEqual([one.id]);
    expect(((await own.har()) as { log: { entries: unknown[] } }).log.entries).toHaveLength(4);
    expect(await own.waitFor({ operation: 'clip/profile' }, 2)).toHaveLength(2);
    await expect(own.waitFor({ operation: 'usage' }, 9, 0)).rejects.toMatchObject({ status: 408 });
    await expect(own.verifyOrder(Array(3).fill({ operation: 'clip/profile' }))).rejects.toThrow();
    expect((await own.findKey()).id).toBe(one.id);
    expect(await own.quote({ operation: 'clip/profile', parameters: { fields: ['bio'] } })).toMatchObject({
      refusal: { status: 403 },
    });

    expect(await own.advance('31d')).toMatchObject([{ what: 'renewal', account: one.account, credits: 2 }]);
    await own.setClock({ mode: 'offset', offset: '40d' });
    expect([await sandbox.clock(), (await own.findKey()).clockOffset]).toEqual([before, '40d']);

    const { match } = await own.fault({ match: { key: other.id }, latency: 1 });
    expect(match.key).toBe(other.id);
    await own.reset();
    expect([await own.requests(), await own.faults()]).toEqual([[], []]);
    expect([(await sandbox.findKey(other.id)).spent, await sandbox.count({ key: other.id })]).toEqual([4, 3]);
  });
});

describe('a sandbox that runs elsewhere', () => {
  it('is told from none, from another server, and from a locked one', async () => {
    const nobody = connect('http://127.0.0.1:9/');
    await expect(nobody).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9 does not answer: /);
    const service = connect(sandbox.url, { adminUrl: `${sandbox.url}/clip` });
    await expect(service).rejects.toThrow('/clip is not the admin surface of a sandbox: it answered 404.');
    const locked = await createSandbox({ size: 60, adminToken: 'secret' });
    await expect(connect(locked.url)).rejects.toMatchObject({ status: 401 });
    await locked.close();
  });

  it('tells of events whole, in whatever pieces they come, and of a broken connection', async () => {
    const text = ': open\n\nevent: request\ndata: {"label":"é"}\n\nevent: charge\ndata: {}\n\n';
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    const server = createServer(async (_, reply) => {
      reply.setHeader('creator-sandbox', '1').flushHeaders();
      for (const byte of bytes) {
        reply.write(byte);
        await nextTurn();
      }
      reply.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const feed = await openEventFeed({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const heard: unknown[] = [];
    const listen = async () => {
      for await (const event of feed) heard.push(event);
    };
    await expect(listen()).rejects.toThrow('aborted');
    server.close();
    expect(heard).toEqual([
      { event: 'request', data: { label: 'é' } },
      { event: 'charge', data: {} },
    ]);
  });

  it('is found with its admin surface on a port of its own', async () => {
    const apart = await createSandbox({ size: 60, adminPort: 0 });
    const found = await connect(`${apart.url}/`, { adminUrl: apart.adminUrl ?? '' });
    expect([found.url, (await found.health()).status]).toEqual([apart.url, 'ok']);
    await apart.close();
  });
});
