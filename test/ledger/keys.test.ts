import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { Refusal } from '../../src/core/errors.ts';
import {
  allEntries,
  assertBalanced,
  call,
  callerOf,
  credits,
  identify,
  ledgerOf,
  overEachStore,
  refusalOf,
  startAt,
  usageOf,
} from './harness.ts';

overEachStore(() => {
  test('a self-describing key exists once an admin names it, and its cycle begins at its first use', async () => {
    const ledger = await ledgerOf({ maxKeys: 2 });
    const key = 'sandbox:plan=5:named';
    expect(await ledger.keys.find(key, startAt)).toMatchObject({
      plan: 5000,
      origin: 'self-describing',
      anchorAt: null,
    });
    await ledger.topUp(key, { plan: 1000 }, startAt);
    expect(await callerOf(ledger, key, startAt + 5)).toBeDefined();
    expect(await ledger.keys.find(key, startAt + 9)).toMatchObject({
      ...{ plan: 6000, purchased: 0 },
      anchorAt: startAt + 5,
    });
    expect(await ledger.topUp('sandbox::second', { purchased: 1000 }, startAt)).toMatchObject({
      ...{ plan: 0, purchased: 1000 },
    });
    expect(await ledger.keys.find('sandbox::third', startAt)).toBeUndefined();
    expect(await ledger.keys.find('sandbox:plan=x:wrong', startAt)).toBeUndefined();
  });

  test('onEntry gets every entry after its commit, and none that was rolled back or restored', async () => {
    const entries: [string, number][] = [];
    const ledger = await ledgerOf({
      keys: { demo: { plan: credits(3) } },
      onEntry: ({ kind, plan, account }) => entries.push([`${account.slice(0, 7)} ${kind}`, plan]),
    });
    const demo = await callerOf(ledger, 'demo');
    expect(entries).toEqual([]);
    await Promise.all([
      ledger.charge(demo, call(2)),
      ledger.charge(demo, call(2)).catch(() => {}),
      ledger.settle({ id: 99, credits: 1 }, 1, () => startAt).catch(() => {}),
    ]);
    expect(entries).toEqual([['account charge', -2000]]);
    await ledger.renew(startAt + 30 * dayMs);
    const heard = [
      ['account charge', -2000],
      ['account renew', 2000],
    ];
    expect(entries).toEqual(heard);
    // What a restoration brings back happened before.
    await ledger.restore(await ledger.save());
    expect(entries).toEqual(heard);
  });

  test('no part of a short key is shown', async () => {
    const ledger = await ledgerOf();
    expect((await ledger.keys.create({ key: 'abcd' }, startAt)).state.shown).toBe('…');
  });

  test('several keys share an account, each with its own limit', async () => {
    const ledger = await ledgerOf();
    const first = await ledger.keys.create({ account: 'team', plan: credits(10) }, startAt);
    const second = await ledger.keys.create({ account: 'team', limit: credits(3) }, startAt);
    expect(second.state).toMatchObject({ account: 'team', plan: 10_000, limit: 3000 });
    const one = await callerOf(ledger, first.secret);
    const two = await callerOf(ledger, second.secret);
    await ledger.charge(one, call(8));
    expect(await refusalOf(ledger.charge(two, call(4)))).toEqual({ kind: 'keySpendThreshold' });
    expect(await refusalOf(ledger.charge(two, call(3)))).toMatchObject({
      kind: 'insufficientCredits',
      available: 2000,
    });
    await ledger.charge(two, call(2));
    expect(await ledger.keys.find(first.state.id, startAt)).toMatchObject({ planRemaining: 0, spent: 8000 });
    expect(await ledger.keys.find(second.state.id, startAt)).toMatchObject({ planRemaining: 0, spent: 2000 });
    expect((await allEntries(ledger, one)).map(({ keyId }) => keyId)).toEqual([null, one.id, two.id]);

    await ledger.keys.remove(first.state.id, startAt);
    expect(await identify(ledger, first.secret, startAt)).toBeUndefined();
    expect(await ledger.balance(two, startAt)).toMatchObject({ planUsed: 10_000 });
  });

  test('credits that open holds reserve cannot be taken away', async () => {
    const ledger = await ledgerOf();
    const { secret, state } = await ledger.keys.create({ plan: credits(4), purchased: credits(4) }, startAt);
    const caller = await callerOf(ledger, secret);
    const hold = await ledger.hold(caller, call(6));
    for (const changes of [{ plan: credits(3) }, { used: credits(1) }, { purchased: credits(1) }])
      await expect(ledger.keys.change(state.id, changes, startAt)).rejects.toMatchObject({
        kind: 'conflict',
      });
    await expect(ledger.keys.change(state.id, { used: credits(5) }, startAt)).rejects.toMatchObject({
      kind: 'invalid',
    });
    await ledger.keys.change(state.id, { purchased: credits(2) }, startAt);
    await ledger.keys.change(state.id, { plan: credits(5), used: credits(1) }, startAt);
    await ledger.settle(hold, credits(6), () => startAt);
    expect(await ledger.keys.find(state.id, startAt)).toMatchObject({
      planRemaining: 0,
      purchased: 0,
      held: 0,
    });
    await assertBalanced(expect, ledger, caller, startAt);
  });

  test('an unlimited account has them without a plan', async () => {
    const ledger = await ledgerOf();
    const { secret, state } = await ledger.keys.create({ plan: credits(4), unlimited: true }, startAt);
    const caller = await callerOf(ledger, secret);
    const hold = await ledger.hold(caller, call(6));
    expect(await ledger.keys.change(state.id, { plan: 0 }, startAt)).toMatchObject({ plan: 0 });
    expect(await ledger.keys.change(state.id, { used: credits(1) }, startAt)).toMatchObject({ used: 1000 });
    await ledger.settle(hold, credits(6), () => startAt);
    await assertBalanced(expect, ledger, caller, startAt);
  });

  test('a new cycle length moves the end of the current cycle; a clock offset moves only its own account', async () => {
    const ledger = await ledgerOf();
    const { secret, state } = await ledger.keys.create({ plan: credits(10) }, startAt);
    await ledger.charge(await callerOf(ledger, secret), call(4));
    expect(await ledger.keys.change(state.id, { cycleMs: 10 * dayMs }, startAt + dayMs)).toMatchObject({
      renewsAt: startAt + 10 * dayMs,
      used: 4000,
    });
    expect(await ledger.keys.change(state.id, { clockOffsetMs: 9 * dayMs }, startAt + dayMs)).toMatchObject({
      renewsAt: startAt + 20 * dayMs,
      used: 0,
    });
    expect(await callerOf(ledger, secret)).toMatchObject({ clockOffsetMs: 9 * dayMs });
    expect((await ledger.renew(startAt + 11 * dayMs - 1)).oldest).toEqual([]);
    expect((await ledger.renew(startAt + 11 * dayMs)).oldest).toEqual([
      { account: state.account, at: startAt + 20 * dayMs, credits: 0 },
    ]);
  });

  test('reading a key is not its first use', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(1) } } });
    await ledger.keys.list(startAt, 0, 100);
    await ledger.keys.change('k', { limit: 1 }, startAt);
    await ledger.topUp('k', { purchased: credits(1) }, startAt);
    expect(await ledger.keys.find('k', startAt + 90 * dayMs)).toMatchObject({
      anchorAt: null,
      renewsAt: null,
    });
  });

  test('a removed key is unknown at once, and its holds return to the shared account', async () => {
    const ledger = await ledgerOf();
    const { secret } = await ledger.keys.create({ account: 'team', plan: credits(10) }, startAt);
    const other = await ledger.keys.create({ account: 'team' }, startAt);
    const caller = await callerOf(ledger, secret);
    const hold = await ledger.hold(caller, call(9));
    await ledger.keys.remove(secret, startAt);
    expect(await ledger.keys.find(other.state.id, startAt)).toMatchObject({ held: 0, available: 10_000 });
    expect((await refusalOf(ledger.charge(caller, call(1)))).kind).toBe('keyUnknown');
    expect((await refusalOf(ledger.balance(caller, startAt))).kind).toBe('keyUnknown');
    await ledger.countRefused(caller, 'nls', startAt);
    await ledger.release(hold, () => startAt);
    await expect(ledger.settle(hold, 1, () => startAt)).rejects.toThrow('not open');
    await expect(ledger.keys.remove(secret, startAt)).rejects.toBeInstanceOf(Refusal);
  });

  test('a removed self-describing key starts again as new at its next use', async () => {
    const ledger = await ledgerOf();
    const key = 'sandbox:plan=5:again';
    await ledger.charge(await callerOf(ledger, key), call(4));
    await ledger.keys.remove(key, startAt);
    const caller = await callerOf(ledger, key, startAt + 3);
    expect(await ledger.balance(caller, startAt + 3)).toMatchObject({ plan: 5000, planUsed: 0 });
    expect(await usageOf(ledger, caller, startAt, startAt)).toEqual([]);
    expect(await allEntries(ledger, caller)).toHaveLength(1);
  });

  test('a removed key that comes back opens a new account when others still share its old one', async () => {
    const ledger = await ledgerOf();
    const key = 'sandbox:plan=5:shared';
    const first = await callerOf(ledger, key);
    const beside = await ledger.keys.create({ account: first.account }, startAt);
    await ledger.charge(first, call(4));
    await ledger.keys.remove(key, startAt);
    const again = await callerOf(ledger, key);
    expect(again).toMatchObject({ id: first.id, account: `${first.account}-2` });
    expect(await ledger.balance(again, startAt)).toMatchObject({ planUsed: 0 });
    expect(await ledger.keys.find(beside.secret, startAt)).toMatchObject({
      account: first.account,
      used: 4000,
    });
  });

  test('a reset of one key resets its account and the other keys of that account too', async () => {
    const ledger = await ledgerOf({
      keys: { demo: { plan: credits(5), limit: credits(9) }, other: { plan: credits(5) } },
    });
    const demo = await callerOf(ledger, 'demo');
    const other = await callerOf(ledger, 'other');
    for (const caller of [demo, other]) await ledger.charge(caller, call(2));
    await ledger.topUp('demo', { plan: credits(2) }, startAt);
    await ledger.keys.change('demo', { limit: null, cycleMs: 5, fractional: true, allow: [] }, startAt);
    await ledger.keys.create(
      { key: 'beside', account: demo.account, spent: credits(1), limit: credits(3) },
      startAt,
    );
    const beside = await callerOf(ledger, 'beside');
    await ledger.hold(beside, call(1));

    expect(await ledger.reset(startAt + 1, 'demo')).toEqual({
      keyIds: [demo.id, beside.id],
      keys: 2,
      accounts: 1,
      entries: 4,
      holds: 1,
    });
    expect(await ledger.keys.find('demo', startAt + 1)).toMatchObject({
      id: demo.id,
      account: demo.account,
      plan: 5000,
      used: 0,
      held: 0,
      limit: 9000,
      spent: 0,
      fractional: false,
      allow: null,
      cycleMs: 30 * dayMs,
      anchorAt: null,
    });
    expect(await ledger.keys.find('beside', startAt + 1)).toMatchObject({ spent: 1000, plan: 5000 });
    expect(await usageOf(ledger, demo, startAt, startAt)).toEqual([]);
    expect(await ledger.balance(other, startAt)).toMatchObject({ planUsed: 2000 });
    await ledger.charge(demo, call(1));
    // The stream that it held credits for takes none of its limit either.
    await ledger.charge(beside, call(2));
    expect((await refusalOf(ledger.charge(beside, call(0.1)))).kind).toBe('keySpendThreshold');
    await assertBalanced(expect, ledger, demo, startAt);
    await expect(ledger.reset(startAt, 'nobody')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('a whole reset leaves only the given keys, as new', async () => {
    const ledger = await ledgerOf({ keys: { demo: { plan: credits(5) }, gone: {} }, maxKeys: 1 });
    const before = await ledger.keys.list(startAt, 0, 100);
    const demo = await callerOf(ledger, 'demo');
    await ledger.charge(demo, call(2));
    await ledger.hold(demo, call(2));
    await callerOf(ledger, 'sandbox:plan=1:x');
    await ledger.keys.create({ key: 'made' }, startAt);
    await ledger.keys.remove('gone', startAt);

    expect(await ledger.reset(startAt)).toEqual({
      keyIds: null,
      keys: 3,
      accounts: 3,
      entries: 5,
      holds: 1,
    });
    expect(await ledger.keys.list(startAt, 0, 100)).toEqual(before);
    expect(await identify(ledger, 'made', startAt)).toBeUndefined();
    expect(await usageOf(ledger, demo, startAt, startAt)).toEqual([]);
    expect(await identify(ledger, 'sandbox:plan=1:y', startAt)).toBeDefined();
  });

  test('a reset removes a self-describing key until its next use', async () => {
    const ledger = await ledgerOf({ maxKeys: 1 });
    const caller = await callerOf(ledger, 'sandbox:plan=2:x');
    await ledger.charge(caller, call(2));
    await ledger.reset(startAt, caller.id);
    expect(await ledger.keys.list(startAt, 0, 100)).toEqual([]);
    const again = await callerOf(ledger, 'sandbox:plan=2:x');
    await ledger.charge(again, call(2));
  });
});
