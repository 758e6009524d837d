import { formatCount } from '../core/count.ts';
import { type Millicredits, toCredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';

/** The credits of an account, and the part that its open holds reserve. */
export interface Funds {
  plan: Millicredits;
  used: Millicredits;
  purchased: Millicredits;
  /** Purchased credits used since the last renewal. */
  purchasedUsed: Millicredits;
  heldPlan: Millicredits;
  heldPurchased: Millicredits;
  unlimited: boolean;
}

/** The spend limit of a key, which covers its lifetime, and what counts against it. */
export interface Allowance {
  spendLimit: Millicredits | null;
  spent: Millicredits;
  held: Millicredits;
}

/** The parts of an amount by their source. */
export interface Split {
  plan: Millicredits;
  purchased: Millicredits;
}

/** Credits that the next call may use, open holds deducted. Never negative. */
export const available = (funds: Funds): Millicredits => planAvailable(funds) + purchasedAvailable(funds);

/** What the spend limit leaves, with open holds counted as spent; null without a limit. */
export const keyRemaining = ({ spendLimit, spent, held }: Allowance): Millicredits | null =>
  spendLimit === null ? null : Math.max(0, spendLimit - spent - held);

/** Plan credits first: they lapse at the renewal, purchased ones do not (contract 8). */
export function splitOf(funds: Funds, credits: Millicredits): Split {
  const plan = funds.unlimited ? credits : Math.min(credits, planAvailable(funds));
  return { plan, purchased: credits - plan };
}

/** The funds after a debit. */
export const debited = <T extends Funds>(funds: T, { plan, purchased }: Split): T => ({
  ...funds,
  used: funds.used + plan,
  purchased: funds.purchased - purchased,
  purchasedUsed: funds.purchasedUsed + purchased,
});

/** @throws Refusal `keySpendThreshold`, then `insufficientCredits` (contract 7.1; the order is assumed: spend-limit-first) */
export function assertAffordable(funds: Funds, allowance: Allowance, credits: Millicredits): void {
  const left = keyRemaining(allowance);
  if (left !== null && credits > left)
    throw new Refusal('keySpendThreshold', { remark: spendLimitRemark(allowance, credits, left) });
  if (!funds.unlimited && credits > available(funds))
    throw new Refusal('insufficientCredits', {
      shortfall: { required: credits, available: available(funds) },
      remark: balanceRemark(funds, credits),
    });
}

function spendLimitRemark({ spendLimit, spent, held }: Allowance, credits: Millicredits, left: Millicredits) {
  const used = `${toCredits(spent)} spent${heldText(held)}`;
  return `The key's spend limit is ${formatCount(toCredits(spendLimit as number), 'credit')}, ${used}; ${missingText(credits, left)}`;
}

function balanceRemark(funds: Funds, credits: Millicredits): string {
  const { plan, used, purchased, heldPlan, heldPurchased } = funds;
  const bought = `${toCredits(purchased)} purchased left${heldText(heldPlan + heldPurchased)}`;
  return `The plan is ${formatCount(toCredits(plan), 'credit')}, ${toCredits(used)} spent, ${bought}; ${missingText(credits, available(funds))}`;
}

const heldText = (held: Millicredits): string => (held === 0 ? '' : `, ${toCredits(held)} held`);

const missingText = (credits: Millicredits, left: Millicredits): string =>
  `the price is at most ${toCredits(credits)}: ${formatCount(toCredits(credits - left), 'credit')} missing.`;

const planAvailable = ({ plan, used, heldPlan }: Funds): Millicredits => Math.max(0, plan - used - heldPlan);

const purchasedAvailable = ({ purchased, heldPurchased }: Funds): Millicredits => purchased - heldPurchased;

/** The last line of defence: with it, a bug in the rules fails its own call instead of losing money. */
export function assertSound(funds: Funds): void {
  const { plan, used, purchased, purchasedUsed, heldPlan, heldPurchased } = funds;
  const isSound =
    isAmount(plan) &&
    isAmount(used) &&
    isAmount(purchased) &&
    isAmount(purchasedUsed) &&
    isAmount(heldPlan) &&
    isAmount(heldPurchased) &&
    heldPurchased <= purchased;
  if (!isSound) throw new RangeError(`an account cannot have these funds: ${JSON.stringify(funds)}`);
}

export const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
