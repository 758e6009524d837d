import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Given } from '../report/bad-clients.ts';
import { badClients } from '../report/bad-clients.ts';
import { goodClients } from '../report/good-clients.ts';
import { brokenIn } from '../report/reports.ts';
import { startBalancer } from './balancer.ts';
import { startReplicaProcess } from './replica-process.ts';
import { clientOf, profile, type Replica, startReplica, startReplicas } from './replicas.ts';
import { perform, runs, withoutIds } from './report-steps.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const clock = '2026-06-01T12:00:00Z';

describe('the report of three replicas', () => {
  test('is that of one sandbox after any calls to any of them, whichever is asked', async () => {
    const replicas = await startReplicas(3, { clock });
    const single = await startReplica({ clock });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(runs, async ({ steps, places }) => {
        run += 1;
        for (const target of [single, replicas[0]]) {
          await target.admin('POST', '/reset', {});
          await target.admin('DELETE', '/report');
        }
        for (const step of steps) {
          const replica = replicas[places.next().value] as Replica;
          expect(await perform(replica, step, `${run}`)).toEqual(await perform(single, step, `${run}`));
        }
        const expected = withoutIds(await single.report());
        for (const replica of replicas) expect(withoutIds(await replica.report())).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  test('keeps what one answered that was killed, without a question before', async () => {
    const ledger = newSchema();
    const [one, two] = [await startReplica({ ledger, clock }), await startReplica({ ledger, clock })];
    const single = await startReplica({ clock });
    const { url, admin: adminUrl, end } = await startReplicaProcess(ledger, ['--clock', clock]);
    const killed = clientOf({ url, adminUrl });
    let calls = 0;
    const send = async (replica: Pick<Replica, 'get'>, path: string) => {
      calls += replica === killed ? 1 : 0;
      for (const target of [replica, single]) await target.get(path, 'demo-full');
    };
    for (const target of [two, single])
      await target.admin('POST', '/faults', {
        match: { key: 'demo-full' },
        respond: { status: 503 },
        times: 1,
      });
    const missing = '/clip/profile?uniqueId=nobody.here';
    await send(killed, profile(one));
    await send(two, profile(one));
    await send(killed, missing);
    await send(one, missing);
    await send(two, missing);
    await send(killed, profile(one));
    await expect
      .poll(() =>
        inDatabase(
          ledger,
          `SELECT max((answer::json->'report'->'receipt'->>'calls')::int) AS calls FROM ${schemaOf(ledger)}.replicas
             WHERE number > 2`,
        ),
      )
      .toEqual([{ calls }]);
    await end('SIGKILL');
    await send(two, profile(one));
    const expected = withoutIds(await single.report());
    expect(expected.clientRules).toEqual([]);
    expect(expected.waste).toMatchObject([{ requestCount: 2 }, { requestCount: 2 }]);
    for (const replica of [one, two]) expect(withoutIds(await replica.report())).toEqual(expected);
  });

  test('keeps what one answered that was killed before it had saved anything', async () => {
    const ledger = newSchema();
    const one = await startReplica({ ledger });
    const { url, admin: adminUrl, end } = await startReplicaProcess(ledger, []);
    const killed = clientOf({ url, adminUrl });
    expect((await killed.get(profile(one), 'demo-full')).status).toBe(200);
    await end('SIGKILL');
    expect((await one.report()).receipt.calls).toBe(1);
  });
});

describe('clients behind a load balancer', () => {
  test('break the rules of the report as they do at one sandbox', async () => {
    const replicas = await startReplicas(3, { pace: 5 });
    const url = await startBalancer(replicas.map((replica) => replica.url));
    const [sandbox] = replicas;
    const given = async (): Promise<Given> => {
      await sandbox.admin('DELETE', '/report');
      return { url, sandbox, key: await sandbox.key({ plan: 1_000, fractional: true }) };
    };
    for (const [name, client] of Object.entries(goodClients)) {
      await client(await given());
      for (const replica of replicas)
        expect({ name, broken: brokenIn(await replica.report()) }).toEqual({ name, broken: {} });
    }
    for (const [rule, client] of Object.entries(badClients)) {
      await client(await given());
      // A replica learns a little later that a client left.
      for (const replica of replicas)
        await expect.poll(async () => Object.keys(brokenIn(await replica.report()))).toEqual([rule]);
      const [broken] = (await sandbox.report()).clientRules;
      for (const { id } of broken?.requests ?? [])
        expect((await replicas[1].admin('GET', `/requests/${id}`)).status).toBe(200);
    }
  });
});

test('no key is written where the rules read, and no body that is too large to compare', async () => {
  const ledger = newSchema();
  const [one, two] = [await startReplica({ ledger }), await startReplica({ ledger })];
  const single = await startReplica({});
  const secret = 'A-very-secret-key';
  const filters = [{ filterName: 'totalFollowers', op: '>', value: 10 }];
  const page = { filters, pageSize: 1, offset: 0, sortBy: 'totalFollowers', desc: true };
  const long = 'long '.repeat(1_000);
  for (const target of [two, single]) {
    await target.key({ key: secret, plan: 1_000 });
    for (const query of [`api-key=${secret}`, `${secret}=1`])
      expect((await target.get(`${profile(one)}&${query}`, secret)).status).toBe(200);
    for (const [offset, more] of [
      { 'api-key': secret },
      { more: [{ secret }] },
      { more: `${long}${secret}` },
      { more: long, [secret]: 1 },
      { more: long },
    ].entries()) {
      const body = JSON.stringify({ ...page, offset, ...more });
      const headers = { 'content-type': 'application/json' };
      expect((await target.send('/clip/search', { method: 'POST', key: secret, headers, body })).status).toBe(
        200,
      );
    }
  }
  const { clientRules, waste } = withoutIds(await single.report());
  expect(clientRules.map(({ rule }) => rule)).toEqual(['key-outside-header', 'unknown-parameter']);
  expect(withoutIds(await one.report())).toMatchObject({ clientRules, waste });
  const rows = await inDatabase(ledger, `SELECT content FROM ${schemaOf(ledger)}.acts`);
  const texts = rows.map(({ content }) => String(content));
  expect(texts).toHaveLength(7);
  expect(texts.filter((text) => text.includes(secret) || text.length > 3_000)).toEqual([]);
});

describe('the names of keys', () => {
  test('are those of now, also where another replica counted under others', async () => {
    const [one, two] = await startReplicas(2);
    const key = 'named-again';
    const named = async () =>
      (await one.report()).coverage.cells.flatMap(({ requests }) => requests ?? []).map((each) => each.key);
    await one.admin('POST', '/keys', { key, plan: 9, label: 'before' });
    await two.get('/clip/profile?uniqueId=nobody.here', key);
    expect(await named()).toEqual(['before']);
    await one.admin('DELETE', `/keys/${key}`);
    await one.admin('POST', '/keys', { key, plan: 9, label: 'after' });
    expect(await named()).toEqual(['after']);
  });

  test.each([{}, { journal: 'local' as const }, { journal: 0 }])(
    'are known to all replicas, with %j',
    async (options) => {
      const [one, two] = await startReplicas(2, options);
      const { id, headers } = await one.key({ plan: 1_000, label: 'checkout' });
      await one.admin('PUT', '/report/test', { key: id, test: 'pays' });
      // An unknown path needs nothing of the ledger, and yet its record has the names.
      for (const replica of [two, one]) await replica.get('/nowhere', headers['api-key']);
      expect(await two.findKey(id)).toMatchObject({ label: 'checkout' });
      if (options.journal === 0) return;
      const { receipt } = await two.report();
      const calls = options.journal === 'local' ? 1 : 2;
      expect(receipt).toMatchObject({
        calls,
        byKey: [{ key: id, label: 'checkout', calls }],
        byTest: [{ test: 'pays', calls }],
      });
    },
  );
});
