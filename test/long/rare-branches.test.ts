import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../src/ledger/job.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { call, callerOf, credits, identify, settings, startAt } from '../ledger/harness.ts';
import { proxyTo } from '../postgres/proxy.ts';
import { startReplica } from '../postgres/replicas.ts';
import { inDatabase, newSchema, schemaOf } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';
import { bytesOverTheWire } from '../wire.ts';

/** What takes many requests, a large body or several replicas at one moment, so that other runs rarely meet it. */

const key = 'sandbox:plan=1000:rare';

describe('over HTTP', () => {
  test('5,100 ways to write one URL get the same reply, the first one again at the end', async () => {
    const { app } = await testApp();
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const name = 'sample.creator';
    const url = (n: number) => {
      const letters = [...name].map((letter, at) =>
        (n >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
      );
      return `${base}/clip/profile?uniqueId=${letters.join('')}`;
    };
    const read = async (n: number) => {
      const reply = await fetch(url(n), { headers: { 'api-key': 'sandbox:unlimited:rare' } });
      const { traceId: _, ...body } = (await reply.json()) as Record<string, unknown>;
      return { status: reply.status, body };
    };
    const first = await read(0);
    expect(first.status).toBe(200);
    for (let n = 1; n < 5_100; n++) expect(await read(n)).toEqual(first);
    expect(await read(0)).toEqual(first);
  });

  test('a body of 70 MB is refused, and the next request is answered', async () => {
    const { app } = await testApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const head = 'POST /clip/profile HTTP/1.1\r\nHost: localhost\r\napi-key: demo-full\r\n';
    const length = 70 * 2 ** 20;
    const type = 'Content-Type: application/json\r\n';
    const large = Buffer.concat([
      Buffer.from(`${head}${type}Content-Length: ${length}\r\n\r\n`),
      Buffer.alloc(length, 'x'),
    ]);
    // The server reads no further than 64 MB: the rest meets a closed connection.
    const refused = await bytesOverTheWire(port, large);
    if (!refused.reset) expect(refused.status).toBe(400);
    const body = '{"uniqueId":"sample.creator"}';
    const next = `${head}${type}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect((await bytesOverTheWire(port, Buffer.from(next))).status).toBe(200);
  });

  test('a self-describing key that comes back gets an account of its own; its former one stays with the other key', async () => {
    const app = await testApp();
    const admin = adminOf(app);
    await app.get('/clip/profile?uniqueId=sample.creator', key);
    const { account } = (await admin('GET', `/keys/${key}`)).body;
    await admin('POST', '/keys', { key: 'other', account });
    expect((await admin('DELETE', `/keys/${key}`)).status).toBe(204);
    expect(await app.available(key)).toBe(1_000);
    expect(await app.available('other')).toBe(998);
    expect((await admin('GET', `/keys/${key}`)).body['account']).toBe(`${account}-2`);
  });

  test('of two self-describing keys where one may exist, the first goes on and the second is unknown', async () => {
    const app = await testApp({ maxKeys: 1 });
    const url = '/clip/profile?uniqueId=sample.creator';
    const statuses = [];
    for (const secret of [key, 'sandbox:plan=5:second', key])
      statuses.push((await app.get(url, secret)).status);
    expect(statuses).toEqual([200, 401, 200]);
  });

  test('a year of cycles of a second leaves the first renewals and the last ones, and the plan whole', async () => {
    const app = await testApp({ cycle: '1s' });
    await app.get('/clip/profile?uniqueId=sample.creator', key);
    expect(await app.available(key)).toBe(998);
    await adminOf(app)('POST', '/clock/advance', { by: '365d' });
    expect(await app.available(key)).toBe(1_000);
    const { id } = (await app.ledger.keys.find(key, app.deps.clock.now())) ?? { id: '' };
    const entries = await app.ledger.entries({ id }, 0, 10_000);
    const renewals = entries.filter(({ kind }) => kind === 'renew');
    expect(renewals.length).toBeGreaterThan(999);
    expect(renewals.length).toBeLessThan(1_003);
    expect(renewals.reduce((sum, { plan }) => sum + plan, 0)).toBe(credits(2));
  });
});

describe('in PostgreSQL', () => {
  let server: Server | undefined;
  beforeAll(async () => {
    if (!process.env['TEST_POSTGRES']) server = await createPostgres();
  });
  afterAll(() => server?.remove());

  const newLedger = () => newSchema(process.env['TEST_POSTGRES'] ?? server?.url);
  async function opened(url: string): Promise<Ledger> {
    const ledger = await openSharedLedger(url, {}, settings());
    onTestFinished(() => ledger.close().catch(() => {}));
    return ledger;
  }

  test.each([
    ['after', 'charged', 2],
    ['before', 'refused', 1],
  ] as const)('a connection that breaks %s COMMIT: the call is %s', async (when, how, charges) => {
    const ledger = newLedger();
    const proxy = await proxyTo(ledger);
    const one = await opened(proxy.url);
    const caller = await callerOf(one, key);
    await one.charge(caller, call(1));
    proxy.breakAtCommit(when);
    const outcome = await one.charge(caller, call(1)).then(
      () => 'charged',
      () => 'refused',
    );
    expect(outcome).toBe(how);
    const other = await opened(ledger);
    expect((await other.balance(caller, startAt)).planUsed).toBe(credits(charges));
  });

  test('a key that another replica reset is new here too', async () => {
    const ledger = newLedger();
    const [one, other] = [await opened(ledger), await opened(ledger)];
    const caller = await callerOf(one, key);
    await one.charge(caller, call(1));
    await other.reset(startAt, key);
    const charged = await inTransaction(one, { secret: key }, (tx) => {
      const again = tx.identify(key, startAt);
      return again && tx.charge(again, call(3));
    });
    expect(charged?.planUsed).toBe(credits(3));
    await other.keys.remove(key, startAt);
    await expect(one.charge(caller, call(1))).rejects.toMatchObject({ kind: 'keyUnknown' });
    expect(await identify(one, key)).toMatchObject({ id: caller.id });
  });

  test('4,000 charges of one turn are one batch, all of them', async () => {
    const one = await opened(newLedger());
    const caller = await callerOf(one, 'sandbox:plan=1000000:many');
    await Promise.all(Array.from({ length: 4_000 }, () => one.charge(caller, call(1))));
    expect((await one.balance(caller, startAt)).planUsed).toBe(credits(4_000));
    expect(await one.entries(caller, 0, 10_000)).toHaveLength(4_001);
  });

  test('each hold of a client that leaves before its stream begins ends', async () => {
    const proxy = await proxyTo(newLedger());
    const replica = await startReplica({ ledger: proxy.url });
    const port = Number(new URL(replica.url).port);
    const left = 'sandbox:plan=1000:left-early';
    const body = '{"description":"creators from Spain"}';
    const request = `POST /nls HTTP/1.1\r\nHost: localhost\r\napi-key: ${left}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (let n = 0; n < 40; n++) {
      // The client leaves while the answer to a COMMIT, most often that of its hold, is on its way.
      const commit = proxy.pauseAtCommit();
      await bytesOverTheWire(port, Buffer.from(request), (socket) => {
        void commit.reached.then(() => socket.destroy());
      });
      // Answered without the ledger, after the server saw that the client left.
      await bytesOverTheWire(port, Buffer.from('no request\r\n\r\n'));
      commit.resume();
    }
    const funds = async () => (await replica.admin('GET', `/keys/${left}`)).body;
    await expect.poll(async () => (await funds())['held']).toBe(0);
    const { body: page } = await replica.admin('GET', `/keys/${left}/entries?limit=1000`);
    const kinds = Map.groupBy(page['entries'] as { kind: string }[], ({ kind }) => kind);
    const ended = (kinds.get('settle')?.length ?? 0) + (kinds.get('release')?.length ?? 0);
    expect(ended).toBe(kinds.get('hold')?.length ?? 0);
    expect(kinds.get('release')?.length).toBeGreaterThan(0);
  });

  test('a replica that the others gave up joins again: the call meanwhile is refused, the next one charged', async () => {
    const ledger = newLedger();
    const one = await opened(ledger);
    const caller = await callerOf(one, key);
    const gone = `UPDATE ${schemaOf(ledger)}.replicas SET "leftAt" = clock_timestamp()`;
    let refused = 0;
    // The replica notices within a second by itself: then it was not the commit that noticed.
    for (let calls = 0; refused === 0; calls++) {
      await inDatabase(ledger, gone);
      await one.charge(caller, call(1)).catch(() => {
        refused += 1;
      });
      expect((await one.balance(caller, startAt)).planUsed).toBe(credits(calls + 1 - refused));
    }
    await one.charge(caller, call(1));
    expect(one.trouble).toBeUndefined();
  });

  test('a replica without calls that the others gave up joins again by itself, with another number', async () => {
    const ledger = newLedger();
    const one = await opened(ledger);
    const schema = schemaOf(ledger);
    await inDatabase(ledger, `UPDATE ${schema}.replicas SET "leftAt" = clock_timestamp()`);
    const live = () => inDatabase(ledger, `SELECT number FROM ${schema}.replicas WHERE "leftAt" IS NULL`);
    await expect.poll(live).toEqual([{ number: '2' }]);
    const caller = await callerOf(one, key);
    await one.charge(caller, call(1));
    expect((await one.balance(caller, startAt)).planUsed).toBe(credits(1));
  });
});
