import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import {
  afford,
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  ledgerOf,
  overEachStore,
  refusalOf,
  startAt,
  usageOf,
} from './harness.ts';

overEachStore(() => {
  test('a used-up plan is whole after 31 days; purchased credits and the usage of past days stay', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(10), purchased: credits(1) } } });
    const caller = await callerOf(ledger, 'k');
    await ledger.charge(caller, call(10.5));
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 10_000, purchasedUsed: 500 });
    expect((await refusalOf(ledger.charge(caller, call(2)))).kind).toBe('insufficientCredits');
    await ledger.countRefused(caller, 'clip/profile', startAt);

    const later = startAt + 31 * dayMs;
    expect(await ledger.balance(caller, later)).toMatchObject({
      plan: 10_000,
      planUsed: 0,
      purchased: 500,
      purchasedUsed: 0,
    });
    await ledger.charge(caller, call(2, later));
    expect(await usageOf(ledger, caller, startAt, later)).toEqual([
      { date: '20260301', calls: [{ operation: 'clip/profile', requests: 2, charged: 1, credits: 10_500 }] },
      { date: '20260401', calls: [{ operation: 'clip/profile', requests: 1, charged: 1, credits: 2000 }] },
    ]);
    await assertBalanced(expect, ledger, caller, later);
  });

  test('cycles are anchored at the first use, not at the opening', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(10) } }, cycleMs: 10 * dayMs });
    const firstAt = startAt + 3 * dayMs + 5;
    const caller = await callerOf(ledger, 'k', firstAt);
    await callerOf(ledger, 'k', firstAt + dayMs);
    await ledger.charge(caller, call(4, firstAt + dayMs));
    const dueAt = firstAt + 10 * dayMs;
    expect(await ledger.balance(caller, dueAt - 1)).toMatchObject({ planUsed: 4000 });
    expect(await ledger.balance(caller, dueAt)).toMatchObject({ planUsed: 0 });
    expect((await allEntries(ledger, caller)).at(-1)).toMatchObject({ kind: 'renew', at: dueAt, plan: 4000 });
  });

  test('an account that a key opens by name begins then, and has the usual cycles', async () => {
    const ledger = await ledgerOf({ keys: {}, cycleMs: 10 * dayMs });
    const terms = { key: 'made', account: 'team', plan: credits(10) };
    await ledger.keys.create({ ...terms, clockOffsetMs: 5 }, startAt);
    expect(await ledger.keys.find('made', startAt)).toMatchObject({ account: 'team', cycleMs: 10 * dayMs });
    const caller = await callerOf(ledger, 'made');
    expect((await allEntries(ledger, caller))[0]).toMatchObject({ kind: 'open', at: startAt + 5 });
  });

  test('every missed renewal runs once, in order, dated when it was due', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(10) } }, cycleMs: 10 * dayMs });
    const caller = await callerOf(ledger, 'k');
    await ledger.charge(caller, call(4));
    const later = startAt + 35 * dayMs;
    await Promise.all([
      ledger.balance(caller, later),
      afford(ledger, caller, 0, later),
      ledger.charge(caller, call(1, later)),
    ]);
    expect(
      (await allEntries(ledger, caller)).map(({ kind, at, plan }) => [kind, (at - startAt) / dayMs, plan]),
    ).toEqual([
      ['open', 0, 10_000],
      ['charge', 0, -4000],
      ['renew', 10, 4000],
      ['renew', 20, 0],
      ['renew', 30, 0],
      ['charge', 35, -1000],
    ]);
    expect(await ledger.balance(caller, later)).toMatchObject({ planUsed: 1000 });
  });

  test('renewals of all accounts run in the order in which they fell due', async () => {
    const ledger = await ledgerOf({
      keys: { one: { plan: credits(10) }, two: { plan: credits(10) }, idle: {} },
      cycleMs: 10 * dayMs,
    });
    const one = await callerOf(ledger, 'one', startAt + dayMs);
    const two = await callerOf(ledger, 'two', startAt);
    await ledger.charge(one, call(3, startAt + dayMs));
    await ledger.charge(two, call(2, startAt));
    expect((await ledger.renew(startAt + 9 * dayMs)).oldest).toEqual([]);
    expect((await ledger.renew(startAt + 21 * dayMs)).oldest).toEqual([
      { account: two.account, at: startAt + 10 * dayMs, credits: 2000 },
      { account: one.account, at: startAt + 11 * dayMs, credits: 3000 },
      { account: two.account, at: startAt + 20 * dayMs, credits: 0 },
      { account: one.account, at: startAt + 21 * dayMs, credits: 0 },
    ]);
    expect((await ledger.renew(startAt + 21 * dayMs)).oldest).toEqual([]);
    expect((await ledger.renew(startAt + 31 * dayMs, 'two')).oldest).toEqual([
      { account: two.account, at: startAt + 30 * dayMs, credits: 0 },
    ]);
  });

  test('a short cycle and a long absence leave a bounded number of entries', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(10) } }, cycleMs: 1000 });
    const caller = await callerOf(ledger, 'k');
    await ledger.charge(caller, call(4));
    const later = startAt + 3650 * dayMs + 500;
    expect(await ledger.balance(caller, later)).toMatchObject({ planUsed: 0 });
    const entries = await allEntries(ledger, caller);
    expect(entries).toHaveLength(2 + 1000);
    expect(entries[2]).toMatchObject({ kind: 'renew', at: startAt + 1000, plan: 4000 });
    expect(entries.at(-1)).toMatchObject({ kind: 'renew', at: startAt + 3650 * dayMs });
    await ledger.charge(caller, call(1, later + 500));
    expect((await allEntries(ledger, caller)).slice(-2).map(({ kind }) => kind)).toEqual(['renew', 'charge']);
  });
});
