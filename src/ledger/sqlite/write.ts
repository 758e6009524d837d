import type { Database } from 'better-sqlite3';
import type { OpenHold, State, SubmittedCount, SubmittedName, UsageCount } from '../state.ts';
import type { Entry } from '../values.ts';
import { createWriter, type Value } from './multi-row.ts';
import { type AccountRow, type KeyRow, rowFromAccount, rowFromKey } from './rows.ts';

/** @returns a function that writes all changes of a batch in one transaction */
export function createWrite(database: Database, state: State): () => void {
  const add = writersOf(database);
  const remove = removersOf(database);
  const clear = batchTables.map((table) => database.prepare(`DELETE FROM ${table}`));
  const { changes } = state;

  return database.transaction(() => {
    if (changes.cleared) for (const statement of clear) statement.run();
    const accounts = state.accounts.netChangeIn(changes.steps);
    const keys = state.keys.netChangeIn(changes.steps);
    const holds = state.holds.netChangeIn(changes.steps);
    const usage = state.usage.netChangeIn(changes.steps);
    const submitted = state.submitted.netChangeIn(changes.steps);
    const submittedOn = state.submittedOn.netChangeIn(changes.steps);

    for (const { number } of accounts.removed) remove.account.run(number);
    for (const { number } of accounts.removed) remove.entries.run(number);
    for (const { number } of keys.removed) remove.key.run(number);
    for (const { id } of holds.removed) remove.hold.run(id);
    for (const { key, day, operation } of usage.removed) remove.usage.run(key, day, operation);
    for (const { key, kind, name } of submitted.removed) remove.submitted.run(key, kind, name);
    for (const { key, kind, day } of submittedOn.removed) remove.submittedOn.run(key, kind, day);

    add.accounts(accounts.written.map(rowFromAccount));
    add.keys(keys.written.map(rowFromKey));
    add.holds(holds.written);
    add.usage(usage.written);
    add.submitted(submitted.written);
    add.submittedOn(submittedOn.written);
    add.entries(
      changes.retained
        .filter(({ account }) => state.accounts.get(account.number))
        .map(({ account, entry }) => ({ ...entry, account: account.number })),
    );
  }).immediate;
}

const batchTables = [
  'accounts',
  'keys',
  'entries',
  'holds',
  'usage',
  'submissions',
  'submissionDays',
] as const;

const writersOf = (database: Database) => ({
  accounts: createWriter<AccountRow>(database, 'accounts', {
    named: ['number'],
    fixed: ['id', 'opening'],
    changing: [
      ...(['plan', 'used', 'purchased', 'purchasedUsed', 'heldPlan', 'heldPurchased', 'entries'] as const),
      ...(['unlimited', 'cycleMs', 'anchorAt', 'renewsAt', 'clockOffsetMs'] as const),
    ],
  }),
  keys: createWriter<KeyRow>(database, 'keys', {
    named: ['number'],
    fixed: ['id', 'secret', 'origin', 'opening'],
    changing: [
      ...(['account', 'allow', 'fractional', 'testOnly', 'spendLimit', 'spent', 'held'] as const),
      ...(['rateCount', 'rateWindowMs'] as const),
    ],
  }),
  entries: createWriter<Entry & { account: number }>(database, 'entries', {
    named: ['account', 'id'],
    fixed: ['at', 'kind', 'keyId', 'operation', 'rule', 'plan', 'purchased', 'held', 'balance', 'traceId'],
  }),
  holds: createWriter<OpenHold>(database, 'holds', {
    named: ['id'],
    fixed: ['key', 'plan', 'purchased', 'operation', 'rule', 'traceId', 'at'],
  }),
  usage: createWriter<UsageCount>(database, 'usage', {
    named: ['key', 'day', 'operation'],
    changing: ['requests', 'charged', 'credits'],
  }),
  submitted: createWriter<SubmittedName>(database, 'submissions', {
    named: ['key', 'kind', 'name'],
    // a name may be removed and come back within a batch
    mayExist: true,
  }),
  submittedOn: createWriter<SubmittedCount>(database, 'submissionDays', {
    named: ['key', 'kind', 'day'],
    changing: ['count'],
  }),
});

function removersOf(database: Database) {
  const from = (table: string, ...columns: string[]) =>
    database.prepare<Value[]>(
      `DELETE FROM ${table} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`,
    );
  return {
    account: from('accounts', 'number'),
    entries: from('entries', 'account'),
    key: from('keys', 'number'),
    hold: from('holds', 'id'),
    usage: from('usage', 'key', 'day', 'operation'),
    submitted: from('submissions', 'key', 'kind', 'name'),
    submittedOn: from('submissionDays', 'key', 'kind', 'day'),
  };
}
