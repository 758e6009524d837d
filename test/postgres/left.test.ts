import { describe, expect, test } from 'vitest';
import { maxNamedKeys } from '../../src/report/key-names.ts';
import { startReplicaProcess } from './replica-process.ts';
import { load, profile, type Replica, startReplica, startReplicas } from './replicas.ts';
import { withoutIds } from './report-steps.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const clock = '2026-06-01T12:00:00Z';
const key = 'sandbox:plan=100000:left';

async function two() {
  const ledger = newSchema();
  const [one, other] = [await startReplica({ ledger, clock }), await startReplica({ ledger, clock })];
  return { ledger, one, other, schema: schemaOf(ledger) };
}

const numberOf = async (replica: Replica): Promise<number | undefined> => {
  const { body } = await replica.admin('GET', '/replicas');
  const all = body['replicas'] as { number: number; isSelf: boolean }[];
  return all.find(({ isSelf }) => isSelf)?.number;
};

test('a replica that joins again counts its requests once', async () => {
  const { ledger, one, other, schema } = await two();
  const single = await startReplica({ clock });
  const send = async (replica: Replica) => {
    for (const target of [replica, single]) await target.get(profile(one), key);
  };
  await send(one);
  await send(other);
  await send(one);
  await other.report();
  // The others do this after 8 seconds of silence.
  await inDatabase(ledger, `UPDATE ${schema}.replicas SET "leftAt" = clock_timestamp() WHERE number = 1`);
  await expect.poll(() => numberOf(one)).toBe(3);
  await send(one);
  const expected = withoutIds(await single.report());
  expect(expected.receipt.calls).toBe(4);
  for (const replica of [one, other]) {
    expect(withoutIds(await replica.report())).toEqual(expected);
    await replica.verify({ key }, { exactly: 4 });
    expect(await replica.decisions()).toEqual(await single.decisions());
  }
});

describe('a replica that left', () => {
  test('is part of a reset of everything, and its decisions outlast a new report', async () => {
    const { one, other } = await two();
    const single = await startReplica({ clock });
    for (const target of [other, single]) await target.get(profile(one), key);
    await other.close();
    for (const target of [one, single]) await target.admin('DELETE', '/report');
    expect(await one.decisions()).toEqual(await single.decisions());
    for (const target of [one, single]) await target.admin('POST', '/reset', {});
    expect(await one.decisions()).toEqual(await single.decisions());
    expect(withoutIds(await one.report())).toEqual(withoutIds(await single.report()));
  });

  test('goes with all that it was counted for', async () => {
    const { ledger, one, other, schema } = await two();
    const single = await startReplica({ clock });
    for (let n = 0; n < 2; n++) await other.get(profile(one), key);
    await other.close();
    expect((await one.report()).waste).toHaveLength(1);
    await inDatabase(
      ledger,
      `UPDATE ${schema}.replicas SET "leftAt" = clock_timestamp() - interval '2 days' WHERE number = 2`,
    );
    await startReplica({ ledger, clock });
    expect(withoutIds(await one.report())).toEqual(withoutIds(await single.report()));
  });

  test('leaves one row for a key that is made again with another label', async () => {
    const { one, other } = await two();
    const { id } = await other.key({ key: 'made-twice', plan: 100, label: 'first' });
    await other.get(profile(one), 'made-twice');
    await other.close();
    await one.admin('DELETE', `/keys/${id}`);
    await one.key({ key: 'made-twice', plan: 100, label: 'second' });
    await one.get(profile(one), 'made-twice');
    expect((await one.report()).receipt.byKey).toMatchObject([{ key: id, label: 'second', calls: 2 }]);
  });
});

test('an account that is removed leaves no row', async () => {
  const { ledger, one, other, schema } = await two();
  const tables = ['accounts', 'keys', 'entries', 'usage', 'submissions', 'shared'];
  const counts = tables.map((table) => {
    const which = table === 'shared' ? 'WHERE account IS NOT NULL' : '';
    return `(SELECT count(*)::int FROM ${schema}.${table} ${which}) AS ${table}`;
  });
  const rows = async () => (await inDatabase(ledger, `SELECT ${counts}`))[0] ?? {};
  const before = await rows();
  const { id, headers } = await one.key({ plan: 100, rate: '9/1h' });
  const json = { 'content-type': 'application/json', ...headers };
  const body = JSON.stringify({ uniqueIds: ['nobody.knows'] });
  for (const replica of [one, other]) await replica.get(profile(one), headers['api-key']);
  await one.send('/clip/submitCreators', { method: 'POST', headers: json, body });
  for (const [table, count] of Object.entries(await rows())) expect(count, table).not.toBe(before[table]);
  await other.admin('DELETE', `/keys/${id}`);
  expect(await rows()).toEqual(before);
});

