import type { Millicredits } from '../core/credits.ts';
import {
  findKeyAccount,
  getKeyAccount,
  type KeyAccount,
  keyAccountOf,
  postEntry,
  saveAccount,
  saveKey,
} from './accounts.ts';
import { HoldNotFound } from './errors.ts';
import { applyRenewals } from './renewals.ts';
import { assertAffordable, debited, keyRemaining, type Split, splitOf } from './rules.ts';
import { addToCounter, type OpenHold, type State } from './state.ts';
import { countCall } from './usage.ts';
import type { Balance, Caller, Charge, Hold } from './values.ts';

/** What calls do. Each function checks everything before it changes anything but renewals that fell due. */
export const balance = (state: State, caller: Caller, now: number): Balance =>
  balanceOf(useKey(state, caller, now));

export function afford(state: State, caller: Caller, estimate: Millicredits, now: number): void {
  const { account, key } = useKey(state, caller, now);
  assertAffordable(account, key, estimate);
}

export function charge(state: State, caller: Caller, call: Charge): Balance {
  const { credits, operation, rule = null, traceId, now } = call;
  const { account, key } = useKey(state, caller, now);
  assertAffordable(account, key, credits);
  const { plan, purchased } = splitOf(account, credits);
  const charged = postEntry(state, debited(account, { plan, purchased }), {
    kind: 'charge',
    at: now,
    keyId: key.id,
    operation,
    rule,
    traceId,
    // subtracted from 0, since negating 0 would store -0
    plan: 0 - plan,
    purchased: 0 - purchased,
  });
  const spending = saveKey(state, { ...key, spent: key.spent + credits });
  countCall(state, { key: key.number, operation, at: now, charged: 1, credits });
  return balanceOf({ account: saveAccount(state, charged), key: spending });
}

export function hold(state: State, caller: Caller, call: Charge): Hold {
  const { credits, operation, rule = null, traceId, now } = call;
  const { account, key } = useKey(state, caller, now);
  assertAffordable(account, key, credits);
  const { plan, purchased } = splitOf(account, credits);
  const reserved = {
    ...account,
    heldPlan: account.heldPlan + plan,
    heldPurchased: account.heldPurchased + purchased,
  };
  const movement = { kind: 'hold', at: now, keyId: key.id, operation, rule, traceId, held: credits } as const;
  saveAccount(state, postEntry(state, reserved, movement));
  saveKey(state, { ...key, held: key.held + credits });
  const id = addToCounter(state, 'hold');
  state.holds.set(id, { id, key: key.number, plan, purchased, operation, rule, traceId, at: now });
  return { id, credits };
}

/**
 * Charges by the split with which the hold began, even after a renewal or a purchase: credits held from the plan of a
 * past cycle count as used in the cycle in which they are settled, so none is created or lost.
 */
export function settle(state: State, { id }: Hold, credits: Millicredits, now: number): Balance {
  const open = state.holds.get(id);
  if (!open) throw new HoldNotFound(`hold ${id} is not open`);
  const amount = open.plan + open.purchased;
  if (credits > amount) throw new RangeError(`hold ${id} is for ${amount}, not for ${credits}`);
  const plan = Math.min(credits, open.plan);
  const settled = releaseHold(state, open, now, { plan, purchased: credits - plan });
  countCall(state, { key: open.key, operation: open.operation, at: open.at, charged: 1, credits });
  return balanceOf(settled);
}

export function release(state: State, { id }: Hold, now: number): void {
  const open = state.holds.get(id);
  if (open) releaseHold(state, open, now);
}

/** Ends a hold. @param spent the part that is charged; absent = none, and no call counts */
export function releaseHold(state: State, open: OpenHold, now: number, spent?: Split): KeyAccount {
  const { id, operation, rule, traceId } = open;
  const { account: before, key } = keyAccountOf(state, open.key);
  const account = applyRenewals(state, before, now);
  const amount = open.plan + open.purchased;
  const taken = spent ?? { plan: 0, purchased: 0 };
  const freed = {
    ...account,
    heldPlan: account.heldPlan - open.plan,
    heldPurchased: account.heldPurchased - open.purchased,
  };
  const movement = {
    kind: spent ? 'settle' : 'release',
    at: now,
    keyId: key.id,
    operation,
    rule,
    traceId,
    plan: 0 - taken.plan,
    purchased: 0 - taken.purchased,
    held: 0 - amount,
  } as const;
  state.holds.delete(id);
  return {
    account: saveAccount(state, postEntry(state, debited(freed, taken), movement)),
    key: saveKey(state, { ...key, held: key.held - amount, spent: key.spent + taken.plan + taken.purchased }),
  };
}

/** Counts a refused call, unless its key is gone. */
export function countRefused(state: State, caller: Caller, operation: string, now: number): void {
  const found = findKeyAccount(state, { id: caller.id });
  if (found) countCall(state, { key: found.key.number, operation, at: now, charged: 0, credits: 0 });
}

function useKey(state: State, caller: Caller, now: number): KeyAccount {
  const { key, account } = getKeyAccount(state, caller.id);
  return { key, account: applyRenewals(state, account, now) };
}

function balanceOf({ account, key }: KeyAccount): Balance {
  return {
    plan: account.plan,
    planUsed: account.used,
    purchased: account.purchased,
    purchasedUsed: account.purchasedUsed,
    held: account.heldPlan + account.heldPurchased,
    unlimited: account.unlimited,
    keyRemaining: keyRemaining(key),
  };
}
