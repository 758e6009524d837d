import { keyIdOf } from '../core/keys/digest.ts';
import { isSelfDescribing } from '../core/keys/self-describing.ts';
import type { BalanceTerms } from '../core/keys/terms.ts';
import {
  findAccount,
  findKeyAccount,
  keyAccountOf,
  openAccount,
  openingFunds,
  postEntry,
  removeAccount,
  saveAccount,
  saveKey,
} from './accounts.ts';
import { releaseHold } from './charges.ts';
import { assertAmounts, assertConsistent, assertCycle, refuseField } from './key-checks.ts';
import { holdsOf, keysOfAccount, removeKey } from './key-index.ts';
import {
  type AdminSettings,
  currentKeyState,
  findNamedKey,
  getNamedKey,
  withRenewals,
} from './key-lookup.ts';
import { keyStateOf } from './key-state.ts';
import { copyOfTerms, openKey } from './resets.ts';
import type { Account, State } from './state.ts';
import type { KeyChanges, KeyState, KeyTerms } from './values.ts';

/** What the admin surface does to keys; `now` is the sandbox's own instant. */
export function listKeys(state: State, now: number, after: number, max: number): KeyState[] {
  const last = state.counters.get('key') ?? 0;
  const states = [];
  for (let number = after + 1; number <= last && states.length < max; number++)
    if (state.keys.get(number)) states.push(currentKeyState(state, keyAccountOf(state, number), now));
  return states;
}

export function findKeyState(
  state: State,
  settings: AdminSettings,
  name: string,
  now: number,
): KeyState | undefined {
  const found = findNamedKey(state, settings, name, now);
  return found && currentKeyState(state, found, now);
}

export function createKey(
  state: State,
  settings: AdminSettings,
  { key, account: id, ...terms }: KeyTerms,
  now: number,
  before: (id: string) => void = () => {},
): { secret: string; state: KeyState } {
  const secret = key ?? settings.newId();
  if (!/^[\x21-\x7e]{1,200}$/.test(secret))
    refuseField('key', 'A key is 1 to 200 visible ASCII characters.', 'invalid_string');
  if (isSelfDescribing(secret))
    refuseField(
      'key',
      'A self-describing key is not created: it exists from its first use.',
      'invalid_string',
    );
  assertAmounts({ limit: terms.limit, spent: terms.spent });
  assertCycle(terms);
  if (findKeyAccount(state, { secret }))
    refuseField('key', 'This key exists already; change it, or delete it first.', 'conflicting', 'conflict');
  before(keyIdOf(secret));
  const account = accountFor(state, settings, id, terms, now);
  return { secret, state: keyStateOf(openKey(state, settings, secret, 'admin', terms, account)) };
}

function accountFor(
  state: State,
  { cycleMs }: AdminSettings,
  id: string | undefined,
  terms: KeyTerms,
  now: number,
): Account | { openAt: number } {
  const openAt = now + (terms.clockOffsetMs ?? 0);
  if (id !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(id))
    refuseField(
      'account',
      'An account is named by 1 to 64 letters, digits, dots, underscores or hyphens.',
      'invalid_string',
    );
  const existing = id === undefined ? undefined : findAccount(state, id);
  if (!existing) {
    assertConsistent({ ...openingFunds(terms), heldPlan: 0, heldPurchased: 0 });
    return id === undefined ? { openAt } : openAccount(state, id, copyOfTerms(terms), cycleMs, openAt);
  }
  for (const name of balanceTerms)
    if (terms[name] !== undefined)
      refuseField(name, `The account exists; a key that joins it cannot set its '${name}'.`, 'conflicting');
  return existing;
}

export function changeKey(
  state: State,
  settings: AdminSettings,
  name: string,
  changes: KeyChanges,
  now: number,
): KeyState {
  const { key, account } = withRenewals(state, getNamedKey(state, settings, name, now), now);
  const cycleMs = changes.cycleMs ?? account.cycleMs;
  const next: Account = {
    ...account,
    plan: changes.plan ?? account.plan,
    used: changes.used ?? account.used,
    purchased: changes.purchased ?? account.purchased,
    unlimited: changes.unlimited ?? account.unlimited,
    cycleMs,
    clockOffsetMs: changes.clockOffsetMs ?? account.clockOffsetMs,
    // the start of the current cycle stays; a new length moves its end
    renewsAt: account.renewsAt === null ? null : account.renewsAt - account.cycleMs + cycleMs,
  };
  assertConsistent(next);
  assertAmounts({ limit: changes.limit });
  assertCycle(changes);
  const plan = next.plan - next.used - (account.plan - account.used);
  const purchased = next.purchased - account.purchased;
  const at = now + account.clockOffsetMs;
  const saved = saveAccount(
    state,
    plan === 0 && purchased === 0
      ? next
      : postEntry(state, next, { kind: 'change', at, keyId: key.id, plan, purchased }),
  );
  const { limit = key.spendLimit, allow = key.allow, rate = key.rate } = changes;
  const changedKey = saveKey(state, {
    ...key,
    spendLimit: limit,
    fractional: changes.fractional ?? key.fractional,
    testOnly: changes.testOnly ?? key.testOnly,
    allow: allow && [...allow],
    rate: rate && { count: rate.count, windowMs: rate.windowMs },
  });
  return currentKeyState(state, { key: changedKey, account: saved }, now);
}

export function deleteKey(state: State, settings: AdminSettings, name: string, now: number): void {
  const { key, account } = getNamedKey(state, settings, name, now);
  for (const hold of holdsOf(state, key.number)) releaseHold(state, hold, now + account.clockOffsetMs);
  removeKey(state, key);
  if (keysOfAccount(state, account.number).length === 0) removeAccount(state, account.number);
}

const balanceTerms = [
  'plan',
  'used',
  'purchased',
  'unlimited',
  'cycleMs',
  'clockOffsetMs',
] as const satisfies (keyof BalanceTerms)[];
