import { findAccount, removeAccount } from '../accounts.ts';
import { enterKey, keysOfAccount, removeKey } from '../key-index.ts';
import type { SharedRow, SharedRows } from '../ledger-rows.ts';
import type { Account, Key, State } from '../state.ts';
import type { Loaded, Versioned } from './tables.ts';

/** Takes over the rows of accounts. */
export function load(state: State, shared: SharedRows, loaded: Loaded): void {
  const { accounts, keys, holds, usage, submissions, submissionDays } = loaded;
  const keysOf = Map.groupBy(keys, ({ account }) => account);
  for (const account of accounts) dropReplaced(state, shared, account, keysOf.get(account.number) ?? []);
  removeHolds(state, accounts);
  for (const { version: _, ...account } of accounts) {
    putAccount(state, account);
    putKeys(state, account.number, keysOf.get(account.number) ?? []);
    shared.dropAccount(account.number);
  }
  for (const hold of holds) state.holds.set(hold.id, hold);
  for (const { version: _, ...row } of usage) state.usage.set(row);
  for (const { version: _, digest: __, ...row } of submissions) state.submitted.set(row);
  for (const { version: _, ...row } of submissionDays) state.submittedOn.set(row);
  loadShared(shared, loaded.shared);
}

export function loadShared(shared: SharedRows, rows: readonly Versioned<SharedRow>[]): void {
  // A value that is null in the database is a row that was removed.
  for (const { version: _, value, ...row } of rows) shared.load({ ...row, value: value ?? undefined });
}

/** Forgets an account that is gone, with all that belongs to it. */
export function drop(state: State, shared: SharedRows, number: number): void {
  shared.dropAccount(number);
  if (!state.accounts.get(number)) return;
  for (const key of keysOfAccount(state, number)) removeKey(state, key);
  removeAccount(state, number);
}

/** A reset opens an account again under another number: the one before is gone. */
function dropReplaced(
  state: State,
  shared: SharedRows,
  account: Pick<Account, 'id' | 'number'>,
  keys: readonly Key[],
): void {
  const before = findAccount(state, account.id);
  if (before && before.number !== account.number) drop(state, shared, before.number);
  for (const { number, id } of keys) {
    const known = state.keys.get(state.keyNumbers.get(id) ?? number);
    if (known && known.account !== account.number) drop(state, shared, known.account);
  }
}

function putAccount(state: State, account: Account): void {
  const before = state.accounts.get(account.number);
  state.changes.countEntries(account.entries - (before?.entries ?? 0));
  state.accountNumbers.set(account.id, account.number);
  state.accounts.set(account.number, account);
}

/** Open holds come whole. */
function removeHolds(state: State, accounts: readonly Pick<Account, 'number'>[]): void {
  if (state.holds.size === 0) return;
  const keys = new Set(
    accounts.flatMap(({ number }) => keysOfAccount(state, number).map((key) => key.number)),
  );
  for (const { id, key } of [...state.holds.values()]) if (keys.has(key)) state.holds.delete(id);
}

/** A key that stays keeps its usage and its submissions, of which only newer rows come. */
function putKeys(state: State, account: number, keys: readonly Key[]): void {
  const numbers = new Set(keys.map(({ number }) => number));
  for (const known of keysOfAccount(state, account)) if (!numbers.has(known.number)) removeKey(state, known);
  for (const key of keys)
    if (state.keys.get(key.number)) state.keys.set(key.number, key);
    else enterKey(state, key);
}
