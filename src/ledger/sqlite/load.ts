import type { Database } from 'better-sqlite3';
import { enterAccount } from '../accounts.ts';
import { enterKey } from '../key-index.ts';
import { type SharedRow, SharedRows } from '../ledger-rows.ts';
import {
  type Account,
  createState,
  type Key,
  type OpenHold,
  type State,
  type SubmittedCount,
  type SubmittedName,
  type UsageCount,
} from '../state.ts';
import { decodeRow } from '../stored-tables.ts';
import { sqliteTables } from './tables.ts';

/** Everything but the entries. */
export function loadLedger(database: Database): { state: State; shared: SharedRows } {
  const state = createState();
  const shared = new SharedRows(state.changes);
  const { accounts, keys, holds, usage, submissions, submissionDays } = sqliteTables;
  const rowsIn = function* <Row>(table: typeof accounts): Generator<Row> {
    for (const row of database
      .prepare<[], object>(`SELECT ${table.columns} FROM ${table.name} ORDER BY 1`)
      .iterate())
      yield decodeRow<Row>(table, row);
  };
  for (const { committed: _, ...account } of rowsIn<Account & { committed: number }>(accounts)) {
    enterAccount(state, account);
    state.counters.set('account', account.number);
  }
  for (const key of rowsIn<Key>(keys)) {
    enterKey(state, key);
    state.counters.set('key', key.number);
  }
  for (const hold of rowsIn<OpenHold>(holds)) {
    state.holds.set(hold.id, hold);
    state.counters.set('hold', hold.id);
  }
  for (const count of rowsIn<UsageCount>(usage)) state.usage.set(count);
  for (const name of rowsIn<SubmittedName>(submissions)) state.submitted.set(name);
  for (const count of rowsIn<SubmittedCount>(submissionDays)) state.submittedOn.set(count);
  for (const row of rowsIn<SharedRow>(sqliteTables.shared)) shared.load(row);
  state.changes.begin();
  return { state, shared };
}
