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

/** Runs the renewals that fell due, of every account or of one key's. */
export function runDueRenewals(
  state: State,
  settings: AdminSettings,
  now: number,
  name: string | undefined,
): Renewal[] {
  const accounts =
    name === undefined ? accountsDueBy(state, now) : [getNamedKey(state, settings, name, now).account];
  const before = state.changes.posted.length;
  for (const account of accounts) runRenewals(state, account, now + account.clockOffsetMs);
  return state.changes.posted
    .slice(before)
    .map(({ account, entry }) => ({ account: account.id, at: entry.at, credits: entry.plan }))
    .sort((one, other) => one.at - other.at);
}

const accountsDueBy = ({ accounts }: State, now: number): Account[] =>
  [...accounts.values()]
    .filter(({ renewsAt, clockOffsetMs }) => renewsAt !== null && renewsAt - clockOffsetMs <= now)
    .sort((one, other) => one.number - other.number);

export const resetLedger = (
  state: State,
  settings: AdminSettings,
  now: number,
  name: string | undefined,
): ResetCounts =>
  name === undefined
    ? resetAll(state, settings, now)
    : resetAccount(state, settings, getNamedKey(state, settings, name, now).account, now);
