import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { call, callerOf, credits, settings, startAt } from '../ledger/harness.ts';
import { proxyTo } from './proxy.ts';
import { spawnReplica } from './replica-process.ts';
import { profile, type Replica, startReplica } from './replicas.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const key = 'sandbox:plan=1000:outage';

/** Two replicas of one ledger, the first behind a proxy, and a caller who was charged once. */
async function chargedByTwo() {
  const ledger = newSchema();
  const proxy = await proxyTo(ledger);
  const one = await openSharedLedger(proxy.url, {}, settings());
  const other = await openSharedLedger(ledger, {}, settings());
  const caller = await callerOf(one, key);
  await one.charge(caller, call(1));
  return { ledger, proxy, one, other, caller };
}

test.each([
  ['after', 'committed', 2],
  ['before', 'refused', 1],
] as const)(
  'a connection that breaks %s the server got COMMIT: the charge is %s, once',
  async (when, how, charges) => {
    const { proxy, one, other, caller } = await chargedByTwo();
    proxy.breakAtCommit(when);
    const outcome = await one.charge(caller, call(1)).then(
      ({ planUsed }) => ({ how: 'committed', planUsed }),
      (error: { kind?: string }) => ({ how: 'refused', kind: error.kind }),
    );
    expect(outcome).toEqual(
      how === 'committed' ? { how, planUsed: credits(2) } : { how, kind: 'unavailable' },
    );
    expect((await other.balance(caller, startAt)).planUsed).toBe(credits(charges));
    await expect
      .poll(() =>
        one.charge(caller, call(1)).then(
          ({ planUsed }) => planUsed,
          () => 0,
        ),
      )
      .toBe(credits(charges + 1));
    expect((await other.balance(caller, startAt)).planUsed).toBe(credits(charges + 1));
    await Promise.all([one.close(), other.close()]);
  },
);

test('a charge whose answer was lost is committed, though its replica has left before it asks', async () => {
  const { ledger, proxy, one, other, caller } = await chargedByTwo();
  proxy.breakAtCommit('after', 'cut');
  const charged = one.charge(caller, call(1));
  charged.catch(() => {});
  await expect.poll(async () => (await other.balance(caller, startAt)).planUsed).toBe(credits(2));
  await inDatabase(
    ledger,
    `UPDATE ${schemaOf(ledger)}.replicas SET "leftAt" = clock_timestamp() WHERE number = 1`,
  );
  proxy.set('open');
  expect((await charged).planUsed).toBe(credits(2));
  await Promise.all([one.close(), other.close()]);
});

test.each(['cut', 'silent'] as const)(
  'while the way to the database is %s, calls are refused in the envelope and cost nothing; then they go on',
  async (mode) => {
    const ledger = newSchema();
    const proxy = await proxyTo(ledger);
    const cut = await startReplica({ ledger: proxy.url });
    const other = await startReplica({ ledger });
    const first = await cut.get(profile(cut), key);
    const price = first.body['creditsUsed'] as number;
    expect((await cut.admin('GET', '/health')).status).toBe(200);

    proxy.set(mode);
    const refused = await cut.get(profile(cut), key);
    expect(refused).toEqual({
      status: 503,
      body: {
        success: false,
        error: expect.any(String),
        errorCode: 'SERVICE_UNAVAILABLE',
        message: expect.any(String),
        traceId: expect.any(String),
        timestamp: expect.any(Number),
      },
    });
    const v2 = await fetch(`${cut.url}/v2/clipBasic?id=x`, { headers: { apiId: key } });
    expect(v2.status).toBe(403);
    expect(await v2.json()).toMatchObject({ success: false, quotaUsed: 0, data: null });
    expect((await cut.admin('GET', '/health')).status).toBe(503);
    // The others go on.
    expect((await other.get(profile(other), key)).status).toBe(200);

    proxy.set('open');
    await expect.poll(async () => (await cut.admin('GET', '/health')).status).toBe(200);
    expect((await cut.get(profile(cut), key)).body['creditsAvailable']).toBe(1000 - 3 * price);
    expect((await other.findKey(key)).used).toBe(3 * price);
  },
);

