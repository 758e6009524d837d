import { keyIdOf } from '../core/keys/digest.ts';
import type { AccountTerms, KeyOrigin } from '../core/keys/terms.ts';
import {
  findKeyAndAccount,
  type KeyAndAccount,
  openAccount,
  removeAccount,
  saveKey,
  unusedAccountId,
} from './accounts.ts';
import { addKey, joinAccount, keysOfAccount, removeCallsOf, removeKey } from './key-index.ts';
import { fullKeyTerms } from './key-terms.ts';
import { type Account, clearState, type State } from './state.ts';
import type { ResetCounts } from './values.ts';

/** Settings that the rules need beside the state. */
export interface OpeningSettings {
  /** Keys that every ledger begins with. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** Length of a billing cycle, where the terms have none. */
  cycleMs: number;
  /** The id of a key; undefined for its usual one. */
  idOf?: ((secret: string) => string | undefined) | undefined;
}

/** Opens the keys that every ledger begins with, unless they exist. */
export function openPresetKeys(state: State, given: OpeningSettings, now: number): void {
  for (const [secret, terms] of Object.entries(given.keys))
    if (!findKeyAndAccount(state, { secret })) openKey(state, given, secret, 'demo', terms, { openAt: now });
}

/** A new key. It joins the account, or opens one of its own. */
export function openKey(
  state: State,
  given: OpeningSettings,
  secret: string,
  origin: KeyOrigin,
  terms: AccountTerms,
  account: Account | { openAt: number },
): KeyAndAccount {
  const id = given.idOf?.(secret) ?? keyIdOf(secret);
  const opening = copyOfTerms(terms);
  const joined =
    'openAt' in account
      ? openAccount(state, unusedAccountId(state, `account-${id}`), opening, given.cycleMs, account.openAt)
      : account;
  const key = addKey(state, {
    id,
    secret,
    origin,
    account: joined.number,
    ...fullKeyTerms(opening),
    held: 0,
    opening,
  });
  return { key, account: joined };
}

/** A copy of the terms that nobody else can change, as a store would give it back. */
export const copyOfTerms = <Of extends object>(terms: Of): Of => JSON.parse(JSON.stringify(terms)) as Of;

export function resetAll(state: State, given: OpeningSettings, now: number): ResetCounts {
  const cleared = {
    keyIds: null,
    keys: state.keys.size,
    accounts: state.accounts.size,
    entries: state.changes.entries,
    holds: state.holds.size,
  };
  clearState(state);
  openPresetKeys(state, given, now);
  return cleared;
}

export function resetAccount(
  state: State,
  given: OpeningSettings,
  account: Account,
  now: number,
): ResetCounts {
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
      saveKey(state, { ...key, ...fullKeyTerms(key.opening), held: 0, account: reopened.number });
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
