import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { call, callerOf, credits, refusalOf, settings, startAt, submit } from '../ledger/harness.ts';
import { load, profile, type Replica, startReplica, startReplicas } from './replicas.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

describe('money over three replicas', () => {
  test('192 connections spend credits for exactly 500 calls', async () => {
    const replicas = await startReplicas(3);
    const [one, , three] = replicas;
    const { body } = await one.get(profile(one), 'demo-full');
    const price = body['creditsUsed'] as number;
    const key = `sandbox:plan=${400 * price},purchased=${100 * price}:shared`;

    expect(await load(replicas, { key, connections: 64, calls: 4 })).toEqual({ 200: 500, 402: 268 });

    const { used, purchased, held } = await three.findKey(key);
    expect({ used, purchased, held }).toEqual({ used: 400 * price, purchased: 0, held: 0 });
    const entries = await every(one, key);
    expect(entries.reduce((sum, { plan, purchased: bought }) => sum + plan + bought, 0)).toBe(0);
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(500);
  });

  test('a spend limit holds over all of them', async () => {
    const replicas = await startReplicas(3);
    const { secret } = await keyOf(replicas[0], { plan: 1000, limit: 50 });
    const counts = await load(replicas, { key: secret, connections: 20, calls: 5 });
    const { spent } = await replicas[2].findKey(secret);
    expect(counts[200]).toBe(spent / (await priceOf(replicas[0])));
    expect(spent).toBe(50);
  });

  test('a replica that joins gives back no credits that another holds for a stream', async () => {
    const ledger = newSchema();
    const one = await openSharedLedger(ledger, {}, settings());
    const caller = await callerOf(one, 'sandbox:plan=10:joined');
    const hold = await one.hold(caller, call(5));
    const other = await openSharedLedger(ledger, {}, settings());
    expect(await other.balance(caller, startAt)).toMatchObject({ held: credits(5) });
    await one.settle(hold, credits(4), () => startAt);
    expect(await other.balance(caller, startAt)).toMatchObject({ held: 0, planUsed: credits(4) });
    await Promise.all([one.close(), other.close()]);
  });

  test('a stream is settled though two replicas remove another key of its account meanwhile', async () => {
    const ledger = newSchema();
    const one = await openSharedLedger(ledger, {}, settings());
    const other = await openSharedLedger(ledger, {}, settings());
    const caller = await callerOf(one, 'sandbox:plan=10:owner');
    const { account } = (await one.keys.find(caller.id, startAt)) ?? {};
    const { id } = (await one.keys.create({ key: 'joined', account: account ?? '' }, startAt)).state;
    const hold = await one.hold(caller, call(5));
    await other.keys.remove(id, startAt);
    await expect(one.keys.remove(id, startAt)).rejects.toThrow();
    await one.settle(hold, credits(4), () => startAt);
    expect(await other.balance(caller, startAt)).toMatchObject({ held: 0, planUsed: credits(4) });
    await Promise.all([one.close(), other.close()]);
  });

  test('a replica that has just joined is not taken for one that left', async () => {
    const ledger = newSchema();
    const one = await openSharedLedger(ledger, {}, settings());
    const locking = new pg.Client({ connectionString: ledger });
    await locking.connect();
    // The first one gives no sign of life, and so sees no other, until this ends.
    await locking.query(`BEGIN; SELECT 1 FROM ${schemaOf(ledger)}.replicas FOR UPDATE`);
    const other = await openSharedLedger(ledger, {}, settings());
    const hasLeft = one.replicas?.hasLeft(other.replicas?.number ?? 0);
    await locking.end();
    await Promise.all([one.close(), other.close()]);
    expect(hasLeft).toBe(false);
  });

  test('a rate window admits exactly as many', async () => {
    const replicas = await startReplicas(3);
    const key = 'sandbox:unlimited,rate=100/1h:rate';
    expect(await load(replicas, { key, connections: 20, calls: 5 })).toEqual({ 200: 100, 429: 200 });
  });
});