test('a reset removes the requests of its keys from the database', async () => {
  const { ledger, one, other, schema } = await two();
  for (const each of [key, 'sandbox:plan=1000:stays']) await other.get(profile(one), each);
  await one.verify({}, { exactly: 2 });
  const { id } = await one.findKey('sandbox:plan=1000:stays');
  await one.reset(key);
  await expect.poll(() => inDatabase(ledger, `SELECT key FROM ${schema}.journal`)).toEqual([{ key: id }]);
});

test('all replicas forget the same requests of a key, before they are written and after', async () => {
  const ledger = newSchema();
  const start = () => startReplica({ ledger, size: 60 });
  const [one, other] = [await start(), await start()];
  await load([one], { key, connections: 20, calls: 125 });
  await load([other], { key, connections: 10, calls: 70 });
  const stream = await one.search(key);
  await stream.text();
  await one.get('/usage', 'sandbox:plan=1000:other');
  const { id } = await one.findKey(key);
  const late = await start();
  const found = async (replica: Replica, path: string) => (await replica.admin('GET', path)).body;
  const ids = (await one.requests({ key })).map((each) => each.id);
  for (const replica of [one, other, late]) {
    expect(await found(replica, `/requests/count?key=${id}`)).toEqual({ count: 1000, forgotten: 2201 });
    expect(await found(replica, '/requests/count')).toEqual({ count: 1001, forgotten: 2201 });
    expect((await replica.requests({ key })).map((each) => each.id)).toEqual(ids);
  }
  await other.reset(key);
  await one.get('/usage', key);
  for (const replica of [one, other, late])
    expect(await found(replica, `/requests/count?key=${id}`)).toEqual({ count: 1, forgotten: 0 });
});

test('all replicas keep as many requests as the journal may have', async () => {
  const replicas = await startReplicas(2, { journal: 10 });
  for (let n = 0; n < 24; n++) await (replicas[n % 2] as Replica).get('/usage', `sandbox:plan=1000:${n % 3}`);
  for (const replica of replicas) {
    expect((await replica.admin('GET', '/requests/count')).body).toEqual({ count: 10, forgotten: 14 });
    const { id } = await replica.findKey('sandbox:plan=1000:0');
    expect((await replica.admin('GET', `/requests/count?key=${id}`)).body).toEqual({
      count: 3,
      forgotten: 5,
    });
  }
});

test('a reply that another replica gave is said to be there', async () => {
  const { one, other } = await two();
  await other.get('/usage', key);
  const [request] = await one.requests({ key });
  expect(await one.admin('GET', `/requests/${request?.id}/reply`)).toMatchObject({
    status: 404,
    body: { detail: 'This reply is not kept here: another replica answered this request.' },
  });
  expect((await other.admin('GET', `/requests/${request?.id}/reply`)).status).toBe(200);
});

test('the oldest names make room, and a key without names has no row', async () => {
  const { ledger, one, schema } = await two();
  await inDatabase(
    ledger,
    `INSERT INTO ${schema}.shared (name, account, counter, value, version)
     SELECT 'names k' || n, NULL, false, '{"number":' || n || ',"label":"old","test":null}', nextval('${schema}.versions')
     FROM generate_series(1, ${maxNamedKeys}) n`,
  );
  const { id, label } = await one.key({ plan: 10, label: 'newest' });
  expect(label).toBe('newest');
  const named = (which: string) =>
    inDatabase(
      ledger,
      `SELECT count(*)::int AS count FROM ${schema}.shared WHERE name LIKE 'names %' AND value IS NOT NULL AND ${which}`,
    );
  expect(await named('true')).toEqual([{ count: maxNamedKeys }]);
  expect(await named(`name = 'names k1'`)).toEqual([{ count: 0 }]);
  const unlabelled = await one.key({ plan: 10 });
  for (const test of ['pays', null]) await one.admin('PUT', '/report/test', { key: unlabelled.id, test });
  expect(await named(`name = 'names ${unlabelled.id}'`)).toEqual([{ count: 0 }]);
  expect(await named(`name = 'names ${id}'`)).toEqual([{ count: 1 }]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a replica that gets %s leaves in order, ends its streams and gives back what they held',
  async (signal) => {
    const ledger = newSchema();
    const replica = await startReplicaProcess(ledger, ['--pace', '60000']);
    const reply = await fetch(`${replica.url}/nls`, {
      method: 'POST',
      headers: { 'api-key': 'demo-full', 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'short video creators with more than 1000 followers' }),
    });
    await replica.end(signal);
    expect(replica.child.exitCode).toBe(0);
    expect(await reply.text()).toContain('SERVICE_UNAVAILABLE');
    const left = await inDatabase(
      ledger,
      `SELECT (SELECT count(*)::int FROM ${schemaOf(ledger)}.replicas WHERE "leftAt" IS NULL) AS live,
        (SELECT count(*)::int FROM ${schemaOf(ledger)}.holds) AS holds`,
    );
    expect(left).toEqual([{ live: 0, holds: 0 }]);
  },
);
