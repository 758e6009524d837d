import type { SharedRow, SharedRows } from '../shared-rows.ts';
import type { State } from '../state.ts';
import type { NetChange } from '../table.ts';
import { rowOfAccount, rowOfKey, rowOfName } from './rows.ts';
import { literal, quoted } from './sql.ts';

/** The statements that keep the changes of a batch; rows get this version. @param touched its accounts, by `touchedIn` */
export function writing(
  state: State,
  shared: SharedRows,
  version: number,
  touched: readonly number[],
): string[] {
  const { changes } = state;
  const accounts = state.accounts.netChangeIn(changes.steps);
  const keys = state.keys.netChangeIn(changes.steps);
  const holds = state.holds.netChangeIn(changes.steps);
  const usage = state.usage.netChangeIn(changes.steps);
  const submitted = state.submitted.netChangeIn(changes.steps);
  const submittedOn = state.submittedOn.netChangeIn(changes.steps);
  const rows = shared.netChangeIn(changes.steps);
  const changedAccounts = new Set(accounts.written.map(({ number }) => number));
  const versioned = <Of extends object>(row: Of) => ({ ...row, version });
  const others = touched.filter((number) => !changedAccounts.has(number));
  const removedNumbers = accounts.removed.map(({ number }) => number);
  // An account that came and went within the batch is none of these.
  const entries = changes.retained
    .filter(({ account }) => state.accounts.get(account.number))
    .map(({ account, entry }) => ({ ...entry, account: account.number }));

  return [
    ...(changes.cleared ? clearing : []),
    removal('accounts', ['number'], accounts.removed),
    removal('keys', ['number'], keys.removed),
    removal('holds', ['id'], holds.removed),
    removal('usage', ['key', 'day', 'operation'], usage.removed),
    removal(
      'submissions',
      ['key', 'kind', 'digest'],
      submitted.removed.map((row) => rowOfName(row, 0)),
    ),
    removal('submissionDays', ['key', 'kind', 'day'], submittedOn.removed),
    ...(removedNumbers.length > 0
      ? [
          `DELETE FROM entries WHERE account IN (${removedNumbers})`,
          `DELETE FROM shared WHERE account IN (${removedNumbers})`,
          upsert(
            'removals',
            ['account'],
            ['version'],
            removedNumbers.map((account) => ({ account, version })),
          ),
        ]
      : []),
    upsert(
      'accounts',
      ['number'],
      accountColumns,
      written(accounts, (row) => rowOfAccount(row, version)),
    ),
    others.length > 0 ? `UPDATE accounts SET version = ${version} WHERE number IN (${others})` : '',
    upsert('keys', ['number'], keyColumns, written(keys, rowOfKey)),
    upsert('holds', ['id'], holdColumns, holds.written),
    upsert('usage', ['key', 'day', 'operation'], usageColumns, usage.written.map(versioned)),
    upsert(
      'submissions',
      ['key', 'kind', 'digest'],
      ['name', 'version'],
      submitted.written.map((row) => rowOfName(row, version)),
    ),
    upsert(
      'submissionDays',
      ['key', 'kind', 'day'],
      ['count', 'version'],
      submittedOn.written.map(versioned),
    ),
    upsert('entries', ['account', 'id'], entryColumns, entries),
    ...sharedRows(rows, state, version),
  ].filter((statement) => statement !== '');
}

/** The accounts of which the batch changed anything: others see by the account's version that they must read it. */
export function touchedIn(state: State, shared: SharedRows): number[] {
  const { steps } = state.changes;
  const all = <Row>({ written: rows, removed }: NetChange<Row>): Row[] => [...rows, ...removed];
  const keys = new Set(
    [state.holds, state.usage, state.submitted, state.submittedOn].flatMap((table) =>
      all<{ key: number }>(table.netChangeIn(steps)).map(({ key }) => key),
    ),
  );
  const numbers = new Set([
    ...state.accounts.netChangeIn(steps).written.map(({ number }) => number),
    ...all(state.keys.netChangeIn(steps)).map(({ account }) => account),
    ...[...keys].flatMap((number) => state.keys.get(number)?.account ?? []),
    ...all(shared.netChangeIn(steps)).flatMap(({ account }) => account ?? []),
  ]);
  return [...numbers].filter((number) => state.accounts.get(number));
}

/** A row of an account that is gone went with it. */
function sharedRows({ written, removed }: NetChange<SharedRow>, state: State, version: number): string[] {
  const kept = written.filter(({ account }) => account === null || state.accounts.get(account));
  return [
    removal('shared', ['name'], removed),
    upsert(
      'shared',
      ['name'],
      ['account', 'counter', 'value', 'version'],
      kept.map((row) => ({
        ...row,
        value: row.value === undefined ? null : JSON.stringify(row.value),
        version,
      })),
    ),
  ];
}

const written = <Of, To>({ written: rows }: NetChange<Of>, convert: (row: Of) => To): To[] =>
  rows.map(convert);

const accountColumns = [
  ...[
    'id',
    'plan',
    'used',
    'purchased',
    'purchasedUsed',
    'heldPlan',
    'heldPurchased',
    'unlimited',
    'cycleMs',
  ],
  ...['anchorAt', 'renewsAt', 'clockOffsetMs', 'entries', 'opening', 'version'],
];
const keyColumns = [
  ...['id', 'secret', 'account', 'origin', 'allow', 'fractional', 'testOnly', 'spendLimit', 'spent', 'held'],
  ...['rate', 'opening'],
];
const holdColumns = ['key', 'plan', 'purchased', 'operation', 'rule', 'traceId', 'at'];
const usageColumns = ['requests', 'charged', 'credits', 'version'];
const entryColumns = [
  ...['at', 'kind', 'keyId', 'operation', 'rule', 'plan', 'purchased', 'held', 'balance', 'traceId'],
];

const clearing = [
  ...['accounts', 'keys', 'entries', 'holds', 'usage', 'submissions', '"submissionDays"', 'removals'].map(
    (table) => `DELETE FROM ${table}`,
  ),
  'DELETE FROM shared WHERE account IS NOT NULL',
  'UPDATE sandbox SET epoch = epoch + 1',
];

/** Entries and their like are new: a conflict means a lost lock, and fails the batch. */
const neverChanging = new Set(['entries', 'holds']);

function upsert(table: string, named: readonly string[], others: readonly string[], rows: readonly object[]) {
  if (rows.length === 0) return '';
  const columns = [...named, ...others].map(quoted);
  const changing = others.map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  const conflict = neverChanging.has(table)
    ? ''
    : ` ON CONFLICT (${named.map(quoted)}) DO UPDATE SET ${changing}`;
  return `INSERT INTO ${quoted(table)} (${columns}) SELECT ${columns} FROM ${recordset(table, rows)}${conflict}`;
}

function removal(table: string, named: readonly string[], rows: readonly object[]): string {
  if (rows.length === 0) return '';
  const columns = named.map(quoted);
  const names = rows.map((row) => Object.fromEntries(named.map((name) => [name, Reflect.get(row, name)])));
  return `DELETE FROM ${quoted(table)} WHERE (${columns}) IN (SELECT ${columns} FROM ${recordset(table, names)})`;
}

const recordset = (table: string, rows: readonly object[]): string =>
  `json_populate_recordset(null::${quoted(table)}, ${literal(JSON.stringify(rows))})`;
