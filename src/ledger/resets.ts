import { keyIdOf } from '../core/keys/digest.ts';
import type { AccountTerms, CallTerms, KeyOrigin } from '../core/keys/terms.ts';
import {
  findKeyAccount,
  type KeyAccount,
  openAccount,
  removeAccount,
  saveKey,
  unusedAccountId,
} from './accounts.ts';
import { addKey, joinAccount, keysOfAccount, removeCallsOf, removeKey } from './key-index.ts';
import { type Account, clearState, type State, totalsOf } from './state.ts';
import type { ResetCounts } from './values.ts';

/** The settings for opening keys and accounts. */
export interface OpeningSettings {
  /** Keys that every ledger begins with. */
  keys: Readonly<Record<string, AccountTerms>>;
  /** Length of a billing cycle, where the terms have none. */
  cycleMs: number;
}

/** Opens the keys that every ledger begins with, where they are missing. */
export function openPresetKeys(state: State, settings: OpeningSettings, now: number): void {
  for (const [secret, terms] of Object.entries(settings.keys))
    if (!findKeyAccount(state, { secret })) openKey(state, settings, secret, 'demo', terms, { openAt: now });
}

/** Opens a key. It joins the account, or opens one for itself at `openAt`. */
export function openKey(
  state: State,
  settings: OpeningSettings,
  secret: string,
  origin: KeyOrigin,
  terms: AccountTerms,
  account: Account | { openAt: number },
): KeyAccount {
  const id = keyIdOf(secret);
  const opening = copyOfTerms(terms);
  const joined =
    'openAt' in account
      ? openAccount(state, unusedAccountId(state, `account-${id}`), opening, settings.cycleMs, account.openAt)
      : account;
  const limits = { ...fullKeyTerms(opening), held: 0 };
  return {
    key: addKey(state, { id, secret, origin, account: joined.number, ...limits, opening }),
    account: joined,
  };
}

/** The terms of a key in full: absent ones are no limit, no rate, every operation. */
const fullKeyTerms = ({ limit, spent, fractional, testOnly, allow, rate }: CallTerms) => ({
  spendLimit: limit ?? null,
  spent: spent ?? 0,
  fractional: fractional ?? false,
  testOnly: testOnly ?? false,
  allow: allow ?? null,
  rate: rate ?? null,
  words: null,
});

/** A copy that nobody else can change. It is what a store would read back: without members that are undefined. */
export const copyOfTerms = <T extends object>(terms: T): T => JSON.parse(JSON.stringify(terms)) as T;

/** Removes everything and opens the preset keys again. */
export function resetAll(state: State, settings: OpeningSettings, now: number): ResetCounts {
  const counts = { keyIds: null, ...totalsOf(state) };
  clearState(state);
  openPresetKeys(state, settings, now);
  return counts;
}

/** Opens an account and its keys again as they were created; removes its self-describing keys. */
export function resetAccount(
  state: State,
  settings: OpeningSettings,
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
    const reopened = openAccount(state, id, opening, settings.cycleMs, at);
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
