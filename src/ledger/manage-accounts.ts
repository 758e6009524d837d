import type { Millicredits } from '../core/credits.ts';
import { postEntry, saveAccount } from './accounts.ts';
import { assertConsistent } from './key-checks.ts';
import { type AdminSettings, getNamedKey, withRenewals } from './key-lookup.ts';
import { keyStateOf } from './key-state.ts';
import { runRenewals } from './renewals.ts';
import { resetAccount, resetAll } from './resets.ts';
import type { Account, State } from './state.ts';
import type { KeyState, Renewal, ResetCounts } from './values.ts';

/** What the admin surface does to accounts; `now` is the sandbox's own instant. */
export function topUpAccount(
  state: State,
  settings: AdminSettings,
  name: string,
  { plan, purchased }: { plan: Millicredits; purchased: Millicredits },
  now: number,
): KeyState {
  const { key, account } = withRenewals(state, getNamedKey(state, settings, name, now), now);
  const next = { ...account, plan: account.plan + plan, purchased: account.purchased + purchased };
  assertConsistent(next);
  const at = now + account.clockOffsetMs;
  const entry = { kind: 'topUp', at, keyId: key.id, plan, purchased } as const;
  return keyStateOf({ key, account: saveAccount(state, postEntry(state, next, entry)) });
}

/** Runs the renewals of one key's account that fell due. */
export const runRenewalsOf = (state: State, settings: AdminSettings, now: number, name: string): Renewal[] =>
  renew(state, [getNamedKey(state, settings, name, now).account], now).renewals;

/**
 * Runs the renewals of so many accounts behind one that fell due; of fewer, when they missed many.
 * @returns them, and the number of the last of these accounts; undefined when none fell due
 */
export function runDueRenewals(
  state: State,
  due: { accountsAfter: number; dueBy: number; max: number },
): { renewals: Renewal[]; last: number | undefined } {
  const { accountsAfter, dueBy, max } = due;
  const accounts = [...state.accounts.values()]
    .filter(
      ({ number, renewsAt, clockOffsetMs }) =>
        number > accountsAfter && renewsAt !== null && renewsAt - clockOffsetMs <= dueBy,
    )
    .sort((one, other) => one.number - other.number);
  return renew(state, accounts.slice(0, max), dueBy, max);
}

function renew(state: State, accounts: readonly Account[], now: number, most = Number.POSITIVE_INFINITY) {
  const before = state.changes.posted.length;
  let last: number | undefined;
  for (const account of accounts) {
    if (state.changes.posted.length - before >= most) break;
    runRenewals(state, account, now + account.clockOffsetMs);
    last = account.number;
  }
  const renewals = state.changes.posted
    .slice(before)
    .map(({ account, entry }): Renewal => ({ account: account.id, at: entry.at, credits: entry.plan }));
  return { renewals, last };
}

/** Keeps the oldest of many renewals. */
export function oldestOf(renewals: Renewal[], most: number): Renewal[] {
  return renewals.sort((one, other) => one.at - other.at).slice(0, most);
}

export const resetLedger = (
  state: State,
  settings: AdminSettings,
  now: number,
  name: string | undefined,
): ResetCounts =>
  name === undefined
    ? resetAll(state, settings, now)
    : resetAccount(state, settings, getNamedKey(state, settings, name, now).account, now);