test('a stream that loses the database pays nothing, and its hold is given back when it is there again', async () => {
  const ledger = newSchema();
  const proxy = await proxyTo(ledger);
  const cut = await startReplica({ ledger: proxy.url, pace: 200 });
  const other = await startReplica({ ledger });
  await other.get(profile(other), key);
  const { used } = await other.findKey(key);
  const reply = await cut.search(key);
  expect(reply.status).toBe(200);
  expect((await other.findKey(key)).held).toBeGreaterThan(0);
  proxy.set('cut');
  const events = await reply.text();
  expect(events).toContain('"success":false');
  proxy.set('open');
  await expect.poll(async () => (await other.findKey(key)).held).toBe(0);
  expect((await other.findKey(key)).used).toBe(used);
});

test('after an outage a replica hears again who listens, and its requests come to the listeners of others', async () => {
  const ledger = newSchema();
  const proxy = await proxyTo(ledger);
  const cut = await startReplica({ ledger: proxy.url });
  const other = await startReplica({ ledger });
  proxy.set('cut');
  await expect.poll(async () => (await cut.admin('GET', '/health')).status).toBe(503);
  proxy.set('open');
  await expect.poll(async () => (await cut.admin('GET', '/health')).status).toBe(200);

  // Nobody has listened before: only the notice of this listener makes the first replica write its events.
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body } = await fetch(`${other.adminUrl}/events`, { signal: leaving.signal });
  let heard = '';
  (async () => {
    for await (const piece of body ?? []) heard += Buffer.from(piece).toString();
  })().catch(() => {});
  await expect
    .poll(async () => {
      await cut.get(`${profile(cut)}&from=cut`, key);
      return heard;
    })
    .toContain('from=cut');
});

test('a ledger closes while it does not know whether its last batch was committed', async () => {
  const ledger = newSchema();
  const proxy = await proxyTo(ledger);
  const one = await openSharedLedger(proxy.url, {}, settings());
  const caller = await callerOf(one, key);
  proxy.breakAtCommit('after', 'cut');
  const charging = one.charge(caller, call(1)).then(
    () => 'committed',
    (error: { kind?: string }) => error.kind,
  );
  await expect.poll(() => one.trouble?.message).toBeDefined();
  await one.close();
  expect(await charging).toBe('unavailable');
});

/** @returns the milliseconds that a close takes */
async function closingMs({ close }: Pick<Replica, 'close'>): Promise<number> {
  const began = performance.now();
  await close();
  return performance.now() - began;
}

test.each([
  ['cut', 'noticed'],
  ['silent', 'noticed'],
  ['silent', 'not noticed'],
] as const)(
  'a replica whose way to the database is %s, which it has %s, stops at once',
  async (mode, noticed) => {
    const proxy = await proxyTo(newSchema());
    const replica = await startReplica({ ledger: proxy.url });
    expect((await replica.get(profile(replica), key)).status).toBe(200);
    proxy.set(mode);
    if (noticed === 'noticed') expect((await replica.get(profile(replica), key)).status).toBe(503);
    const usual = await closingMs(await startReplica({ ledger: newSchema() }));
    // It waits 1.6 seconds for the database, then gives it up. A process that needs longer than two ends with 1.
    expect(await closingMs(replica)).toBeLessThan(2_000 + 50 * usual);
  },
);

test('a start while the database is away waits for it', async () => {
  const proxy = await proxyTo(newSchema());
  proxy.set('cut');
  const starting = spawnReplica(proxy.url);
  await expect.poll(starting.output).toContain('waiting');
  expect(starting.output()).toMatch(
    /^creator-sandbox: The database of the ledger cannot be reached( \([A-Z]+\))?; waiting for it, up to 30s\.\n$/,
  );
  proxy.set('open');
  const { example } = await starting.ready;
  expect((await fetch(example, { headers: { 'api-key': key } })).status).toBe(200);
  await starting.end('SIGTERM');
  expect(starting.child.exitCode).toBe(0);
});

test.each(['cut', 'silent'] as const)(
  'a signal ends the wait for a database whose way is %s',
  async (mode) => {
    const proxy = await proxyTo(newSchema());
    proxy.set(mode);
    const starting = spawnReplica(proxy.url);
    if (mode === 'cut') await expect.poll(starting.output).toContain('waiting');
    else await expect.poll(() => proxy.connections).toBeGreaterThan(0);
    await starting.end('SIGTERM');
    expect(starting.child.exitCode).toBe(0);
  },
);

