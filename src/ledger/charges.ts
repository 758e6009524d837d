import type { Millicredits } from '../core/credits.ts';
import type { Accounts, Found } from './accounts.ts';
import { dateOf, dayOf } from './days.ts';
import { HoldNotFound } from './hold-not-found.ts';
import type { Balance, Caller, Charge, Entry, Hold, UsageDay } from './ledger.ts';
import { assertAffordable, debited, keyRemaining, type Split, splitOf } from './rules.ts';
import type { HoldRow, UsageRow } from './sqlite/rows.ts';
import type { Statements } from './sqlite/statements.ts';

/**
 * The operations of calls on accounts. Each verb runs without a pause inside a transaction of the caller's, so that nothing
 * comes between reading a balance and writing it.
 */
export type Charges = ReturnType<typeof createCharges>;

export function createCharges(statements: Statements, accounts: Accounts) {
  const touched = (caller: Caller, now: number): Found => accounts.touch(accounts.get(caller.id), now);

  return {
    balance: (caller: Caller, now: number) => balanceOf(touched(caller, now)),
    afford,
    charge,
    hold,
    settle,
    release,
    giveBack,
    refused,
    usage,
    entries,
  };

  function afford(caller: Caller, estimate: Millicredits, now: number): void {
    const { account, key } = touched(caller, now);
    assertAffordable(account, key, estimate);
  }

  function charge(caller: Caller, { credits, now, ...call }: Charge): Balance {
    const { account, key } = touched(caller, now);
    assertAffordable(account, key, credits);
    const from = splitOf(account, credits);
    const charged = accounts.saveBalance(
      accounts.post(debited(account, from), {
        ...call,
        kind: 'charge',
        at: now,
        keyId: key.id,
        plan: 0 - from.plan,
        purchased: 0 - from.purchased,
      }),
    );
    const spending = accounts.saveSpending({ ...key, spent: key.spent + credits });
    count({ key: key.number, operation: call.operation, at: now, charged: 1, credits });
    return balanceOf({ account: charged, key: spending });
  }

  function hold(caller: Caller, { credits, now, ...call }: Charge): Hold {
    const { account, key } = touched(caller, now);
    assertAffordable(account, key, credits);
    const from = splitOf(account, credits);
    const { lastInsertRowid } = statements.addHold.run({
      key: key.number,
      ...from,
      operation: call.operation,
      rule: call.rule ?? null,
      traceId: call.traceId,
      at: now,
    });
    const held = {
      ...account,
      heldPlan: account.heldPlan + from.plan,
      heldPurchased: account.heldPurchased + from.purchased,
    };
    accounts.saveBalance(
      accounts.post(held, { ...call, kind: 'hold', at: now, keyId: key.id, held: credits }),
    );
    accounts.saveSpending({ ...key, held: key.held + credits });
    return { id: Number(lastInsertRowid), credits };
  }

  /**
   * The split is the hold's own, even after a renewal or a purchase: credits held from the plan of a past cycle
   * count as used in the cycle in which they are settled, so none is created or lost.
   */
  function settle({ id }: Hold, credits: Millicredits, now: number): Balance {
    const row = statements.holdById.get({ id });
    if (!row) throw new HoldNotFound(`hold ${id} is not open`);
    const amount = row.plan + row.purchased;
    if (credits > amount) throw new RangeError(`hold ${id} is for ${amount}, not for ${credits}`);
    const plan = Math.min(credits, row.plan);
    const settled = giveBack(row, now, { plan, purchased: credits - plan });
    count({ key: row.key, operation: row.operation, at: row.at, charged: 1, credits });
    return balanceOf(settled);
  }

  function release({ id }: Hold, now: number): void {
    const row = statements.holdById.get({ id });
    if (row) giveBack(row, now);
  }

  /** Ends a hold: charges `spent` of it, or nothing, and frees the rest. */
  function giveBack(row: HoldRow, now: number, spent?: Split): Found {
    const { id, operation, rule, traceId } = row;
    const { account, key } = accounts.touch(accounts.ofKey(row.key), now);
    const amount = row.plan + row.purchased;
    const taken = spent ?? { plan: 0, purchased: 0 };
    const freed = {
      ...account,
      heldPlan: account.heldPlan - row.plan,
      heldPurchased: account.heldPurchased - row.purchased,
    };
    statements.removeHold.run({ id });
    return {
      account: accounts.saveBalance(
        accounts.post(debited(freed, taken), {
          kind: spent ? 'settle' : 'release',
          at: now,
          keyId: key.id,
          operation,
          rule,
          traceId,
          // subtracted from 0, since negating 0 would store -0
          plan: 0 - taken.plan,
          purchased: 0 - taken.purchased,
          held: 0 - amount,
        }),
      ),
      key: accounts.saveSpending({
        ...key,
        held: key.held - amount,
        spent: key.spent + taken.plan + taken.purchased,
      }),
    };
  }

  function refused(caller: Caller, operation: string, now: number): void {
    const found = accounts.find({ id: caller.id });
    if (found) count({ key: found.key.number, operation, at: now, charged: 0, credits: 0 });
  }

  function usage(caller: Caller, from: number, to: number): UsageDay[] {
    const { key } = accounts.get(caller.id);
    const rows = statements.usageBetween.all({ key: key.number, first: dayOf(from), last: dayOf(to) });
    return [...Map.groupBy(rows, ({ day }) => day)].map(([day, calls]) => ({
      date: dateOf(day),
      calls: calls.map(({ operation, requests, charged, credits }) => ({
        operation,
        requests,
        charged,
        credits,
      })),
    }));
  }

  function entries(caller: Pick<Caller, 'id'>, after: number, most: number): Entry[] {
    const { account } = accounts.get(caller.id);
    return statements.entriesAfter.all({ account: account.number, after, most });
  }

  /** A call counts on the UTC day of its own instant, even if it is written later. */
  function count({ at, ...call }: Omit<UsageRow, 'day' | 'requests'> & { at: number }): void {
    statements.countCall.run({ ...call, day: dayOf(at), requests: 1 });
  }
}

function balanceOf({ account, key }: Found): Balance {
  return {
    plan: account.plan,
    planUsed: account.used,
    purchased: account.purchased,
    purchasedUsed: account.purchasedUsed,
    held: account.heldPlan + account.heldPurchased,
    unlimited: account.unlimited === 1,
    keyRemaining: keyRemaining(key),
  };
}
