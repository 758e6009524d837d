import { endsInPlaceholder, endsOf, isPlaceholder } from '../core/keys/digest.ts';
import { labelOf } from '../core/keys/self-describing.ts';
import type { KeyAccount } from './accounts.ts';
import { available } from './rules.ts';
import type { Key } from './state.ts';
import type { Caller, KeyState } from './values.ts';

/** A key and its account as the admin surface shows them. */
export function keyStateOf({ key, account }: KeyAccount): KeyState {
  const { unlimited, plan, used, purchased, heldPlan, heldPurchased } = account;
  return {
    id: key.id,
    number: key.number,
    shown: shownOf(key),
    label: labelOf(key.secret),
    origin: key.origin,
    account: account.id,
    plan,
    used,
    planRemaining: Math.max(0, plan - used),
    purchased,
    held: heldPlan + heldPurchased,
    available: unlimited ? null : available(account),
    unlimited,
    cycleMs: account.cycleMs,
    anchorAt: account.anchorAt,
    renewsAt: account.renewsAt,
    clockOffsetMs: account.clockOffsetMs,
    limit: key.spendLimit,
    spent: key.spent,
    ...permissionsOf(key),
  };
}

/** Demo keys are public; of others only the end is shown. */
function shownOf({ origin, secret }: Key): string {
  if (origin === 'demo') return secret;
  return `…${isPlaceholder(secret) ? endsInPlaceholder(secret) : endsOf(secret)}`;
}

/** A key and its account as a call needs them. */
export function callerOf({ key, account }: KeyAccount): Caller {
  return {
    id: key.id,
    account: account.id,
    clockOffsetMs: account.clockOffsetMs,
    unlimited: account.unlimited,
    limited: key.spendLimit !== null,
    words: key.words,
    ...permissionsOf(key),
  };
}

const permissionsOf = ({ fractional, testOnly, allow, rate }: Key) => ({ fractional, testOnly, allow, rate });
