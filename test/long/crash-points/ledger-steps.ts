import { inTransaction } from '../../../src/ledger/job.ts';
import type { Caller, Charge, Hold, Ledger, Submission } from '../../../src/ledger/ledger.ts';
import type { LedgerSettings } from '../../../src/ledger/ledger-on.ts';

const startAt = Date.UTC(2026, 2, 1);
const dayMs = 86_400_000;

/** The settings of every ledger of a run. */
export const ledgerSettings: LedgerSettings = {
  keys: { demo: { plan: 900_000, purchased: 5_000 } },
  now: startAt,
  newId: () => 'never-asked',
  warn: () => {},
};

/** What the steps of a run share. */
export interface Run {
  ledger: Ledger;
  /** Holds that are open, by the step that made them. */
  holds: Map<string, Hold>;
  /** Ends the ledger in good order and opens it again. */
  reopen(): Promise<void>;
}

/** One call of a client or of the admin surface, which is answered once. */
export interface Step {
  name: string;
  take(run: Run): Promise<unknown>;
}

const spender = 'sandbox:plan=500,purchased=5:spender';
const trace = (name: string): string => Buffer.from(name).toString('hex').slice(0, 32);

const chargeOf = (name: string, credits: number, now = startAt): Charge => ({
  operation: 'clip/profile',
  credits,
  traceId: trace(name),
  now,
});

/** A charge as a request makes it: its key is recognised and charged in one job. */
const charge = (name: string, key: string, credits: number, now = startAt): Step => ({
  name,
  take: ({ ledger }) =>
    inTransaction(ledger, { secret: key }, (tx) => {
      const caller = tx.identify(key, now);
      if (!caller) throw new Error('the key is not recognised');
      return tx.charge(caller, chargeOf(name, credits, now));
    }),
});

const callerOf = (ledger: Ledger, key: string): Promise<Caller | undefined> =>
  inTransaction(ledger, { secret: key }, (tx) => tx.identify(key, startAt));

/** Begins a stream. */
const hold = (name: string, key: string, credits: number): Step => ({
  name,
  async take({ ledger, holds }) {
    const caller = await callerOf(ledger, key);
    if (caller) holds.set(name, await ledger.hold(caller, chargeOf(name, credits)));
  },
});

/** Ends a stream that began. */
const settle = (name: string, of: string, credits: number): Step => ({
  name,
  async take({ ledger, holds }) {
    const open = holds.get(of);
    if (!open) throw new Error('the stream never began');
    holds.delete(of);
    await ledger.settle(open, credits, () => startAt);
  },
});

/** Several requests of one turn, which share a commit: all are answered or none. */
const together = (name: string, key: string): Step => ({
  name,
  take: (run) =>
    Promise.all([1, 2, 3].map((credits) => charge(`${name} ${credits}`, key, credits * 100).take(run))),
});

const submission = (name: string): Submission => ({
  ...chargeOf(name, 300),
  kind: 'brands',
  count: 2,
  maxPerDay: 10,
  creditsIfKnown: 0,
  items: () => [['lanternfish-tea.example'], ['marmalade-sky.example']],
});

const step = (name: string, take: Step['take']): Step => ({ name, take });

/** A life of a ledger: every kind of change, and an end in good order in its middle. */
const wholeLife: readonly Step[] = [
  charge('first use', spender, 2_000),
  charge('a demo key pays', 'demo', 1_000),
  step('a key is made', ({ ledger }) =>
    ledger.keys.create({ key: 'made', plan: 9_000, limit: 4_000 }, startAt),
  ),
  charge('it pays', 'made', 1_500),
  step('a top-up', ({ ledger }) => ledger.topUp('made', { plan: 500, purchased: 700 }, startAt)),
  hold('a stream begins', 'demo', 3_000),
  settle('it ends', 'a stream begins', 2_000),
  hold('a stream stays open', 'demo', 4_000),
  together('three in one turn', spender),
  step('a snapshot', ({ ledger }) =>
    ledger.snapshots.put('kept', ['x'.repeat(5_000), 'y'.repeat(4_000)], startAt),
  ),
  step('end and start', (run) => run.reopen()),
  charge('a renewal first', spender, 400, startAt + 31 * dayMs),
  step('a submission', async ({ ledger }) => {
    const caller = await callerOf(ledger, 'demo');
    if (caller)
      await inTransaction(ledger, { id: caller.id }, (tx) => tx.submit(caller, submission('names')));
  }),
  step('a key is reset', ({ ledger }) => ledger.reset(startAt, 'made')),
  charge('it pays again', 'made', 600),
  step('a refusal counts', async ({ ledger }) => {
    const caller = await callerOf(ledger, 'demo');
    if (caller) await ledger.countRefused(caller, 'nls', startAt);
  }),
  step('a restoration', async ({ ledger }) => ledger.restore(await ledger.save())),
  step('a key goes', ({ ledger }) => ledger.keys.remove('made', startAt)),
  step('all is reset', ({ ledger }) => ledger.reset(startAt)),
  charge('after the reset', 'demo', 800),
  step('the snapshot goes', ({ ledger }) => ledger.snapshots.remove('kept')),
];

/** Calls while the log of the file is full, so that SQLite moves it into the file and begins it anew. */
const fullLog: readonly Step[] = [
  ...Array.from({ length: 8 }, (_, n) => charge(`pays ${n}`, n % 2 ? 'demo' : spender, 1_000 + n)),
  step('a snapshot', ({ ledger }) => ledger.snapshots.put('kept', ['x'.repeat(20_000)], startAt)),
  ...Array.from({ length: 4 }, (_, n) => charge(`pays more ${n}`, spender, 2_000 + n)),
];

/** So many entries that they are written in slices: the process may end between two. */
const manyEntries: readonly Step[] = [
  charge('the first', spender, 1_000),
  step('2,100 in one turn', (run) =>
    Promise.all(Array.from({ length: 2_100 }, (_, n) => charge(`one of many ${n}`, 'demo', 10).take(run))),
  ),
  charge('between', spender, 1_000),
  step('a restoration', async ({ ledger }) => ledger.restore(await ledger.save())),
  charge('the last', spender, 1_000),
];

export const lives = { wholeLife, fullLog, manyEntries } as const;

/** Everything that a ledger holds, as a restart would find it. */
export async function contentsOf({ save, snapshots }: Ledger): Promise<string> {
  const kept = await snapshots.list();
  const texts = await Promise.all(kept.map(({ name }) => snapshots.read(name)));
  return JSON.stringify({ saved: await save(), kept, texts }, null, 1);
}
