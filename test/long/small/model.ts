import { createModel, type ModelAccount, type ModelHold, type ModelKey } from '../../ledger/model.ts';

/** Amounts are thousandths of a credit, so that a bound that is off by one shows. */
export const terms = { plan: 2, purchased: 1 };
export const limit = 2;
export const cycleMs = 1_000;
export const startAt = Date.UTC(2026, 2, 1);

/** `preset` and `joined` share an account; `self` opens its own at its first use. */
export const secrets = {
  preset: 'preset',
  joined: 'joined',
  self: 'sandbox:plan=0.002,purchased=0.001,limit=0.002:self',
} as const;
export type KeyName = keyof typeof secrets;

type CountedKey = ModelKey & { calls: number };

/** A ledger of two accounts and three keys in the words of the contract. Its functions return the reply, or why there is none. */
export function createSmallModel() {
  const model = createModel(cycleMs);
  const keys = new Map<KeyName, CountedKey>();
  const holds: ModelHold[] = [];
  let now = startAt;
  openPreset();
  keys.set('joined', newKey((keys.get('preset') as ModelKey).account, limit));

  return {
    /** The first use of a key opens it, and begins the cycles of its account. */
    recognise: (name: KeyName) => using(name, 0, () => undefined),
    charge: (name: KeyName, credits: number) =>
      using(name, credits, (key, split) => {
        model.spend(key, split.plan, split.purchased);
        key.calls += 1;
        return balanceOf(key);
      }),
    hold: (name: KeyName, credits: number) =>
      using(name, credits, (key, split) => {
        const hold = { key, ...split };
        model.holds.add(hold);
        holds.push(hold);
        return { credits };
      }),
    /** Ends a hold. @param at its place @param credits undefined = a release */
    end(at: number, credits?: number) {
      const [hold] = holds.splice(at, 1);
      if (!hold) return 'none';
      const isOpen = model.holds.delete(hold);
      if (!isOpen) return credits === undefined ? undefined : 'HoldNotFound';
      const key = hold.key as CountedKey;
      model.applyRenewals(key.account, now);
      if (credits === undefined) return undefined;
      const amount = Math.min(credits, hold.plan + hold.purchased);
      model.spend(key, Math.min(amount, hold.plan), Math.max(0, amount - hold.plan));
      key.calls += 1;
      return balanceOf(key);
    },
    topUp: (name: KeyName, plan: number, purchased: number) =>
      managing(name, ({ account }) => {
        account.plan += plan;
        account.purchased += purchased;
      }),
    changeLimit: (name: KeyName, to: number | null) =>
      managing(name, (key) => {
        key.limit = to;
      }),
    changePlan: (name: KeyName, plan: number) =>
      managing(name, ({ account }) => {
        if (account.used > plan) return 'invalid';
        if (plan - account.used < model.held('plan', account)) return 'conflict';
        account.plan = plan;
        return undefined;
      }),
    remove: (name: KeyName) =>
      managing(name, (key) => {
        for (const hold of model.holds) if (hold.key === key) model.holds.delete(hold);
        keys.delete(name);
      }),
    reset(name: KeyName) {
      const key = found(name);
      if (!key) return 'notFound';
      for (const [each, other] of keys) if (other.account === key.account) renew(each, other);
      Object.assign(key.account, newAccount());
      return undefined;
    },
    resetAll() {
      model.holds.clear();
      keys.clear();
      openPreset();
      return undefined;
    },
    save: (): ReadonlyMap<KeyName, CountedKey> => structuredClone(keys),
    /** Brings back what was saved; without it, what there is stays. Open holds go. */
    restore(saved?: ReadonlyMap<KeyName, CountedKey>) {
      model.holds.clear();
      if (!saved) return;
      keys.clear();
      for (const [name, key] of structuredClone(saved)) keys.set(name, key);
    },
    passCycle() {
      now += cycleMs;
      return undefined;
    },
    renew() {
      for (const account of accounts()) runDue(account);
      return undefined;
    },
    now: () => now,
    /** Whether there is a hold to end. */
    hasHold: () => holds.length > 0,
    /** All keys as the admin surface shows them, after the renewals that fell due. */
    shown() {
      for (const account of accounts()) runDue(account);
      return Object.fromEntries([...keys].sort().map(([name, key]) => [name, shownKey(key)]));
    },
    /** What decides about the future. */
    holdsInOrder: () =>
      holds.map((hold) => [nameOf(hold.key), hold.plan, hold.purchased, model.holds.has(hold)]),
  };

  function openPreset(): void {
    keys.set('preset', newKey(newAccount(), null));
  }

  function found(name: KeyName): CountedKey | undefined {
    if (name === 'self' && !keys.has(name)) keys.set(name, newKey(newAccount(), limit));
    return keys.get(name);
  }

  function using(
    name: KeyName,
    credits: number,
    work: (key: CountedKey, split: { plan: number; purchased: number }) => unknown,
  ): unknown {
    const key = found(name);
    if (!key) return 'unknown';
    model.applyRenewals(key.account, now);
    const split = model.split(key, credits);
    return typeof split === 'string' ? split : work(key, split);
  }

  function managing(name: KeyName, work: (key: CountedKey) => unknown): unknown {
    const key = found(name);
    if (!key) return 'notFound';
    runDue(key.account);
    return work(key);
  }

  /** A key of an account that is reset. */
  function renew(name: KeyName, key: CountedKey): void {
    for (const hold of model.holds) if (hold.key === key) model.holds.delete(hold);
    if (name === 'self') keys.delete(name);
    Object.assign(key, { spent: 0, calls: 0, limit: name === 'joined' ? limit : null });
  }

  function runDue(account: ModelAccount): void {
    if (account.renewsAt !== null) model.applyRenewals(account, now);
  }

  function accounts(): Set<ModelAccount> {
    return new Set([...keys.values()].map(({ account }) => account));
  }

  function nameOf(key: ModelKey): KeyName | undefined {
    return [...keys].find(([, each]) => each === key)?.[0];
  }

  function balanceOf(key: ModelKey) {
    const { plan, used: planUsed, purchased, purchasedUsed } = key.account;
    const held = model.held('plan', key.account) + model.held('purchased', key.account);
    const keyRemaining = key.limit === null ? null : model.keyLeft(key);
    return { plan, planUsed, purchased, purchasedUsed, held, unlimited: false, keyRemaining };
  }

  function shownKey(key: CountedKey) {
    const { plan, used, purchased, renewsAt } = key.account;
    const held = { plan: model.held('plan', key.account), purchased: model.held('purchased', key.account) };
    return {
      plan,
      used,
      purchased,
      held: held.plan + held.purchased,
      available: Math.max(0, plan - used - held.plan) + purchased - held.purchased,
      renewsIn: renewsAt === null ? null : renewsAt - now,
      limit: key.limit,
      spent: key.spent,
      calls: key.calls,
    };
  }
}

const newAccount = (): ModelAccount => ({
  ...terms,
  used: 0,
  purchasedUsed: 0,
  unlimited: false,
  renewsAt: null,
});
const newKey = (account: ModelAccount, of: number | null): CountedKey => ({
  account,
  limit: of,
  spent: 0,
  calls: 0,
});
