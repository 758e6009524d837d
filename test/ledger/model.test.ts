import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Balance, Caller, Hold } from '../../src/ledger/ledger.ts';
import {
  afford,
  assertBalanced,
  callerOf,
  ledgerOf,
  overEachStore,
  refusalOf,
  runs,
  startAt,
  usageOf,
} from './harness.ts';
import { createModel, type ModelAccount, type ModelHold, type ModelKey } from './model.ts';

const cycleMs = 1000;

/** Three accounts, five keys: two accounts are shared, one is unlimited, three keys have a limit. */
const openingFunds = [
  { plan: 60, purchased: 15, unlimited: false },
  { plan: 0, purchased: 25, unlimited: false },
  { plan: 10, purchased: 0, unlimited: true },
];
const limits = [
  { of: 0, limit: null },
  { of: 0, limit: 70 },
  { of: 1, limit: null },
  { of: 2, limit: 90 },
  { of: 1, limit: 8 },
];

const step = fc.record({
  verb: fc.constantFrom('charge', 'charge', 'hold', 'hold', 'settle', 'release', 'topUp', 'refuse', 'renew'),
  key: fc.nat({ max: limits.length - 1 }),
  amount: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 1, 5, 1000)),
  bought: fc.nat({ max: 20 }),
  /** The place of the hold among the open ones. */
  hold: fc.nat(),
  /** The clock mostly stays, sometimes jumps over several renewals, sometimes goes back. */
  passMs: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: -700, max: 3500 })),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** The steps of a turn run concurrently and share a transaction. */
const turns = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 16 });

