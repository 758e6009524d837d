import { keyIdOf } from '../core/keys/digest.ts';
import type { AccountTerms, KeyOrigin } from '../core/keys/terms.ts';
import { type Found, find, freeName, openAccount, removeAccount, saveKey } from './accounts.ts';
import { addKey, joinAccount, keysOfAccount, removeCallsOf, removeKey } from './key-index.ts';
import { keyTerms } from './key-terms.ts';
import { type Account, clearState, type State } from './state.ts';
import type { Cleared } from './values.ts';

/** Settings that the rules need beside the state. */
export interface Given {
  /** Keys that every ledger begins with. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** Length of a billing cycle, where the terms have none. */
  cycleMs: number;
  /** The id of a key; undefined for its usual one. */
  idOf?: ((secret: string) => string | undefined) | undefined;
}

/** Opens the keys that every ledger begins with, unless they exist. */
export function openGiven(state: State, given: Given, now: number): void {
  for (const [secret, terms] of Object.entries(given.keys))
    if (!find(state, { secret })) openKey(state, given, secret, 'demo', terms, { openAt: now });
}

/** A new key. It joins the account, or opens one of its own. */
export function openKey(
  state: State,
  given: Given,
  secret: string,
  origin: KeyOrigin,
  terms: AccountTerms,
  account: Account | { openAt: number },
): Found {
  const id = given.idOf?.(secret) ?? keyIdOf(secret);
  const opening = asJson(terms);
  const joined =
    'openAt' in account
      ? openAccount(state, freeName(state, `account-${id}`), opening, given.cycleMs, account.openAt)
      : account;
  const key = addKey(state, {
    id,
    secret,
    origin,
    account: joined.number,
    ...keyTerms(opening),
    held: 0,
    opening,
  });
  return { key, account: joined };
}

/** A copy of the terms that nobody else can change, as a store would give it back. */
export const asJson = <Of extends object>(terms: Of): Of => JSON.parse(JSON.stringify(terms)) as Of;

export function resetAll(state: State, given: Given, now: number): Cleared {
  const cleared = {
    keyIds: null,
    keys: state.keys.size,
    accounts: state.accounts.size,
    entries: state.changes.entries,
    holds: state.holds.size,
  };
  clearState(state);
  openGiven(state, given, now);
  return cleared;
}

export function resetAccount(state: State, given: Given, account: Account, now: number): Cleared {
  const keys = keysOfAccount(state, account.number);
  const lasting = keys.filter(({ origin }) => origin !== 'self-describing');
  let holds = 0;
  for (const key of keys) {
    holds += removeCallsOf(state, key.number);
    if (key.origin === 'self-describing') removeKey(state, key);
  }
  removeAccount(state, account.number);
  if (lasting.length > 0) {
    const { id, opening } = account;
    const at = now + (opening.clockOffsetMs ?? 0);
    const reopened = openAccount(state, id, opening, given.cycleMs, at);
    for (const key of lasting) {
      saveKey(state, { ...key, ...keyTerms(key.opening), held: 0, account: reopened.number });
      joinAccount(state, key.number, reopened.number);
    }
  }
  return {
    keyIds: keys.map(({ id }) => id),
    keys: keys.length,
    accounts: 1,
    entries: account.entries,
    holds,
  };
}
