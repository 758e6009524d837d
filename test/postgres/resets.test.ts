import { expect, onTestFinished, test } from 'vitest';
import { type Act, charge, resetKey } from '../long/schedules/acts.ts';
import { openBench, type Run } from '../long/schedules/run.ts';
import type { Option } from '../long/schedules/scheduler.ts';
import { profile, type Replica, startReplicas } from './replicas.ts';
import { newSchema } from './schemas.ts';

const resets = 24;
const clients = 7;

interface Answer {
  status: number;
  body: unknown;
}

type Way = (replica: Replica, key: string) => Promise<Answer>;

test('resets under load refuse no valid call, whichever replica opens the accounts again', async () => {
  const replicas = await startReplicas(2);
  const made = await replicas[0].key({ plan: 100_000 });
  const keys = [
    'demo-full',
    made.headers['api-key'],
    ...Array.from({ length: 4 }, (_, n) => `sandbox:plan=100000:reset-${n}`),
  ];
  let isOver = false;
  const refused: unknown[] = [];
  let answered = 0;

  const ways: Way[] = [(replica, key) => replica.get(profile(replica), key), post, search];
  await Promise.all([
    ...replicas.flatMap((replica) => Array.from({ length: clients }, (_, n) => call(replica, n))),
    reset(),
  ]);
  expect(refused).toEqual([]);
  expect(answered).toBeGreaterThan(resets);

  async function call(replica: Replica, first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      const key = keys[n % keys.length] as string;
      const { status, body } = await (ways[Math.floor(n / keys.length) % ways.length] as Way)(replica, key);
      // A reset of everything removes a key that was made.
      if (status === 200) answered += 1;
      else if (key !== made.headers['api-key']) refused.push({ status, key, body });
    }
  }

  async function search(replica: Replica, key: string): Promise<Answer> {
    const reply = await replica.search(key);
    const body = await reply.text();
    // A reset in the midst of a stream takes its hold, so only the status counts.
    return { status: reply.status, body };
  }

  /** A call whose body comes after its key was recognised. */
  async function post(replica: Replica, key: string): Promise<Answer> {
    const { pathname, searchParams } = new URL(replica.exampleUrl);
    const reply = await replica.send(pathname, {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(searchParams)),
    });
    return { status: reply.status, body: await reply.json() };
  }

  async function reset(): Promise<void> {
    for (let n = 0; n < resets; n++) {
      const before = answered;
      const replica = replicas[n % 2] as Replica;
      const { status } =
        n % 4 === 3
          ? await replica.admin('POST', '/reset', { key: keys[2 + (n % keys.slice(2).length)] })
          : await replica.admin('POST', '/reset', {});
      expect(status).toBe(200);
      await expect.poll(() => answered).toBeGreaterThan(before + clients);
    }
    isOver = true;
  }
});

test.each([
  ['knows the account', true],
  ['has not read it yet', false],
])(
  'a call that waits for the reset of its account is charged after it, at a replica that %s',
  async (_, isWarm) => {
    const { operations, isLinearizable } = await duringReset(charge('joined', 1), isWarm);
    expect(operations).toMatchObject([
      { name: 'reset preset', reply: undefined },
      { name: 'charge joined 1', reply: { planUsed: 1 } },
      { name: 'all is read' },
    ]);
    expect(isLinearizable).toBe(true);
  },
);

test('the first use of a key during a reset opens an account of another number', async () => {
  const { operations, isLinearizable } = await duringReset(charge('self', 1), true);
  expect(operations.slice(0, 2)).toMatchObject([{ reply: undefined }, { reply: { planUsed: 1 } }]);
  expect(isLinearizable).toBe(true);
});

/** A replica resets an account. Before its commit another one makes a call, which goes as far as it can. */
async function duringReset(call: Omit<Act, 'id'>, isWarm: boolean): Promise<Run> {
  const bench = await openBench(newSchema());
  onTestFinished(() => bench.close());
  const clients = [
    { replica: 0, acts: [{ id: 1, ...resetKey('preset') }] },
    { replica: 1, acts: [{ id: 2, ...call }] },
  ];
  return bench.run({ replicas: 2, hasRule: false, isWarm, clients }, (options) => {
    const [first] = options.toSorted((one, other) => one.replica - other.replica);
    const option = first?.name === 'send 0: COMMIT' ? options.at(-1) : first;
    return { option: option as Option, count: 1 };
  });
}