test('a wait that ends in vain ends the start with one sentence and code 2', async () => {
  const proxy = await proxyTo(newSchema());
  proxy.set('cut');
  const url = new URL(proxy.url);
  url.searchParams.set('wait', '500ms');
  const { child, output, ready } = spawnReplica(url.href);
  await expect(ready).rejects.toThrow('ended');
  expect(child.exitCode).toBe(2);
  expect(output()).toMatch(/^(creator-sandbox: The database of the ledger cannot be reached.*\.\n){2}$/);
  expect(output()).not.toContain('secret-password');
});

test.each([
  ['30s', 'it begins again', []],
  [
    '0s',
    'it ends in one sentence and leaves no connection',
    ['The database of the ledger cannot be reached.'],
  ],
])(
  'a start whose connection breaks at any piece that it sends, with a wait of %s: %s',
  async (wait, _, expected) => {
    const failures = new Set<unknown>();
    const startAtOnce = 8;
    for (let first = 1, isOver = false; !isOver; first += startAtOnce)
      await Promise.all(
        Array.from({ length: startAtOnce }, async (_, n) => {
          const proxy = await proxyTo(newSchema());
          proxy.breakAtPiece(first + n);
          const ledger = new URL(proxy.url);
          ledger.searchParams.set('wait', wait);
          const started = await startReplica({ ledger: ledger.href }).catch((error: unknown) => error);
          isOver ||= proxy.willBreak;
          if (started instanceof Error)
            failures.add(started instanceof UsageError ? started.message : started);
          else await (started as Replica).close();
          await expect.poll(() => proxy.connections).toBe(0);
        }),
      );
    expect([...failures]).toEqual(expected);
  },
);

test('while the database cannot be reached, pages of the admin surface that need it answer 503 with the reason', async () => {
  const proxy = await proxyTo(newSchema());
  const cut = await startReplica({ ledger: proxy.url });
  await cut.get(profile(cut), key);
  proxy.set('cut');
  const pages = [
    ['GET', '/health'],
    ['GET', '/replicas'],
    ['GET', '/requests'],
    ['GET', '/report'],
    ['GET', '/keys'],
    ['GET', '/snapshots'],
    ['PUT', '/snapshots/one'],
    ['GET', '/snapshots/one'],
    ['POST', '/reset', {}],
    ['POST', '/keys', {}],
    ['POST', '/faults', { match: {}, respond: { status: 500 } }],
    ['POST', '/verify', { match: { key }, exactly: 1 }],
    ['POST', '/clock/advance', { by: '1d' }],
  ] as const;
  const answers = [];
  for (const [method, path, body] of pages)
    answers.push([method, path, (await cut.admin(method, path, body)).body]);
  const detail = 'The ledger cannot be written: the database cannot be reached.';
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail };
  expect(answers).toEqual(pages.map(([method, path]) => [method, path, problem]));
});

test('a journal that waits in the database delays no sign of life, and a silent way is noticed meanwhile', async () => {
  const ledger = newSchema();
  const proxy = await proxyTo(ledger);
  const replica = await startReplica({ ledger: proxy.url });
  await replica.get(profile(replica), key);
  const schema = schemaOf(ledger);
  const locking = new pg.Client({ connectionString: ledger });
  await locking.connect();
  onTestFinished(() => locking.end());
  await locking.query(`BEGIN; LOCK TABLE ${schema}.journal IN ACCESS EXCLUSIVE MODE`);
  const waiting = async () => {
    const rows = await inDatabase(
      ledger,
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'creator-sandbox ${schema}' AND wait_event_type = 'Lock'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const beat = async () => (await inDatabase(ledger, `SELECT beat FROM ${schema}.replicas`))[0]?.['beat'];
  const asking = replica.admin('GET', '/requests');
  await expect.poll(waiting).toHaveLength(1);
  const before = await waiting();
  for (let beats = 0; beats < 3; beats++) {
    const last = await beat();
    await expect.poll(async () => [await waiting(), await beat()]).not.toEqual([before, last]);
    expect(await waiting()).toEqual(before);
  }
  proxy.set('silent');
  // The question does not wait for its own timeout either.
  expect((await asking).status).toBe(503);
  expect((await replica.admin('GET', '/health')).status).toBe(503);
  await locking.query('ROLLBACK');
  await expect.poll(waiting).toEqual([]);
  proxy.set('open');
  await expect.poll(async () => (await replica.admin('GET', '/requests')).status).toBe(200);
});