describe('fault rules over three replicas', () => {
  test('a rule for 100 requests acts on exactly 100', async () => {
    const replicas = await startReplicas(3);
    const key = 'sandbox:unlimited:faulty';
    await load(replicas, { key, connections: 2, calls: 2 });
    await replicas[0].fault({ match: { key }, respond: { status: 503 }, times: 100 });
    expect(await load(replicas, { key, connections: 20, calls: 5 })).toEqual({ 200: 200, 503: 100 });
    const { body } = await replicas[1].admin('GET', '/faults');
    expect(body['faults']).toMatchObject([{ state: 'spent', matched: 100, hits: 100 }]);
  });

  test('billed failures are charged by whichever replica answers, exactly as often as they happen', async () => {
    const replicas = await startReplicas(3);
    const [one, two, three] = replicas;
    const price = (await one.get(profile(one), 'demo-full')).body['creditsUsed'] as number;
    const key = `sandbox:plan=${200 * price}:billed`;
    await one.fault({ match: { key }, profile: 'billed-timeout', latency: 0, times: 30 });
    await two.fault({ match: { key }, respond: { status: 504, charge: 0.125 }, times: 50 });
    await three.fault({ match: { key }, profile: 'gateway-timeout', latency: 0, times: 20 });
    expect(await load(replicas, { key, connections: 20, calls: 2 })).toEqual({ 200: 20, 504: 100 });

    const { used, spent, held } = await three.findKey(key);
    expect({ used, spent, held }).toEqual({ used: 50 * price + 6.25, spent: 50 * price + 6.25, held: 0 });
    const charges = (await every(two, key)).filter(({ kind }) => kind === 'charge');
    const counts = Object.groupBy(charges, ({ rule }) =>
      /^injected by fault-\d$/.test(rule ?? '') ? String(rule) : 'paid',
    );
    expect(Object.fromEntries(Object.entries(counts).map(([rule, list]) => [rule, list?.length]))).toEqual({
      'injected by fault-1': 30,
      'injected by fault-2': 50,
      paid: 20,
    });
    expect((await one.admin('GET', '/report')).body['receipt']).toMatchObject({
      billedFailures: 30 * price + 6.25,
    });
  });

  test('a rule for a key by its label sets headers on all of them', async () => {
    const [one, two, three] = await startReplicas(3);
    const key = await one.key({ plan: 100, label: 'checkout' });
    const respond = { status: 503, headers: { 'retry-after': '3' } };
    await two.fault({ match: { key: 'checkout' }, respond, times: 1 });
    const reply = await three.send('/usage', { key: key.key });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await two.requests({ filter: 'key=checkout status=503' })).toMatchObject([{ key: key.id }]);
    expect((await three.findKey('checkout')).id).toBe(key.id);
  });

  test('a sequence goes on from replica to replica, and is gone everywhere when it is removed', async () => {
    const [one, two, three] = await startReplicas(3);
    const key = 'sandbox:unlimited:sequence';
    const rule = await one.fault({
      match: { key },
      respond: { status: 503 },
      sequence: ['fail', 'succeed', { status: 500 }],
      times: 2,
    });
    const statuses = [];
    for (const replica of [three, two, one, two, three, one, two])
      statuses.push((await replica.get(profile(replica), key)).status);
    expect(statuses).toEqual([503, 200, 500, 503, 200, 500, 200]);
    await rule.remove();
    expect((await three.admin('GET', '/faults')).body['faults']).toEqual([]);
  });

  test('a gate opens when enough wait in all, and from any replica', async () => {
    const [one, two, three] = await startReplicas(3);
    const key = 'sandbox:unlimited:gate';
    await one.fault({ match: { key }, hold: { until: 3 }, times: 3 });
    const held = await Promise.all([one, two, three].map((replica) => replica.get(profile(replica), key)));
    expect(held.map(({ status }) => status)).toEqual([200, 200, 200]);

    const rule = await two.fault({ match: { key }, hold: {} });
    const waiting = Promise.all([one, two].map((replica) => replica.get(profile(replica), key)));
    const waits = () => waitingAt(three, rule.id);
    await expect.poll(waits).toBe(2);
    expect((await three.admin('POST', `/faults/${rule.id}/release`)).body).toEqual({ released: 2 });
    expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(waits).toBe(0);
  });

  test('requests that wait at a replica that left count no longer at a gate', async () => {
    const ledger = newSchema();
    const [one, gone] = [await startReplica({ ledger }), await startReplica({ ledger })];
    const key = 'sandbox:unlimited:left-gate';
    const rule = await one.fault({ match: { key }, hold: { until: 3 } });
    const waits = () => waitingAt(one, rule.id);
    const cut = gone.get(profile(gone), key).catch(() => {});
    await expect.poll(waits).toBe(1);
    const schema = schemaOf(ledger);
    // What the others do after 8 seconds of silence. Its part of the gate's row stays.
    await inDatabase(ledger, `UPDATE ${schema}.replicas SET "leftAt" = clock_timestamp() WHERE number = 2`);
    await expect.poll(waits).toBe(0);
    // It waits there still: only the others do not count it.
    const stays = `SELECT count(*)::int AS rows FROM ${schema}.shared WHERE value LIKE '%"waiting":{"2":1}%'`;
    expect(await inDatabase(ledger, stays)).toEqual([{ rows: 1 }]);
    await rule.remove();
    await cut;
  });
});

