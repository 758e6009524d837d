import { Refusal } from '../core/errors.ts';
import type { BalanceTerms } from '../core/keys/terms.ts';
import type { Vocabulary } from '../core/vocabulary.ts';
import { entryOf, type Movement } from './entries.ts';
import { findKey, type KeyRef } from './key-index.ts';
import { assertSound } from './rules.ts';
import { type Account, addToCounter, type Key, type State } from './state.ts';
import type { Caller } from './values.ts';

/** A key and its account, read together. */
export interface KeyAccount {
  key: Key;
  account: Account;
}

export function findKeyAccount(state: State, ref: KeyRef): KeyAccount | undefined {
  const key = findKey(state, ref);
  return key && { key, account: accountOf(state, key) };
}

/** @throws Refusal `keyUnknown`: a key may be deleted between a request's arrival and its charge */
export function getKeyAccount(state: State, id: string): KeyAccount {
  const found = findKeyAccount(state, { id });
  if (!found) throw new Refusal('keyUnknown');
  return found;
}

export function keyAccountOf(state: State, number: number): KeyAccount {
  const key = state.keys.get(number) as Key;
  return { key, account: accountOf(state, key) };
}

export function findAccount(state: State, id: string): Account | undefined {
  const number = state.accountNumbers.get(id);
  return number === undefined ? undefined : state.accounts.get(number);
}

/** Opens an account with its first entry. @param cycleMs where `opening` has none; absent amounts are 0 */
export function openAccount(
  state: State,
  id: string,
  opening: BalanceTerms,
  cycleMs: number,
  at: number,
): Account {
  const account = addAccount(state, {
    id,
    ...openingFunds(opening),
    purchasedUsed: 0,
    heldPlan: 0,
    heldPurchased: 0,
    cycleMs: opening.cycleMs ?? cycleMs,
    anchorAt: null,
    renewsAt: null,
    clockOffsetMs: opening.clockOffsetMs ?? 0,
    entries: 0,
    opening,
  });
  const { plan, used, purchased } = account;
  return saveAccount(state, postEntry(state, account, { kind: 'open', at, plan: plan - used, purchased }));
}

export const openingFunds = ({ plan = 0, used = 0, purchased = 0, unlimited = false }: BalanceTerms) => ({
  plan,
  used,
  purchased,
  unlimited,
});

export const addAccount = (state: State, account: Omit<Account, 'number'>): Account =>
  enterAccount(state, { number: addToCounter(state, 'account'), ...account });

/** Adds an account that has its number already. */
export function enterAccount(state: State, account: Account): Account {
  state.accountNumbers.set(account.id, account.number);
  state.changes.countEntries(account.entries);
  return saveAccount(state, account);
}

/** Removes an account and, in the stores, its entries. */
export function removeAccount(state: State, number: number): void {
  const { id, entries } = state.accounts.get(number) as Account;
  state.changes.countEntries(-entries);
  state.accounts.delete(number);
  state.accountNumbers.delete(id);
  state.keysOf.delete(number);
}

/** Returns the id, or one like it: other keys may still share the account of a key that was removed and comes back. */
export function unusedAccountId(state: State, id: string): string {
  let name = id;
  for (let next = 2; state.accountNumbers.get(name) !== undefined; next++) name = `${id}-${next}`;
  return name;
}

/**
 * Posts the entry of a movement.
 * @param account as the movement leaves it
 * @returns the account to save, with the number of the entry
 */
export function postEntry(state: State, account: Account, movement: Movement): Account {
  assertSound(account);
  const id = account.entries + 1;
  const balance = account.plan - account.used + account.purchased;
  state.changes.post({ account, entry: entryOf(id, movement, balance) });
  return { ...account, entries: id };
}

export function saveAccount(state: State, account: Account): Account {
  state.accounts.set(account.number, account);
  return account;
}

export function saveKey(state: State, key: Key): Key {
  state.keys.set(key.number, key);
  return key;
}

function accountOf(state: State, key: Key): Account {
  return state.accounts.get(key.account) as Account;
}

export function noteWords(state: State, { id }: Pick<Caller, 'id'>, words: Vocabulary): void {
  const { key } = getKeyAccount(state, id);
  saveKey(state, { ...key, words });
}