overEachStore(() => {
  test('after any steps in any order, the ledger agrees with the model', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (all) => {
        const pair = await createPair();
        for (const turn of all) {
          await Promise.all(turn.map((each) => pair.take(each)));
          await pair.compareBalances();
        }
        await pair.compareHistory();
      }),
      { numRuns: runs(250) },
    );
  });

  /** A ledger and its model: every step goes to both. */
  async function createPair() {
    const ledger = await ledgerOf({ cycleMs });
    const model = createModel(cycleMs);
    const accounts: ModelAccount[] = openingFunds.map((funds) => ({
      ...funds,
      used: 0,
      purchasedUsed: 0,
      renewsAt: null,
    }));
    const pairs: { key: ModelKey; caller: Caller; calls: number }[] = [];
    for (const [index, { of, limit }] of limits.entries()) {
      const opens = limits.findIndex((each) => each.of === of) === index;
      const { secret } = await ledger.keys.create(
        { account: `account-${of}`, ...(opens && openingFunds[of]), ...(limit !== null && { limit }) },
        startAt,
      );
      const key = { account: at(accounts, of), limit, spent: 0 };
      pairs.push({ key, caller: await callerOf(ledger, secret), calls: 0 });
    }
    for (const account of accounts) model.applyRenewals(account, startAt);
    const holds: { real: Hold; model: ModelHold }[] = [];
    let now = startAt;

    return { take, compareBalances, compareHistory };

    function take({ verb, passMs, ...what }: Step): Promise<unknown> {
      now += passMs;
      if (verb === 'renew') return renew();
      const pair = at(pairs, what.key);
      if (verb === 'charge') return charge(pair, what.amount);
      if (verb === 'hold') return hold(pair, what.amount);
      if (verb === 'topUp') return topUp(pair, what.amount, what.bought);
      if (verb === 'refuse') {
        pair.calls += 1;
        return ledger.countRefused(pair.caller, 'nls', now);
      }
      const [open] = holds.splice(what.hold % Math.max(1, holds.length), 1);
      return open ? end(open, verb === 'settle' ? what.amount : undefined) : Promise.resolve();
    }

    function charge(pair: (typeof pairs)[number], credits: number): Promise<unknown> {
      model.applyRenewals(pair.key.account, now);
      const split = model.split(pair.key, credits);
      const reply = ledger.charge(pair.caller, { operation: 'nls', credits, traceId: 't', now });
      if (typeof split === 'string') return refusedAs(split, reply);
      model.spend(pair.key, split.plan, split.purchased);
      pair.calls += 1;
      return repliesWithBalance(reply, pair.key);
    }

    async function hold({ key, caller }: (typeof pairs)[number], credits: number): Promise<unknown> {
      model.applyRenewals(key.account, now);
      const split = model.split(key, credits);
      const reply = ledger.hold(caller, { operation: 'nls', credits, traceId: 't', now });
      if (typeof split === 'string') return refusedAs(split, reply);
      const held = { key, ...split };
      model.holds.add(held);
      return holds.push({ real: await reply, model: held });
    }

    function end(
      { real, model: held }: (typeof holds)[number],
      amount: number | undefined,
    ): Promise<unknown> {
      const { key, plan, purchased } = held;
      const at = now;
      model.applyRenewals(key.account, now);
      model.holds.delete(held);
      if (amount === undefined) return ledger.release(real, () => at);
      const credits = Math.min(amount, plan + purchased);
      model.spend(key, Math.min(credits, plan), Math.max(0, credits - plan));
      for (const pair of pairs) if (pair.key === key) pair.calls += 1;
      return repliesWithBalance(
        ledger.settle(real, credits, () => at),
        key,
      );
    }

    function topUp(
      { key, caller }: (typeof pairs)[number],
      plan: number,
      purchased: number,
    ): Promise<unknown> {
      model.applyRenewals(key.account, now);
      key.account.plan += plan;
      key.account.purchased += purchased;
      return ledger.topUp(caller.id, { plan, purchased }, now);
    }

    function renew(): Promise<unknown> {
      const expected = accounts
        .flatMap((account, of) =>
          model.applyRenewals(account, now).map((ran) => ({ account: `account-${of}`, ...ran })),
        )
        .sort((one, other) => one.at - other.at);
      return ledger
        .renew(now)
        .then((ran) => expect(ran).toEqual({ count: expected.length, oldest: expected }));
    }

    async function compareBalances(): Promise<void> {
      for (const { key, caller } of pairs) {
        model.applyRenewals(key.account, now);
        expect(await ledger.balance(caller, now)).toEqual(balanceOf(key));
        const split = model.split(key, 7);
        const reply = afford(ledger, caller, 7, now);
        await (typeof split === 'string' ? refusedAs(split, reply) : reply);
        expect(key.spent).toBeLessThanOrEqual(key.limit ?? Number.POSITIVE_INFINITY);
        const { plan, used, purchased, unlimited } = key.account;
        expect(Math.min(purchased, unlimited ? 0 : plan - used)).toBeGreaterThanOrEqual(0);
      }
    }

    async function compareHistory(): Promise<void> {
      for (const { key, caller, calls } of pairs) {
        await assertBalanced(expect, ledger, caller, now);
        const days = await usageOf(ledger, caller, startAt - 1e9, startAt + 1e9);
        const counts = days.flatMap((day) => day.calls);
        expect(counts.reduce((sum, { requests }) => sum + requests, 0)).toBe(calls);
        expect(counts.reduce((sum, { credits }) => sum + credits, 0)).toBe(key.spent);
      }
      await ledger.close();
    }

    function balanceOf(key: ModelKey): Balance {
      const { plan, used: planUsed, purchased, purchasedUsed, unlimited } = key.account;
      const held = model.held('plan', key.account) + model.held('purchased', key.account);
      const keyRemaining = key.limit === null ? null : model.keyLeft(key);
      return { plan, planUsed, purchased, purchasedUsed, held, unlimited, keyRemaining };
    }

    /** The reply to a step is the balance right after it, even if more steps of its turn follow. */
    function repliesWithBalance(reply: Promise<Balance>, key: ModelKey): Promise<unknown> {
      const expected = balanceOf(key);
      return reply.then((balance) => expect(balance).toEqual(expected));
    }
  }

  const refusedAs = (kind: string, reply: Promise<unknown>): Promise<unknown> =>
    refusalOf(reply).then((refusal) => expect(refusal.kind).toBe(kind));

  function at<Of>(list: readonly Of[], index: number): Of {
    const item = list[index];
    if (item === undefined) throw new RangeError(`there is no item ${index}`);
    return item;
  }
});