describe('one state', () => {
  test('the clock that one sets is that of the next request to another', async () => {
    const [one, two, three] = await startReplicas(3);
    const at = Date.parse('2031-05-05T00:00:00Z');
    await two.get(profile(two), 'demo-full');
    for (const [from, to] of [
      [one, two],
      [two, three],
      [three, one],
    ] as const) {
      await from.admin('PUT', '/clock', { mode: 'frozen', at });
      expect((await to.get(profile(to), 'demo-full')).body['timestamp']).toBe(at);
      await from.advance('1d');
      expect((await to.get(profile(to), 'demo-full')).body['timestamp']).toBe(at + 86_400_000);
      expect((await to.admin('GET', '/clock')).body['now']).toBe(at + 86_400_000);
    }
    await one.admin('PUT', '/clock', { mode: 'scaled', scale: 3600, at });
    const { body } = await two.get(profile(two), 'demo-full');
    expect(body['timestamp']).toBeGreaterThanOrEqual(at);
  });

  test('trace ids under a frozen clock are those of one sandbox', async () => {
    const [one, two] = await startReplicas(3, { clock: '2026-06-01T12:00:00Z' });
    const ids = [];
    for (const replica of [one, two, one, two])
      ids.push((await replica.get(profile(replica), 'demo-full')).body['traceId']);
    expect(new Set(ids).size).toBe(4);
    await two.reset();
    const again = [];
    for (const replica of [two, two, one, one])
      again.push((await replica.get(profile(replica), 'demo-full')).body['traceId']);
    expect(again).toEqual(ids);
  });

  test('a key that one makes, changes or removes is so for the next request to another', async () => {
    const [one, two, three] = await startReplicas(3);
    const made = await keyOf(one, { plan: 5 });
    expect((await two.get(profile(two), made.secret)).status).toBe(200);
    await two.changeKey(made.id, { plan: (await three.findKey(made.id)).used });
    expect((await three.get(profile(three), made.secret)).status).toBe(402);
    await three.topUp(made.id, { purchased: 10 });
    expect((await one.get(profile(one), made.secret)).status).toBe(200);
    await one.removeKey(made.id);
    expect((await two.get(profile(two), made.secret)).status).toBe(401);
  });

  test('usage and submitted creators are those of all', async () => {
    const [one, two, three] = await startReplicas(3);
    const key = 'sandbox:plan=1000:usage';
    for (const replica of [one, two, one]) await replica.get(profile(replica), key);
    const used = async () => (await three.findKey(key)).used;
    const before = await used();
    expect((await three.get('/usage', key)).body['data']).toMatchObject({
      records: [{ requestCount: 3, totalQuotaUsed: before }],
    });
    // A refused call counts too, though it changes nothing else of the account.
    expect((await two.get('/clip/profile?uniqueId=nobody.knows', key)).status).toBe(404);
    expect((await three.get('/usage', key)).body['data']).toMatchObject({ records: [{ requestCount: 4 }] });
    const submit = async (replica: Replica) => {
      const reply = await replica.send('/clip/submitCreators', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ uniqueIds: ['nobody.knows'] }),
      });
      return ((await reply.json()) as { data: { results: { status: string }[] } }).data.results[0]?.status;
    };
    expect([await submit(one), await submit(two), await submit(one)]).toEqual(['accepted', 'done', 'done']);
    expect((await three.get('/usage', key)).body['data']).toMatchObject({ records: [{ requestCount: 7 }] });
  });

  test('the daily limit of submissions holds over all of them', async () => {
    const ledger = newSchema();
    const one = await openSharedLedger(ledger, {}, settings());
    const other = await openSharedLedger(ledger, {}, settings());
    const caller = await callerOf(one, 'sandbox:plan=10:day');
    const submitted = (by: Ledger, name: string) =>
      submit(by, caller, {
        ...call(0),
        creditsIfKnown: 0,
        kind: 'creators',
        count: 1,
        maxPerDay: 3,
        items: () => [[name]],
      });
    await submitted(one, 'a');
    await submitted(other, 'b');
    await submitted(one, 'c');
    for (const replica of [other, one])
      expect(await refusalOf(submitted(replica, 'd'))).toEqual({ kind: 'rateLimited' });
    await Promise.all([one.close(), other.close()]);
  });

  test('a reset and a restored snapshot are everywhere at once', async () => {
    const [one, two, three] = await startReplicas(3);
    const key = 'sandbox:plan=100,rate=3/1h:snapshot';
    for (const replica of [one, two]) await replica.get(profile(replica), key);
    const { used } = await three.findKey(key);
    expect((await two.admin('PUT', '/snapshots/before')).status).toBe(200);
    for (const replica of [three, one]) await replica.get(profile(replica), key);
    expect((await one.get(profile(one), key)).status).toBe(429);

    expect((await three.admin('POST', '/snapshots/before/restore')).status).toBe(200);
    expect((await one.findKey(key)).used).toBe(used);
    expect((await one.get(profile(one), key)).status).toBe(200);
    expect((await two.get(profile(two), key)).status).toBe(429);

    await two.fault({ match: { key }, respond: { status: 503 } });
    await one.admin('PUT', '/clock', { mode: 'frozen', at: 1e12 });
    await three.reset();
    expect((await one.findKey(key)).used).toBe(0);
    expect((await two.admin('GET', '/clock')).body['mode']).toBe('real');
    expect((await two.get(profile(two), key)).status).toBe(200);
    expect((await two.admin('GET', '/snapshots')).body['snapshots']).toMatchObject([{ name: 'before' }]);
  });

  test('the readings that one replaces are those of the next request to another, until a reset', async () => {
    const [one, two] = await startReplicas(2);
    const advice = (message: string) => ({ description: 'what I mean', message });
    const key = 'sandbox:plan=100:reads';
    const meaning = async (replica: Replica) => {
      const reply = await replica.send('/nls', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ description: 'what I mean' }),
      });
      return /for [a-z]+/.exec(await reply.text())?.[0];
    };
    await one.admin('PUT', '/readings', { readings: [advice('for everybody')] });
    expect([await meaning(two), await meaning(one)]).toEqual(['for everybody', 'for everybody']);
    await two.admin('PUT', '/readings', { key, readings: [advice('for reads')] });
    expect([await meaning(one), await meaning(two)]).toEqual(['for reads', 'for reads']);
    expect((await one.admin('PUT', '/readings', { readings: [{}] })).status).toBe(422);
    const shown = async (replica: Replica) => (await replica.admin('GET', '/readings')).body['readings'];
    expect([await shown(one), await shown(two)]).toEqual([
      [advice('for everybody')],
      [advice('for everybody')],
    ]);
    await one.reset(key);
    expect(await meaning(two)).toBe('for everybody');
    await two.admin('POST', '/reset', {});
    expect([await shown(one), await shown(two), await meaning(one)]).toEqual([[], [], undefined]);
  });

  test('a reset counts the rate windows that it clears, whichever replica opened them', async () => {
    const [one, two, three] = await startReplicas(3);
    const keyTerms = { plan: 100, rate: '3/1h' };
    const first = await keyOf(one, { ...keyTerms, account: 'team' });
    const second = await keyOf(two, { account: 'team', rate: '3/1h' });
    const other = await keyOf(one, keyTerms);
    const use = async () => {
      for (const [replica, { secret }] of [
        [one, first],
        [two, second],
        [three, other],
      ] as const)
        expect((await replica.get(profile(replica), secret)).status).toBe(200);
    };
    for (const replica of [one, two, three]) {
      await use();
      expect((await replica.admin('POST', '/reset', { key: first.id })).body).toMatchObject({ windows: 2 });
      expect((await replica.admin('POST', '/reset', { key: other.id })).body).toMatchObject({ windows: 1 });
      await use();
      expect((await replica.admin('POST', '/reset', { key: second.id })).body).toMatchObject({ windows: 2 });
      expect((await replica.admin('POST', '/reset', { key: other.id })).body).toMatchObject({ windows: 1 });
    }
    await use();
    expect((await two.admin('POST', '/reset', {})).body).toMatchObject({ windows: 3 });
    expect((await one.admin('POST', '/reset', {})).body).toMatchObject({ windows: 0 });
  });
});

