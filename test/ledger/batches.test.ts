import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../src/core/errors.ts';
import { BatchQueue } from '../../src/ledger/batches.ts';
import type { Touched } from '../../src/ledger/job.ts';
import type { Ledger, LedgerTransaction } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import type { Replicas } from '../../src/ledger/replicas.ts';
import type { Store } from '../../src/ledger/store.ts';
import { call, callerOf, credits, ledgerOf, overEachStore, refusalOf, settings, startAt } from './harness.ts';

const keys = { k: { plan: credits(10) }, other: { plan: credits(10) } };
const concernsKey = { secret: 'k' };

/** Runs a job. @returns its error */
const done = (
  ledger: Pick<Ledger, 'enqueue'>,
  work: (tx: LedgerTransaction) => void,
  touches: Touched = concernsKey,
): Promise<unknown> =>
  new Promise((resolve) => {
    ledger.enqueue({ touches, work, done: resolve });
  });

overEachStore(() => {
  test('an unexpected error undoes its own job only, with its entries', async () => {
    const kinds: string[] = [];
    const ledger = await ledgerOf({ keys, onEntry: ({ kind, plan }) => kinds.push(`${kind} ${plan}`) });
    const caller = await callerOf(ledger, 'k');
    const bug = new Error('a bug');
    const errors = await Promise.all([
      done(ledger, (tx) => tx.charge(caller, call(1))),
      done(ledger, (tx) => {
        tx.identify('sandbox:plan=9:undone', startAt);
        tx.charge(caller, call(2));
        throw bug;
      }),
      done(ledger, (tx) => tx.charge(caller, { ...call(1), credits: 0.5 })),
      done(ledger, (tx) => tx.charge(caller, call(4))),
    ]);
    expect(errors).toEqual([undefined, bug, expect.any(RangeError), undefined]);
    expect(kinds).toEqual(['charge -1000', 'charge -4000']);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 5000 });
    expect(await ledger.keys.list(startAt, 0, 100)).toHaveLength(2);
    expect((await ledger.entries(caller)).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('a refusal leaves what its job did before it', async () => {
    const ledger = await ledgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const error = await done(ledger, (tx) => {
      tx.charge(caller, call(1));
      tx.charge(caller, call(100));
    });
    expect(error).toBeInstanceOf(Refusal);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 1000 });
  });

  test('an error in the middle of a whole reset leaves everything as it was', async () => {
    let reads = 0;
    const ledger = await ledgerOf({
      keys: {
        k: { plan: credits(10) },
        // the second reading of its terms fails
        get other() {
          if (++reads > 1) throw new Error('a bug');
          return { plan: credits(10) };
        },
      },
    });
    await ledger.charge(await callerOf(ledger, 'k'), call(3));
    const before = await ledger.save();
    await expect(ledger.reset(startAt)).rejects.toThrow('a bug');
    expect(await ledger.save()).toEqual(before);
  });

  test('a closed ledger refuses jobs', async () => {
    const ledger = await ledgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    await ledger.close();
    expect(await done(ledger, (tx) => tx.charge(caller, call(1)))).toEqual(new Error('the ledger is closed'));
    await expect(ledger.charge(caller, call(1))).rejects.toThrow('the ledger is closed');
  });
});

test('promises settle after the commit of their batch, never before', async () => {
  const memory = memoryStore();
  const log: string[] = [];
  const store: Store = {
    ...memory,
    transact(batch, work) {
      void memory.transact(batch, work);
      log.push('committed');
    },
  };
  const ledger = ledgerOn(store, settings({ keys, onEntry: () => log.push('entry') }));
  const caller = await callerOf(ledger, 'k');
  log.length = 0;
  await Promise.all([
    ledger.charge(caller, call(1)).then(() => log.push('charged')),
    refusalOf(ledger.charge(caller, call(99))).then(() => log.push('refused')),
  ]);
  expect(log).toEqual(['committed', 'entry', 'charged', 'refused']);
});

test.each([true, false])(
  'a call behind a commit in flight is refused while there is an outage: %s',
  async (lasts) => {
    const memory = memoryStore();
    const commit = Promise.withResolvers<void>();
    const replicas: { outage: Error | undefined; onOutage: () => void } = {
      outage: undefined,
      onOutage() {},
    };
    const store = {
      transact(...batch: Parameters<Store['transact']>) {
        void memory.transact(...batch);
        return commit.promise;
      },
      replicas: replicas as unknown as Replicas,
    };
    const queue = new BatchQueue(store, () => undefined);
    onTestFinished(() => {
      commit.resolve();
      return queue.close();
    });
    const log: string[] = [];
    const enqueue = (name: string) =>
      queue.enqueue({
        work() {},
        done: (error) => log.push(`${name}: ${(error as Error | undefined)?.name}`),
      });
    enqueue('first');
    void queue.flush();
    replicas.outage = new Error('away');
    enqueue('second');
    if (!lasts) replicas.outage = undefined;
    await new Promise(setImmediate);
    expect(log).toEqual(lasts ? ['second: Error'] : []);
    commit.resolve();
    await queue.idle();
    await queue.flush();
    expect(log.toSorted()).toEqual(['first: undefined', lasts ? 'second: Error' : 'second: undefined']);
  },
);
