import type { Millicredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';

/** What an account owns and has set aside. */
export interface Purse {
  plan: Millicredits;
  used: Millicredits;
  purchased: Millicredits;
  /** Of the purchased credits, since the last renewal. */
  purchasedUsed: Millicredits;
  heldPlan: Millicredits;
  heldPurchased: Millicredits;
  unlimited: 0 | 1;
}

/** What a key may spend in its whole life, and how far it is. */
export interface Allowance {
  spendLimit: Millicredits | null;
  spent: Millicredits;
  held: Millicredits;
}

/** Where an amount comes from. */
export interface Split {
  plan: Millicredits;
  purchased: Millicredits;
}

/** What a further call may take: holds are set aside. Never negative. */
export const available = (purse: Purse): Millicredits => planAvailable(purse) + purchasedAvailable(purse);

/** What is left of the spend limit, open holds counted as spent; null without a limit. */
export const keyRemaining = ({ spendLimit, spent, held }: Allowance): Millicredits | null =>
  spendLimit === null ? null : Math.max(0, spendLimit - spent - held);

/** Plan credits first: they lapse at the renewal, purchased ones do not (specification 8). */
export function splitOf(purse: Purse, credits: Millicredits): Split {
  const plan = purse.unlimited ? credits : Math.min(credits, planAvailable(purse));
  return { plan, purchased: credits - plan };
}

/** The purse after so much was taken from it. */
export const debited = <Of extends Purse>(purse: Of, { plan, purchased }: Split): Of => ({
  ...purse,
  used: purse.used + plan,
  purchased: purse.purchased - purchased,
  purchasedUsed: purse.purchasedUsed + purchased,
});

/** @throws Refusal `keySpendThreshold`, then `insufficientCredits` (specification 7.1; the order is assumed: spend-limit-first) */
export function assertAffordable(purse: Purse, allowance: Allowance, credits: Millicredits): void {
  const left = keyRemaining(allowance);
  if (left !== null && credits > left)
    throw new Refusal('keySpendThreshold', { shortfall: { required: credits, available: left } });
  if (!purse.unlimited && credits > available(purse))
    throw new Refusal('insufficientCredits', {
      shortfall: { required: credits, available: available(purse) },
    });
}

const planAvailable = ({ plan, used, heldPlan }: Purse): Millicredits => Math.max(0, plan - used - heldPlan);

const purchasedAvailable = ({ purchased, heldPurchased }: Purse): Millicredits => purchased - heldPurchased;
