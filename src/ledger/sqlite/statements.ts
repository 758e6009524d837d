import type { Database } from 'better-sqlite3';
import type { Entry, Submission } from '../ledger.ts';
import type { AccountRow, EntryRow, HoldRow, KeyRow, SnapshotRow, UsageRow } from './rows.ts';

/** A compiled statement, typed by its parameters and its rows. */
export interface Query<Parameters, Row> {
  get(parameters: Parameters): Row | undefined;
  all(parameters: Parameters): Row[];
  run(parameters: Parameters): { changes: number; lastInsertRowid: number | bigint };
}

/** Every statement of the ledger, compiled once. */
export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Parameters, Row = never>(sql: string): Query<Parameters, Row> =>
    database.prepare<unknown[], Row>(sql);
  type By<Name extends string, Value> = { [Each in Name]: Value };

  return {
    keyBySecret: prepare<By<'secret', string>, KeyRow>('SELECT * FROM keys WHERE secret = :secret'),
    secrets: prepare<void, { secret: string }>('SELECT secret FROM keys'),
    keyById: prepare<By<'id', string>, KeyRow>('SELECT * FROM keys WHERE id = :id'),
    keyByNumber: prepare<By<'number', number>, KeyRow>('SELECT * FROM keys WHERE number = :number'),
    addKey: prepare<Omit<KeyRow, 'number'>>(
      `INSERT INTO keys (id, secret, account, origin, allow, fractional, testOnly, spendLimit, spent, held, rateCount, rateWindowMs, opening)
       VALUES (:id, :secret, :account, :origin, :allow, :fractional, :testOnly, :spendLimit, :spent, :held, :rateCount, :rateWindowMs, :opening)`,
    ),
    keysOfAccount: prepare<By<'account', number>, KeyRow>(
      'SELECT * FROM keys WHERE account = :account ORDER BY number',
    ),
    keysAfter: prepare<{ after: number; most: number }, KeyRow>(
      'SELECT * FROM keys WHERE number > :after ORDER BY number LIMIT :most',
    ),
    saveKey: prepare<KeyRow>(
      `UPDATE keys SET allow = :allow, fractional = :fractional, testOnly = :testOnly, spendLimit = :spendLimit,
         spent = :spent, held = :held, rateCount = :rateCount, rateWindowMs = :rateWindowMs
       WHERE number = :number`,
    ),
    moveKey: prepare<{ number: number; account: number }>(
      'UPDATE keys SET account = :account WHERE number = :number',
    ),
    removeKey: prepare<By<'number', number>>('DELETE FROM keys WHERE number = :number'),
    saveSpending: prepare<Pick<KeyRow, 'number' | 'spent' | 'held'>>(
      'UPDATE keys SET spent = :spent, held = :held WHERE number = :number',
    ),

    accountByNumber: prepare<By<'number', number>, AccountRow>(
      'SELECT * FROM accounts WHERE number = :number',
    ),
    accountById: prepare<By<'id', string>, AccountRow>('SELECT * FROM accounts WHERE id = :id'),
    addAccount: prepare<Omit<AccountRow, 'number'>>(
      `INSERT INTO accounts (id, plan, used, purchased, purchasedUsed, heldPlan, heldPurchased, unlimited, cycleMs, anchorAt, renewsAt, clockOffsetMs, entries, opening)
       VALUES (:id, :plan, :used, :purchased, :purchasedUsed, :heldPlan, :heldPurchased, :unlimited, :cycleMs, :anchorAt, :renewsAt, :clockOffsetMs, :entries, :opening)`,
    ),
    saveBalance: prepare<AccountRow>(
      `UPDATE accounts SET used = :used, purchased = :purchased, purchasedUsed = :purchasedUsed, heldPlan = :heldPlan,
         heldPurchased = :heldPurchased, entries = :entries
       WHERE number = :number`,
    ),
    saveAccount: prepare<AccountRow>(
      `UPDATE accounts SET plan = :plan, used = :used, purchased = :purchased, purchasedUsed = :purchasedUsed, heldPlan = :heldPlan,
         heldPurchased = :heldPurchased, unlimited = :unlimited, cycleMs = :cycleMs, anchorAt = :anchorAt,
         renewsAt = :renewsAt, clockOffsetMs = :clockOffsetMs, entries = :entries
       WHERE number = :number`,
    ),

    removeAccount: prepare<By<'number', number>>('DELETE FROM accounts WHERE number = :number'),
    accountsDue: prepare<By<'now', number>, AccountRow>(
      'SELECT * FROM accounts WHERE renewsAt - clockOffsetMs <= :now ORDER BY number',
    ),

    addEntry: prepare<EntryRow>(
      `INSERT INTO entries (account, id, at, kind, keyId, operation, rule, plan, purchased, held, balance, traceId)
       VALUES (:account, :id, :at, :kind, :keyId, :operation, :rule, :plan, :purchased, :held, :balance, :traceId)`,
    ),
    entriesAfter: prepare<{ account: number; after: number; most: number }, Entry>(
      `SELECT id, at, kind, keyId, operation, rule, plan, purchased, held, balance, traceId FROM entries
       WHERE account = :account AND id > :after ORDER BY id LIMIT :most`,
    ),

    removeEntries: prepare<By<'account', number>>('DELETE FROM entries WHERE account = :account'),

    addHold: prepare<Omit<HoldRow, 'id'>>(
      `INSERT INTO holds (key, plan, purchased, operation, rule, traceId, at)
       VALUES (:key, :plan, :purchased, :operation, :rule, :traceId, :at)`,
    ),
    holdById: prepare<By<'id', number>, HoldRow>('SELECT * FROM holds WHERE id = :id'),
    allHolds: prepare<void, HoldRow>('SELECT * FROM holds ORDER BY id'),
    holdsOfKey: prepare<By<'key', number>, HoldRow>('SELECT * FROM holds WHERE key = :key ORDER BY id'),
    removeHold: prepare<By<'id', number>>('DELETE FROM holds WHERE id = :id'),
    removeHoldsOfKey: prepare<By<'key', number>>('DELETE FROM holds WHERE key = :key'),

    countCall: prepare<UsageRow>(
      `INSERT INTO usage (key, day, operation, requests, charged, credits)
       VALUES (:key, :day, :operation, :requests, :charged, :credits)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
         charged = charged + excluded.charged, credits = credits + excluded.credits`,
    ),
    usageBetween: prepare<{ key: number; first: number; last: number }, UsageRow>(
      'SELECT * FROM usage WHERE key = :key AND day BETWEEN :first AND :last ORDER BY day, operation',
    ),

    removeUsage: prepare<By<'key', number>>('DELETE FROM usage WHERE key = :key'),

    remember: prepare<{ key: number; kind: string; name: string }>(
      'INSERT INTO submissions (key, kind, name) VALUES (:key, :kind, :name) ON CONFLICT DO NOTHING',
    ),
    remembered: prepare<{ key: number; kind: string; name: string }, { name: string }>(
      'SELECT name FROM submissions WHERE key = :key AND kind = :kind AND name = :name',
    ),
    submittedOn: prepare<{ key: number; kind: string; day: number }, { count: number }>(
      'SELECT count FROM submissionDays WHERE key = :key AND kind = :kind AND day = :day',
    ),
    countSubmitted: prepare<{ key: number; kind: string; day: number; count: number }>(
      `INSERT INTO submissionDays (key, kind, day, count) VALUES (:key, :kind, :day, :count)
       ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    ),

    removeSubmissions: prepare<By<'key', number>>('DELETE FROM submissions WHERE key = :key'),
    removeSubmissionDays: prepare<By<'key', number>>('DELETE FROM submissionDays WHERE key = :key'),

    selfCreated: prepare<void, { count: number }>('SELECT minted AS count FROM totals'),
    countSelfCreated: prepare<By<'by', number>>('UPDATE totals SET minted = minted + :by'),

    accountsInOrder: prepare<void, AccountRow>('SELECT * FROM accounts ORDER BY number'),
    entriesInOrder: prepare<void, EntryRow>('SELECT * FROM entries ORDER BY account, id'),
    usageInOrder: prepare<void, UsageRow>('SELECT * FROM usage ORDER BY key, day, operation'),
    submissionsInOrder: prepare<void, { key: number; kind: Submission['kind']; name: string }>(
      'SELECT * FROM submissions ORDER BY key, kind, name',
    ),
    submissionDaysInOrder: prepare<
      void,
      { key: number; kind: Submission['kind']; day: number; count: number }
    >('SELECT * FROM submissionDays ORDER BY key, kind, day'),

    snapshots: prepare<void, Omit<SnapshotRow, 'content'>>(
      'SELECT name, takenAt, bytes FROM snapshots ORDER BY name',
    ),
    snapshot: prepare<By<'name', string>, SnapshotRow>('SELECT * FROM snapshots WHERE name = :name'),
    putSnapshot: prepare<SnapshotRow>(
      `INSERT INTO snapshots (name, takenAt, bytes, content) VALUES (:name, :takenAt, :bytes, :content)
       ON CONFLICT DO UPDATE SET takenAt = excluded.takenAt, bytes = excluded.bytes, content = excluded.content`,
    ),
    removeSnapshot: prepare<By<'name', string>>('DELETE FROM snapshots WHERE name = :name'),
  };
}
