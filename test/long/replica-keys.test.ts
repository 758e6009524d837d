import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cpuOfParse, timesOf } from '../effort.ts';
import { watchSlices } from '../loop-slices.ts';
import { startReplica } from '../postgres/replicas.ts';
import { newSchema } from '../postgres/schemas.ts';
import { createPostgres, type Server } from '../postgres/server.ts';

let server: Server;
beforeAll(async () => {
  server = await createPostgres();
});
afterAll(() => server.remove());

const count = Number(process.env['REPLICA_KEYS'] ?? 50_000);
const connections = 64;
/** How many parses of a body of 1 MB the event loop may be held in one piece: about 50 ms. */
const maxParses = 1.6;
const keyOf = (n: number) => `sandbox:plan=100:many-${n}`;

test(`${count} keys over two replicas: journal, report, snapshot, restoration and reset`, async () => {
  const ledger = newSchema(server.url);
  const [one, two] = [await startReplica({ ledger }), await startReplica({ ledger })];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  const call = (url: string, key: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, headers: { 'api-key': key } }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode));
      });
      sent.on('error', reject).end();
    });
  const statuses = new Map<number | undefined, number>();
  let sent = 0;
  const client = async () => {
    while (sent < count) {
      const n = sent++;
      const status = await call((n % 2 === 0 ? one : two).exampleUrl, keyOf(n));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  expect([...statuses]).toEqual([[200, count]]);

  const slices = watchSlices();
  onTestFinished(() => slices.stop());
  /** The work of an admin call leaves turns to others. */
  const leavesTurns = async (name: string, work: () => Promise<unknown>) => {
    const piece = async () => {
      await slices.longest();
      await work();
      return slices.longest();
    };
    expect(await timesOf(piece, maxParses, () => cpuOfParse()), name).toBeLessThan(maxParses);
  };
  for (const replica of [one, two]) {
    await leavesTurns('verify', () => replica.verify({ operation: 'clip/profile' }, { atLeast: 1 }));
    await leavesTurns('the report', async () => expect((await replica.report()).receipt.calls).toBe(count));
  }
  const { used } = await one.findKey(keyOf(0));
  await leavesTurns('the snapshot', async () =>
    expect((await one.admin('PUT', '/snapshots/many')).status).toBe(200),
  );
  const again = await call(two.exampleUrl, keyOf(0));
  expect([again, (await one.findKey(keyOf(0))).used]).toEqual([200, 2 * used]);

  let keys: unknown;
  await leavesTurns('the restoration', async () => {
    const { status, body } = await two.admin('POST', '/snapshots/many/restore');
    expect([status, body['faults']]).toEqual([200, 0]);
    keys = body['keys'];
  });
  expect(keys).toBeGreaterThanOrEqual(count);
  for (const n of [0, 1, count - 1]) expect((await one.findKey(keyOf(n))).used).toBe(used);

  const resets: unknown[] = [];
  await leavesTurns('the reset', async () =>
    resets.push((await one.admin('POST', '/reset', {})).body['keys']),
  );
  expect(resets[0]).toBe(keys);
  expect(await call(two.exampleUrl, keyOf(0))).toBe(200);
  expect((await one.findKey(keyOf(0))).used).toBe(used);
});
