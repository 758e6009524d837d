import { Buffer } from 'node:buffer';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { testApp } from '../harness.ts';
import { call, callerOf, credits, settings, startAt } from '../ledger/harness.ts';
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
});
