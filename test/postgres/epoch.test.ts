import { expect, test } from 'vitest';
import { runToEnd } from '../process.ts';
import { profile, type Replica, startReplica, startReplicas } from './replicas.ts';
import { newSchema } from './schemas.ts';

const epochOf = async ({ admin }: Replica) => (await admin('GET', '/health')).body['epoch'];
const epochsOf = (replicas: readonly Replica[]) => Promise.all(replicas.map(epochOf));
const freezeAt = ({ admin }: Replica, at: string) => admin('PUT', '/clock', { mode: 'frozen', at });
const call = (replica: Replica) => replica.get(profile(replica), 'demo-full');

test('replicas have one epoch: by any clock before the first call of any, then for good', async () => {
  const replicas = await startReplicas(3, { clock: '2026-06-01T12:00:00Z' });
  const [one, two, three] = replicas;
  expect(await epochsOf(replicas)).toEqual(['2026-06-01', '2026-06-01', '2026-06-01']);
  await freezeAt(two, '2031-02-03');
  expect(await epochsOf(replicas)).toEqual(['2031-02-03', '2031-02-03', '2031-02-03']);
  expect((await call(three)).status).toBe(200);
  await freezeAt(one, '2032-02-03');
  expect(await epochsOf(replicas)).toEqual(['2031-02-03', '2031-02-03', '2031-02-03']);

  await three.reset();
  expect(await epochsOf(replicas)).toEqual(['2026-06-01', '2026-06-01', '2026-06-01']);
  await two.admin('PUT', '/snapshots/open');
  await freezeAt(one, '2033-02-03');
  await call(two);
  await two.admin('PUT', '/snapshots/settled');
  await one.admin('POST', '/snapshots/open/restore');
  expect(await epochsOf(replicas)).toEqual(['2026-06-01', '2026-06-01', '2026-06-01']);
  await three.admin('POST', '/snapshots/settled/restore');
  expect(await epochsOf(replicas)).toEqual(['2033-02-03', '2033-02-03', '2033-02-03']);
});

test('first calls race with moves of the clock, and all agree on the winner', async () => {
  const replicas = await startReplicas(3, { clock: '2026-06-01T12:00:00Z' });
  for (let round = 0; round < 5; round++) {
    await replicas[0].reset();
    const days = replicas.map((_, n) => `20${30 + round}-01-0${n + 1}`);
    await Promise.all(
      replicas.flatMap((replica, n) => [freezeAt(replica, days[n] ?? ''), call(replica), call(replica)]),
    );
    const [first, ...others] = await epochsOf(replicas);
    expect(['2026-06-01', ...days]).toContain(first);
    expect(others).toEqual([first, first]);
    await freezeAt(replicas[1], '2050-01-01');
    expect(await epochsOf(replicas)).toEqual([first, first, first]);
  }
});

test('the epoch stays with the ledger, and a replica that is given another one is refused', async () => {
  const ledger = newSchema();
  const first = await startReplica({ ledger, epoch: '2030-01-01' });
  await call(first);
  await first.close();
  const second = await startReplica({ ledger });
  await startReplica({ ledger, epoch: '2030-01-01' });
  expect(await epochOf(second)).toBe('2030-01-01');
  const { code, err } = await runToEnd([
    ...['--port', '0', '--size', '60', '--log-level', 'silent'],
    ...['--ledger', ledger, '--epoch', '2030-01-02'],
  ]);
  expect([code, err]).toEqual([
    2,
    "creator-sandbox: The ledger has the epoch 2030-01-01, not 2030-01-02: start without the setting 'epoch', or with another ledger.\n",
  ]);
  expect((await second.admin('GET', '/replicas')).body['replicas']).toHaveLength(2);
});

test('a replica of another time of the world is refused', async () => {
  const ledger = newSchema();
  await startReplica({ ledger });
  const { code, err } = await runToEnd([
    ...['--port', '0', '--size', '60', '--log-level', 'silent'],
    ...['--ledger', ledger, '--world-time', 'still'],
  ]);
  expect([code, err]).toEqual([2, expect.stringContaining('time living (here still)')]);
});
