import { expect, test } from 'vitest';
import { assertSound } from '../../src/ledger/rules.ts';
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
  test('an entry records its instant, key, operation, price rule and source of credits', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(1), purchased: credits(3) } } });
    const caller = await callerOf(ledger, 'k');
    await ledger.charge(caller, { ...call(1.5, startAt + 7, 'tube/audience'), rule: 'byCall' });

    expect(await allEntries(ledger, caller)).toEqual([
      {
        id: 1,
        at: startAt,
        kind: 'open',
        keyId: null,
        operation: null,
        rule: null,
        plan: 1000,
        purchased: 3000,
        held: 0,
        balance: 4000,
        traceId: null,
      },
      {
        id: 2,
        at: startAt + 7,
        kind: 'charge',
        keyId: caller.id,
        operation: 'tube/audience',
        rule: 'byCall',
        plan: -1000,
        purchased: -500,
        held: 0,
        balance: 2500,
        traceId: '0123456789abcdef0123456789abcdef',
      },
    ]);
    await ledger.topUp('k', { plan: 1000, purchased: 500 }, startAt + 9);
    const topUp = {
      kind: 'topUp',
      at: startAt + 9,
      keyId: caller.id,
      plan: 1000,
      purchased: 500,
      balance: 4000,
    };
    expect((await allEntries(ledger, caller)).at(-1)).toMatchObject(topUp);
  });

  test('the entries of a stream name its operation, its rule and its trace, from the hold to the end', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(4), purchased: credits(3) } } });
    const caller = await callerOf(ledger, 'k');
    const stream = { operation: 'nls', rule: 'byCall', traceId: 'a'.repeat(32), now: startAt + 7 } as const;
    const settled = await ledger.hold(caller, { ...stream, credits: credits(5) });
    await ledger.settle(settled, credits(4.5), () => startAt + 8);
    const left = await ledger.hold(caller, { ...stream, credits: credits(1), now: startAt + 9 });
    await ledger.release(left, () => startAt + 10);
    const { now: _, ...named } = { ...stream, keyId: caller.id };
    expect((await ledger.entries(caller)).slice(1)).toEqual(
      [
        { at: 7, kind: 'hold', plan: 0, purchased: 0, held: 5000, balance: 7000 },
        { at: 8, kind: 'settle', plan: -4000, purchased: -500, held: -5000, balance: 2500 },
        { at: 9, kind: 'hold', plan: 0, purchased: 0, held: 1000, balance: 2500 },
        { at: 10, kind: 'release', plan: 0, purchased: 0, held: -1000, balance: 2500 },
      ].map((entry, n) => ({ ...named, ...entry, id: n + 2, at: startAt + entry.at })),
    );
  });

  test('an unaffordable charge is refused as a whole, with what it needs and what there is', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(3), purchased: credits(0.5) } } });
    const caller = await callerOf(ledger, 'k');
    const expected = { kind: 'insufficientCredits', required: 10_000, available: 3500 };

    expect(await refusalOf(afford(ledger, caller, credits(10), startAt))).toEqual(expected);
    expect(await refusalOf(ledger.charge(caller, call(10)))).toEqual(expected);
    expect(await refusalOf(ledger.hold(caller, call(10)))).toEqual(expected);
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 0, purchased: 500, held: 0 });
    expect(await allEntries(ledger, caller)).toHaveLength(1);

    await afford(ledger, caller, credits(3.5), startAt);
    await ledger.charge(caller, call(3.5));
    expect(await refusalOf(ledger.charge(caller, call(0.001)))).toEqual({
      kind: 'insufficientCredits',
      required: 1,
      available: 0,
    });
  });

  test('a call of 0 credits succeeds on an empty account and is counted', async () => {
    const ledger = await ledgerOf({ keys: { k: { limit: 0 } } });
    const caller = await callerOf(ledger, 'k');
    await afford(ledger, caller, 0, startAt);
    expect(await ledger.charge(caller, call(0))).toMatchObject({ plan: 0, planUsed: 0, keyRemaining: 0 });
    expect(await usageOf(ledger, caller, startAt, startAt)).toEqual([
      { date: '20260301', calls: [{ operation: 'clip/profile', requests: 1, charged: 1, credits: 0 }] },
    ]);
  });

  test('a hold ends once', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(9) } } });
    const caller = await callerOf(ledger, 'k');
    const settled = await ledger.hold(caller, call(2));
    await ledger.settle(settled, credits(2), () => startAt);
    await expect(ledger.settle(settled, credits(2), () => startAt)).rejects.toThrow('not open');
    await ledger.release(settled, () => startAt);

    const released = await ledger.hold(caller, call(2));
    await ledger.release(released, () => startAt);
    await ledger.release(released, () => startAt);
    await expect(ledger.settle(released, 0, () => startAt)).rejects.toThrow('not open');

    const open = await ledger.hold(caller, call(2));
    await expect(ledger.settle(open, credits(2.001), () => startAt)).rejects.toThrow(
      'is for 2000, not for 2001',
    );
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 2000, held: 2000 });
    await assertBalanced(expect, ledger, caller, startAt);
  });

  test('an amount that is not a whole number of thousandths is never charged', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(9) } } });
    const caller = await callerOf(ledger, 'k');
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await expect(ledger.charge(caller, { ...call(0), credits: wrong })).rejects.toThrow(RangeError);
      await expect(ledger.hold(caller, { ...call(0), credits: wrong })).rejects.toThrow(RangeError);
    }
    expect(await ledger.balance(caller, startAt)).toMatchObject({ planUsed: 0, held: 0 });
  });
});

test.each([
  { plan: -1 },
  { used: 0.5 },
  { purchased: -1 },
  { purchasedUsed: 0.5 },
  { heldPlan: -1 },
  { heldPurchased: 6 },
  { heldPurchased: -1 },
])('no bug in the rules leaves an account with %j', (wrong) => {
  const held = { heldPlan: 0, heldPurchased: 5 };
  const funds = { plan: 5, used: 5, purchased: 5, purchasedUsed: 5, ...held, unlimited: false };
  expect(() => assertSound(funds)).not.toThrow();
  expect(() => assertSound({ ...funds, ...wrong })).toThrow('an account cannot have these funds: {"plan":');
});
