import { endsOf } from '../keys/digest.ts';
import type { Found } from './accounts.ts';
import { permissionsOf } from './key-columns.ts';
import type { KeyState } from './ledger.ts';
import { available } from './rules.ts';

/** A key and its account as the admin surface shows them. */
export function keyStateOf({ key, account }: Found): KeyState {
  const { unlimited, plan, used, purchased, heldPlan, heldPurchased } = account;
  return {
    id: key.id,
    number: key.number,
    shown: key.origin === 'demo' ? key.secret : `…${endsOf(key.secret)}`,
    origin: key.origin,
    account: account.id,
    plan,
    used,
    planRemaining: Math.max(0, plan - used),
    purchased,
    held: heldPlan + heldPurchased,
    available: unlimited ? null : available(account),
    unlimited: unlimited === 1,
    cycleMs: account.cycleMs,
    anchorAt: account.anchorAt,
    renewsAt: account.renewsAt,
    clockOffsetMs: account.clockOffsetMs,
    limit: key.spendLimit,
    spent: key.spent,
    ...permissionsOf(key),
  };
}
