import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/library/index.ts';
import { type ReplicaProcess, startReplicaProcess } from '../postgres/replica-process.ts';
import { inDatabase, newSchema, schemaOf } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';

let server: Server;
beforeAll(async () => {
  server = await createPostgres();
});
afterAll(() => server.remove());

interface StreamResult {
  success: boolean;
  traceId: string;
  creditsUsed: number;
}

interface ReplicaView {
  number: number;
  isSelf: boolean;
}

const kills = 30;
const restarts = 10;
const key = 'sandbox:plan=1000000000,fractional:killed';

test('30 kills of replicas, 10 of PostgreSQL and a pause lose no answered charge and double none', async () => {
  const ledger = newSchema(server.url);
  const replicas: ReplicaProcess[] = [];
  for (let n = 0; n < 3; n++) replicas.push(await startReplicaProcess(ledger));
  /** Trace ids of the calls that were answered, and what all of them cost. */
  const answered: string[] = [];
  let charged = 0;
  let streamed = 0;
  let isOver = false;

  const clients = Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
  const streams = Promise.all(Array.from({ length: 3 }, (_, n) => stream(n)));
  const restarting = restartAll();
  for (let n = 0; n < kills; n++) {
    const before = answered.length;
    await moreThan(before + 20);
    const at = n % 3;
    if (n === 5) await pause(replicas[(at + 1) % 3] as ReplicaProcess);
    await (replicas[at] as ReplicaProcess).end('SIGKILL');
    // PostgreSQL may be away at this moment: the replica waits for it.
    replicas[at] = await startReplicaProcess(ledger);
  }
  await restarting;
  await wakeLate(replicas[0] as ReplicaProcess, replicas[1] as ReplicaProcess);
  await moreThan(answered.length + 20);
  isOver = true;
  await Promise.all([clients, streams]);

  const rows = await inDatabase(
    server.url,
    `SELECT "traceId", kind, plan::float8 FROM ${schemaOf(ledger)}.entries WHERE kind IN ('charge', 'settle')`,
  );
  const times = Map.groupBy(rows, (row) => row['traceId']);
  expect(answered.filter((traceId) => times.get(traceId)?.length !== 1)).toEqual([]);
  expect([...times.values()].filter((entries) => entries.length > 1)).toEqual([]);
  const spent = rows.reduce((sum, row) => sum - (row['plan'] as number), 0);
  expect(spent).toBeGreaterThanOrEqual(charged * 1000);
  expect(answered.length).toBeGreaterThan(kills * 20);
  expect(streamed).toBeGreaterThan(0);

  // The streams of the killed ended with them: their holds go when their heartbeats have ended.
  const held = () =>
    inDatabase(server.url, `SELECT count(*)::int AS holds FROM ${schemaOf(ledger)}.holds`).then(
      ([row]) => row?.['holds'],
    );
  await expect.poll(held, { interval: 250 }).toBe(0);
  const [sums] = await inDatabase(
    server.url,
    `SELECT count(*)::int AS wrong FROM ${schemaOf(ledger)}.accounts a JOIN (
       SELECT account, sum(plan) AS plan, sum(purchased) AS purchased, sum(held) AS held, count(*) AS entries
       FROM ${schemaOf(ledger)}.entries GROUP BY account) e ON e.account = a.number
     WHERE a.plan - a.used <> e.plan OR a.purchased <> e.purchased OR a.entries <> e.entries
       OR a."heldPlan" + a."heldPurchased" <> e.held`,
  );
  expect(sums).toEqual({ wrong: 0 });
  for (const { output } of replicas) expect(output()).not.toContain('secret-password');

  async function client(n: number): Promise<void> {
    while (!isOver) {
      const { example } = replicas[n % 3] as ReplicaProcess;
      try {
        const reply = await fetch(example, {
          headers: { 'api-key': key },
          signal: AbortSignal.timeout(30_000),
        });
        const body = (await reply.json()) as { traceId: string; creditsUsed: number };
        if (reply.status === 200) {
          answered.push(body.traceId);
          charged += body.creditsUsed;
        } else {
          expect(reply.status).toBe(503);
          await wait(20);
        }
      } catch (error) {
        if ((error as Error).name === 'AssertionError') throw error;
        await wait(20);
      }
    }
  }

  async function stream(n: number): Promise<void> {
    while (!isOver)
      try {
        const { url } = replicas[n % 3] as ReplicaProcess;
        const reply = await fetch(`${url}/nls`, {
          method: 'POST',
          headers: { 'api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({
            description: 'short video creators from the USA with more than 1000 followers',
          }),
          signal: AbortSignal.timeout(30_000),
        });
        const [, result] = (await reply.text()).match(/^data: (.*"creditsUsed".*)$/m) ?? [];
        if (result === undefined) continue;
        const { success, traceId, creditsUsed } = JSON.parse(result) as StreamResult;
        if (!success) continue;
        answered.push(traceId);
        streamed += 1;
        charged += creditsUsed;
      } catch {
        await wait(20);
      }
  }

  /** Its requests from before the pause and after it are counted once, whichever replica is asked. */
  async function wakeLate(late: ReplicaProcess, other: ReplicaProcess): Promise<void> {
    const own = 'sandbox:plan=1000,fractional:late';
    const read = async (replica: ReplicaProcess, path: string) =>
      (await fetch(`${replica.admin}${path}`, { signal: AbortSignal.timeout(30_000) })).json();
    const numberOf = async () => {
      const { replicas: all } = (await read(late, '/replicas')) as { replicas?: ReplicaView[] };
      return all?.find(({ isSelf }) => isSelf)?.number ?? 0;
    };
    const send = async () => {
      const reply = await fetch(late.example, { headers: { 'api-key': own } });
      expect(reply.status).toBe(200);
      await reply.text();
    };
    for (let n = 0; n < 5; n++) await send();
    const before = await numberOf();
    await read(other, '/report');
    await pause(late);
    await expect.poll(numberOf).toBeGreaterThan(before);
    for (let n = 0; n < 3; n++) await send();
    for (const replica of [other, late]) {
      const { receipt } = (await read(replica, '/report')) as Report;
      expect(receipt.byKey.filter(({ label }) => label === 'late')).toMatchObject([{ calls: 8 }]);
      const { requests } = (await read(replica, `/requests?key=${own}`)) as { requests: unknown[] };
      expect(requests).toHaveLength(8);
    }
  }

  /** Long enough that the others give it up, and that the server ends its transaction. */
  async function pause({ child }: ReplicaProcess): Promise<void> {
    child.kill('SIGSTOP');
    await wait(10_000);
    child.kill('SIGCONT');
  }

  async function restartAll(): Promise<void> {
    for (let n = 0; n < restarts; n++) {
      await moreThan(answered.length + 40);
      await server.kill();
      await server.start();
    }
  }

  async function moreThan(count: number): Promise<void> {
    const until = performance.now() + 600_000;
    while (answered.length < count) {
      if (performance.now() > until)
        throw new Error(
          `only ${answered.length} answers: ${replicas.map(({ output }) => output().slice(-500))}`,
        );
      await wait(10);
    }
  }
});
