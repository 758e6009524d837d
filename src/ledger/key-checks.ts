import { type Millicredits, maxCredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';
import type { BalanceTerms } from '../core/keys/terms.ts';
import type { Funds } from './rules.ts';

/** 10^12 credits in thousandths: no plan and no purchase grows beyond it. */
const maxMillicredits = maxCredits * 1000;

/** Checks the funds that a change would leave. @throws Refusal `invalid` or `conflict` */
export function assertConsistent({
  plan,
  used,
  purchased,
  heldPlan,
  heldPurchased,
  unlimited,
}: Omit<Funds, 'purchasedUsed'>): void {
  assertAmounts({ plan, used, purchased });
  if (!unlimited && used > plan) refuseField('used', "'used' is more than 'plan' holds.", 'too_big');
  if (!unlimited && plan - used < heldPlan) refuseField('plan', heldMessage, 'conflicting', 'conflict');
  if (purchased < heldPurchased) refuseField('purchased', heldMessage, 'conflicting', 'conflict');
}

const heldMessage =
  'Running streams hold more credits than it would leave; wait until they end, or reset the key.';

export function assertAmounts(amounts: Record<string, Millicredits | null | undefined>): void {
  for (const [field, amount] of Object.entries(amounts))
    if (amount != null && amount > maxMillicredits)
      refuseField(field, `'${field}' is from 0 to 10^12 credits with at most 3 decimals.`, 'out_of_range');
}

export function assertCycle({ cycleMs = 1 }: BalanceTerms): void {
  if (cycleMs < 1)
    refuseField('cycle', 'A cycle is a whole number of milliseconds, at least 1.', 'out_of_range');
}

export function refuseField(
  field: string,
  message: string,
  code: string,
  kind: 'invalid' | 'conflict' = 'invalid',
): never {
  throw new Refusal(kind, { problems: [{ field, message, code }] });
}
