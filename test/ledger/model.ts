/**
 * A slow and simple ledger without storage. Plan credits go before purchased ones; an open hold keeps its split
 * across renewals.
 */
export interface ModelAccount {
  plan: number;
  used: number;
  purchased: number;
  purchasedUsed: number;
  unlimited: boolean;
  renewsAt: number | null;
}
export interface ModelKey {
  account: ModelAccount;
  limit: number | null;
  spent: number;
}
export interface ModelHold {
  key: ModelKey;
  plan: number;
  purchased: number;
}

export function createModel(cycleMs: number) {
  const holds = new Set<ModelHold>();
  const held = (part: 'plan' | 'purchased', of: ModelKey | ModelAccount) =>
    [...holds]
      .filter(({ key }) => key === of || key.account === of)
      .reduce((sum, hold) => sum + hold[part], 0);
  const keyLeft = (key: ModelKey) =>
    Math.max(0, (key.limit ?? 0) - key.spent - held('plan', key) - held('purchased', key));

  /** @returns the renewals that ran */
  function applyRenewals(account: ModelAccount, now: number): { at: number; credits: number }[] {
    account.renewsAt ??= now + cycleMs;
    const ran = [];
    for (; account.renewsAt <= now; account.renewsAt += cycleMs) {
      ran.push({ at: account.renewsAt, credits: account.used });
      account.used = 0;
      account.purchasedUsed = 0;
    }
    return ran;
  }

  function split(key: ModelKey, credits: number): { plan: number; purchased: number } | string {
    const { account } = key;
    if (key.limit !== null && credits > keyLeft(key)) return 'keySpendThreshold';
    const plan = account.plan - account.used - held('plan', account);
    if (account.unlimited) return { plan: credits, purchased: 0 };
    if (credits > plan + account.purchased - held('purchased', account)) return 'insufficientCredits';
    return { plan: Math.min(plan, credits), purchased: Math.max(0, credits - plan) };
  }

  function spend(key: ModelKey, plan: number, purchased: number): void {
    key.account.used += plan;
    key.account.purchased -= purchased;
    key.account.purchasedUsed += purchased;
    key.spent += plan + purchased;
  }

  return { holds, held, keyLeft, applyRenewals, split, spend };
}
