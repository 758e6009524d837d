import type { Database } from 'better-sqlite3';
import { enterAccount } from '../accounts.ts';
import { enterKey } from '../key-index.ts';
import {
  createState,
  type OpenHold,
  type State,
  type SubmittedCount,
  type SubmittedName,
  type UsageCount,
} from '../state.ts';
import { type AccountRow, accountFromRow, type KeyRow, keyFromRow } from './rows.ts';

/** Everything but the entries. */
export function loadState(database: Database): State {
  const state = createState();
  const rowsOf = <Row>(table: string) =>
    database.prepare<[], Row>(`SELECT * FROM ${table} ORDER BY 1`).iterate();
  for (const row of rowsOf<AccountRow>('accounts')) {
    enterAccount(state, accountFromRow(row));
    state.counters.set('account', row.number);
  }
  for (const row of rowsOf<KeyRow>('keys')) {
    enterKey(state, keyFromRow(row));
    state.counters.set('key', row.number);
  }
  for (const hold of rowsOf<OpenHold>('holds')) {
    state.holds.set(hold.id, hold);
    state.counters.set('hold', hold.id);
  }
  for (const usage of rowsOf<UsageCount>('usage')) state.usage.set(usage);
  for (const name of rowsOf<SubmittedName>('submissions')) state.submitted.set(name);
  for (const day of rowsOf<SubmittedCount>('submissionDays')) state.submittedOn.set(day);
  state.changes.begin();
  return state;
}
