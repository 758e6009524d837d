import { expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '../../src/core/errors.ts';
import { BatchQueue } from '../../src/ledger/batches.ts';
import type { Caller, Ledger, LedgerTransaction } from '../../src/ledger/ledger.ts';
import { ledgerOn } from '../../src/ledger/ledger-on.ts';
import { memoryStore } from '../../src/ledger/memory/store.ts';
import type { Replicas } from '../../src/ledger/replicas.ts';
import type { Store } from '../../src/ledger/store.ts';
import { transactionOn } from '../../src/ledger/transaction.ts';
import {
  afford,
  call,
  callerOf,
  countedLedgerOf,
  credits,
  ledgerOf,
  overEachStore,
  refusalOf,
  settings,
  startAt,
} from './harness.ts';

const keys = { k: { plan: credits(10) }, other: { plan: credits(10) } };

/** Runs a job. @returns its error */
const done = (ledger: Pick<Ledger, 'enqueue'>, work: (tx: LedgerTransaction) => void): Promise<unknown> =>
  new Promise((resolve) => {
    ledger.enqueue({ work, done: resolve });
  });

overEachStore(() => {
  test('all charges of one turn of the event loop are one transaction', async () => {
    const { ledger, commits } = await countedLedgerOf({ keys: { k: { plan: credits(1000) } } });
    const caller = await callerOf(ledger, 'k');
    const before = commits();
    await Promise.all(Array.from({ length: 200 }, () => ledger.charge(caller, call(1))));
    expect(commits() - before).toBe(1);
    await ledger.charge(caller, call(1));
    expect(commits() - before).toBe(2);
  });

  test('reading a balance costs no transaction', async () => {
    const { ledger, commits } = await countedLedgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const before = commits();
    await ledger.balance(caller, startAt);
    await afford(ledger, caller, credits(5), startAt);
    await callerOf(ledger, 'k');
    expect(commits()).toBe(before);
  });

  test('jobs run in order and see what those before them did; all are done after the last one ran', async () => {
    const { ledger, commits } = await countedLedgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const log: unknown[] = [];
    const before = commits();
    const charge = (name: string) =>
      new Promise<void>((resolve) => {
        ledger.enqueue({
          work: (tx) => log.push([name, tx.charge(caller, call(1)).planUsed]),
          done: (error) => {
            log.push([name, error]);
            resolve();
          },
        });
      });
    const both = Promise.all([charge('first'), charge('second')]);
    expect(log).toEqual([]);
    await both;
    expect(log).toEqual([
      ['first', 1000],
      ['second', 2000],
      ['first', undefined],
      ['second', undefined],
    ]);
    expect(commits() - before).toBe(1);
  });

  test('a job does all that calls need', async () => {
    const ledger = await ledgerOf({ keys });
    let caller: Caller | undefined;
    expect(
      await done(ledger, (tx) => {
        caller = tx.identify('sandbox:plan=9:own', startAt);
        if (!caller) throw new Error('the key is not recognised');
        tx.afford(caller, credits(9), startAt);
        tx.settle(tx.hold(caller, call(2, startAt, 'nls')), credits(1), startAt);
        tx.release(tx.hold(caller, call(2, startAt, 'nls')), startAt);
        tx.countRefused(caller, 'nls', startAt);
        const submission = {
          kind: 'brands',
          count: 1,
          maxPerDay: 1,
          items: () => [['a']],
          creditsIfKnown: 0,
        } as const;
        expect(tx.submit(caller, { ...call(1), ...submission })).toMatchObject({ known: [false] });
        expect(tx.usage(caller, startAt, startAt)).toHaveLength(1);
        expect(tx.identify('nobody', startAt)).toBeUndefined();
      }),
    ).toBeUndefined();
    expect(caller).toEqual(await callerOf(ledger, 'sandbox:plan=9:own'));
    expect(caller && (await ledger.balance(caller, startAt))).toMatchObject({ planUsed: 2000, held: 0 });
  });

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

  test('an error of one `done` is reported, and the other jobs are done all the same', async () => {
    const ledger = await ledgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const reported: unknown[] = [];
    const queue = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
      try {
        run();
      } catch (error) {
        reported.push(error);
      }
    });
    onTestFinished(() => queue.mockRestore());
    const bug = new Error('a bug');
    ledger.enqueue({
      work: (tx) => void tx.charge(caller, call(1)),
      done() {
        throw bug;
      },
    });
    expect(await done(ledger, (tx) => tx.charge(caller, call(2)))).toBeUndefined();
    expect(reported).toEqual([bug]);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 3000 });
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

  test('work started by a settled promise goes into a later transaction', async () => {
    const { ledger, commits } = await countedLedgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const before = commits();
    await ledger.charge(caller, call(1)).then(() => ledger.charge(caller, call(1)));
    expect(commits() - before).toBe(2);
  });

  test('a save sees what was given before it', async () => {
    const ledger = await ledgerOf({ keys });
    const caller = await callerOf(ledger, 'k');
    const charged = ledger.charge(caller, call(1));
    const saved = await ledger.save();
    expect(saved.accounts[0]).toMatchObject({ used: 1000 });
    expect(saved.accounts[0]?.entries).toHaveLength(2);
    await charged;
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

test('while a store commits a batch, the next one collects', async () => {
  const memory = memoryStore();
  const batches: number[] = [];
  /** Ends each commit. */
  const commits: (() => void)[] = [];
  const rules = { keys: {}, cycleMs: 1, maxKeys: 9, warn: () => {} };
  const queue = new BatchQueue(
    {
      async transact(batch, work) {
        void memory.transact(batch, work);
        batches.push(batch.length);
        await new Promise<void>((resolve) => commits.push(resolve));
      },
    },
    (state) => transactionOn(state, rules),
  );
  onTestFinished(() => queue.close());
  const ended: string[] = [];
  const open = async (label: string) => {
    await done(queue, (tx) => tx.identify(`sandbox::${label}`, startAt));
    ended.push(label);
  };
  const first = open('a');
  await expect.poll(() => batches).toEqual([1]);
  const rest = [open('b'), open('c')];
  await new Promise(setImmediate);
  expect(queue.flush()).toBeInstanceOf(Promise);
  expect(batches).toEqual([1]);
  expect(ended).toEqual([]);
  commits.shift()?.();
  await first;
  expect(ended).toEqual(['a']);
  await expect.poll(() => batches).toEqual([1, 2]);
  commits.shift()?.();
  await Promise.all(rest);
  expect(ended).toEqual(['a', 'b', 'c']);
});

test('the calls of one turn are committed 64 at a time, those of replicas at once', async () => {
  /** Jobs that arrive in one turn of the event loop, as from sockets: microtasks run between them. */
  const batchesOf = async (replicas: Store['replicas']) => {
    const batches: number[] = [];
    const { transact } = memoryStore();
    const queue = new BatchQueue<unknown>(
      {
        ...(replicas && { replicas }),
        transact(batch, work) {
          batches.push(batch.length);
          return transact(batch, work);
        },
      },
      () => undefined,
    );
    onTestFinished(() => queue.close());
    const jobs: Promise<unknown>[] = [];
    for (let count = 0; count < 150; count++) {
      jobs.push(new Promise((resolve) => queue.enqueue({ work() {}, done: resolve })));
      await Promise.resolve();
    }
    await Promise.all(jobs);
    return batches;
  };
  expect(await batchesOf(undefined)).toEqual([64, 64, 22]);
  const replicas = { outage: undefined, onOutage() {} } as unknown as NonNullable<Store['replicas']>;
  expect(await batchesOf(replicas)).toEqual([150]);
});

test('callers that go on at once do not hold the event loop', async () => {
  const queue = new BatchQueue<unknown>(memoryStore(), () => undefined);
  onTestFinished(() => queue.close());
  let [calls, turns] = [0, 0];
  const turn = () => {
    turns += 1;
    if (calls < 128 * 200) setImmediate(turn);
  };
  setImmediate(turn);
  const caller = async () => {
    for (let call = 0; call < 200; call++, calls++)
      await new Promise((resolve) => queue.enqueue({ work() {}, done: resolve }));
  };
  await Promise.all(Array.from({ length: 128 }, caller));
  expect(turns).toBeGreaterThan(5);
});

test('a flush from inside a job leaves what waits to the next batch', async () => {
  const memory = memoryStore();
  const log: string[] = [];
  const queue = new BatchQueue(memory, () => undefined);
  onTestFinished(() => queue.close());
  const second = Promise.withResolvers<unknown>();
  queue.enqueue({
    work() {
      queue.enqueue({ work: () => void log.push('second'), done: second.resolve });
      expect(queue.flush()).toBeUndefined();
      log.push('first');
    },
    done: (error) => log.push(`${error}`),
  });
  await second.promise;
  expect(log).toEqual(['first', 'undefined', 'second']);
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
