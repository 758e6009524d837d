import { findAccount, removeAccount } from '../accounts.ts';
import { enterKey, keysOfAccount, removeKey } from '../key-index.ts';
import type { SharedRows } from '../shared-rows.ts';
import type { Account, Key, State } from '../state.ts';
import {
  type AccountRow,
  accountOf,
  type DayRow,
  type HoldRow,
  type KeyRow,
  keyOf,
  type SharedRowJson,
  type SubmittedRow,
  type UsageRow,
} from './rows.ts';

/** The rows of accounts that are newer than those at hand. Keys, holds and shared rows are all of their account. */
export interface Loaded {
  accounts: readonly AccountRow[];
  keys: readonly KeyRow[];
  holds: readonly HoldRow[];
  usage: readonly UsageRow[];
  submitted: readonly SubmittedRow[];
  submittedOn: readonly DayRow[];
  shared: readonly SharedRowJson[];
}

/** Takes over the rows of accounts. */
export function load(state: State, shared: SharedRows, loaded: Loaded): void {
  const { accounts, keys, holds, usage, submitted, submittedOn } = loaded;
  const keysOf = Map.groupBy(keys, ({ account }) => account);
  for (const row of accounts) dropReplaced(state, shared, row, keysOf.get(row.number) ?? []);
  removeHolds(state, accounts);
  for (const row of accounts) {
    putAccount(state, accountOf(row));
    putKeys(state, row.number, (keysOf.get(row.number) ?? []).map(keyOf));
    shared.dropAccount(row.number);
  }
  for (const hold of holds) state.holds.set(hold.id, hold);
  for (const { version: _, ...row } of usage) state.usage.set(row);
  for (const { version: _, digest: __, ...row } of submitted)
    state.submitted.set({ ...row, name: JSON.parse(row.name) as string });
  for (const { version: _, ...row } of submittedOn) state.submittedOn.set(row);
  loadShared(shared, loaded.shared);
}

export function loadShared(shared: SharedRows, rows: readonly SharedRowJson[]): void {
  for (const { version: _, value, ...row } of rows)
    shared.load({ ...row, value: value === null ? undefined : JSON.parse(value) });
}

/** Forgets an account that is gone, with all that belongs to it. */
export function drop(state: State, shared: SharedRows, number: number): void {
  shared.dropAccount(number);
  if (!state.accounts.get(number)) return;
  for (const key of keysOfAccount(state, number)) removeKey(state, key);
  removeAccount(state, number);
}

/** A reset opens an account again under another number: the one before is gone. */
function dropReplaced(state: State, shared: SharedRows, row: AccountRow, keys: readonly KeyRow[]): void {
  const before = findAccount(state, row.id);
  if (before && before.number !== row.number) drop(state, shared, before.number);
  for (const { number, id } of keys) {
    const known = state.keys.get(state.keyNumbers.get(id) ?? number);
    if (known && known.account !== row.number) drop(state, shared, known.account);
  }
}

function putAccount(state: State, account: Account): void {
  const before = state.accounts.get(account.number);
  state.changes.countEntries(account.entries - (before?.entries ?? 0));
  state.accountNumbers.set(account.id, account.number);
  state.accounts.set(account.number, account);
}

/** Open holds come whole. */
function removeHolds(state: State, accounts: readonly AccountRow[]): void {
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
