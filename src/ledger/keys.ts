import { isSelfDescribing } from '../core/keys/self-describing.ts';
import type { BalanceTerms } from '../core/keys/terms.ts';
import {
  accountNamed,
  find,
  ofKey,
  openAccount,
  openingFunds,
  post,
  removeAccount,
  saveAccount,
  saveKey,
} from './accounts.ts';
import { giveBack } from './charges.ts';
import { assertAmounts, assertConsistent, assertLengths, refuse } from './key-checks.ts';
import { holdsOf, keysOfAccount, removeKey } from './key-index.ts';
import { type Administration, current, lookUp, named, renewed } from './key-lookup.ts';
import { keyStateOf } from './key-state.ts';
import { asJson, openKey } from './resets.ts';
import type { Account, State } from './state.ts';
import type { KeyChanges, KeyState, KeyTerms } from './values.ts';

/** The rules of the admin surface on keys; `now` is the sandbox's own instant. */
export function list(state: State, now: number, after: number, most: number): KeyState[] {
  const last = state.counters.get('key') ?? 0;
  const states = [];
  for (let number = after + 1; number <= last && states.length < most; number++)
    if (state.keys.get(number)) states.push(current(state, ofKey(state, number), now));
  return states;
}

export function findState(
  state: State,
  given: Administration,
  name: string,
  now: number,
): KeyState | undefined {
  const found = lookUp(state, given, name, now);
  return found && current(state, found, now);
}

export function create(
  state: State,
  given: Administration,
  { key, account: id, ...terms }: KeyTerms,
  now: number,
): { secret: string; state: KeyState } {
  const secret = key ?? given.newId();
  if (!/^[\x21-\x7e]{1,200}$/.test(secret))
    refuse('key', 'A key is 1 to 200 visible ASCII characters.', 'invalid_string');
  if (isSelfDescribing(secret))
    refuse('key', 'A self-describing key is not created: it exists from its first use.', 'invalid_string');
  assertAmounts({ limit: terms.limit, spent: terms.spent });
  assertLengths(terms);
  if (find(state, { secret }))
    refuse('key', 'This key exists already; change it, or delete it first.', 'conflicting', 'conflict');
  const account = accountFor(state, given, id, terms, now);
  return { secret, state: keyStateOf(openKey(state, given, secret, 'admin', terms, account)) };
}

function accountFor(
  state: State,
  { cycleMs }: Administration,
  id: string | undefined,
  terms: KeyTerms,
  now: number,
): Account | { openAt: number } {
  const openAt = now + (terms.clockOffsetMs ?? 0);
  if (id !== undefined && !/^[A-Za-z0-9._-]{1,64}$/.test(id))
    refuse(
      'account',
      'An account is named by 1 to 64 letters, digits, dots, underscores or hyphens.',
      'invalid_string',
    );
  const existing = id === undefined ? undefined : accountNamed(state, id);
  if (!existing) {
    assertConsistent({ ...openingFunds(terms), heldPlan: 0, heldPurchased: 0 });
    return id === undefined ? { openAt } : openAccount(state, id, asJson(terms), cycleMs, openAt);
  }
  for (const name of balanceTerms)
    if (terms[name] !== undefined)
      refuse(name, `The account exists; a key that joins it cannot set its '${name}'.`, 'conflicting');
  return existing;
}

export function change(
  state: State,
  given: Administration,
  name: string,
  changes: KeyChanges,
  now: number,
): KeyState {
  const { key, account } = renewed(state, named(state, given, name, now), now);
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
  assertLengths(changes);
  const plan = next.plan - next.used - (account.plan - account.used);
  const purchased = next.purchased - account.purchased;
  const at = now + account.clockOffsetMs;
  const saved = saveAccount(
    state,
    plan === 0 && purchased === 0
      ? next
      : post(state, next, { kind: 'change', at, keyId: key.id, plan, purchased }),
  );
  const { limit = key.spendLimit, allow = key.allow, rate = key.rate } = changes;
  const changed = saveKey(state, {
    ...key,
    spendLimit: limit,
    fractional: changes.fractional ?? key.fractional,
    testOnly: changes.testOnly ?? key.testOnly,
    allow: allow && [...allow],
    rate: rate && { count: rate.count, windowMs: rate.windowMs },
  });
  return current(state, { key: changed, account: saved }, now);
}

export function remove(state: State, given: Administration, name: string, now: number): void {
  const { key, account } = named(state, given, name, now);
  for (const hold of holdsOf(state, key.number)) giveBack(state, hold, now + account.clockOffsetMs);
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