/** The requests that wait at a rule, as a replica sees it. */
async function waitingAt(replica: Replica, rule: string): Promise<number | undefined> {
  const { body } = await replica.admin('GET', '/faults');
  return (body['faults'] as { id: string; waiting: number }[]).find(({ id }) => id === rule)?.waiting;
}

interface EntryView {
  rule: string | null;
  id: number;
  kind: string;
  plan: number;
  purchased: number;
}

async function every(replica: Replica, key: string): Promise<EntryView[]> {
  const entries: EntryView[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const query = cursor === '' ? '?limit=1000' : `?limit=1000&cursor=${String(cursor)}`;
    const { body } = await replica.admin('GET', `/keys/${encodeURIComponent(key)}/entries${query}`);
    entries.push(...(body['entries'] as EntryView[]));
    cursor = body['cursor'];
  }
  return entries;
}

const priceOf = async (replica: Replica): Promise<number> =>
  (await replica.get(profile(replica), 'demo-unlimited')).body['creditsUsed'] as number;

async function keyOf(replica: Replica, keyTerms: object) {
  const { id, headers } = await replica.key(keyTerms);
  return { id, secret: headers['api-key'] };
}

test('a snapshot blocks no other replica while it is read', async () => {
  const ledger = newSchema();
  const reading = await startReplica({ ledger });
  const other = await startReplica({ ledger });
  const key = 'sandbox:plan=100:beside';
  for (const replica of [reading, other]) await replica.get(profile(replica), key);
  const locking = new pg.Client({ connectionString: ledger });
  await locking.connect();
  onTestFinished(() => locking.end());
  // Of all that replicas do, only the snapshot reads entries here.
  await locking.query(`BEGIN; LOCK TABLE ${schemaOf(ledger)}.entries IN ACCESS EXCLUSIVE MODE`);
  const taking = reading.admin('PUT', '/snapshots/beside');
  const isReading = async () => {
    const rows = await inDatabase(
      ledger,
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'creator-sandbox ${schemaOf(ledger)}'
       AND wait_event_type = 'Lock' AND query LIKE '%FROM "entries"%'`,
    );
    return rows.length;
  };
  await expect.poll(isReading).toBe(1);
  // It locks no account, and not the whole ledger.
  expect((await other.admin('PUT', '/clock', { mode: 'frozen', at: 1e12 })).status).toBe(200);
  expect((await other.admin('GET', '/keys')).status).toBe(200);
  expect(await isReading()).toBe(1);
  await locking.query('ROLLBACK');
  expect((await taking).status).toBe(200);
  await other.get(profile(other), key);
  expect((await reading.admin('POST', '/snapshots/beside/restore')).status).toBe(200);
  expect((await other.findKey(key)).used).toBe(2 * (await priceOf(other)));
  expect((await other.admin('GET', '/clock')).body['mode']).toBe('real');
});
