import type { Database } from 'better-sqlite3';
import type { Entry } from './ledger.ts';
import type { Allowance, Purse, Split } from './rules.ts';

export interface AccountRow extends Purse {
  number: number;
  id: string;
  cycleMs: number;
  /** First use; null before. */
  anchorAt: number | null;
  /** The next renewal; null before the first use. */
  renewsAt: number | null;
  clockOffsetMs: number;
  /** How many entries there are, which is the id of the last one. */
  entries: number;
}

export interface KeyRow extends Allowance {
  number: number;
  id: string;
  secret: string;
  account: number;
  origin: 'demo' | 'minted' | 'admin';
  /** JSON array of operations; null = every one. */
  allow: string | null;
  fractional: 0 | 1;
  testOnly: 0 | 1;
  rateCount: number | null;
  rateWindowMs: number | null;
}

export interface HoldRow extends Split {
  id: number;
  key: number;
  operation: string;
  rule: string | null;
  traceId: string;
  at: number;
}

export interface UsageRow {
  key: number;
  /** Days since 1970, UTC. */
  day: number;
  operation: string;
  requests: number;
  charged: number;
  credits: number;
}

export type EntryRow = Entry & { account: number };

/** Every statement of the ledger, compiled once. */
export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  const prepare = <Parameters extends object, Row = unknown>(sql: string) =>
    database.prepare<Parameters, Row>(sql);
  type By<Name extends string, Value> = { [Each in Name]: Value };

  return {
    keyBySecret: prepare<By<'secret', string>, KeyRow>('SELECT * FROM keys WHERE secret = :secret'),
    keyById: prepare<By<'id', string>, KeyRow>('SELECT * FROM keys WHERE id = :id'),
    keyByNumber: prepare<By<'number', number>, KeyRow>('SELECT * FROM keys WHERE number = :number'),
    addKey: prepare<Omit<KeyRow, 'number'>>(
      `INSERT INTO keys (id, secret, account, origin, allow, fractional, testOnly, spendLimit, spent, held, rateCount, rateWindowMs)
       VALUES (:id, :secret, :account, :origin, :allow, :fractional, :testOnly, :spendLimit, :spent, :held, :rateCount, :rateWindowMs)`,
    ),
    saveSpending: prepare<Pick<KeyRow, 'number' | 'spent' | 'held'>>(
      'UPDATE keys SET spent = :spent, held = :held WHERE number = :number',
    ),

    accountByNumber: prepare<By<'number', number>, AccountRow>(
      'SELECT * FROM accounts WHERE number = :number',
    ),
    accountById: prepare<By<'id', string>, AccountRow>('SELECT * FROM accounts WHERE id = :id'),
    addAccount: prepare<Omit<AccountRow, 'number'>>(
      `INSERT INTO accounts (id, plan, used, purchased, heldPlan, heldPurchased, unlimited, cycleMs, anchorAt, renewsAt, clockOffsetMs, entries)
       VALUES (:id, :plan, :used, :purchased, :heldPlan, :heldPurchased, :unlimited, :cycleMs, :anchorAt, :renewsAt, :clockOffsetMs, :entries)`,
    ),
    saveAccount: prepare<AccountRow>(
      `UPDATE accounts SET plan = :plan, used = :used, purchased = :purchased, heldPlan = :heldPlan,
         heldPurchased = :heldPurchased, unlimited = :unlimited, cycleMs = :cycleMs, anchorAt = :anchorAt,
         renewsAt = :renewsAt, clockOffsetMs = :clockOffsetMs, entries = :entries
       WHERE number = :number`,
    ),

    addEntry: prepare<EntryRow>(
      `INSERT INTO entries (account, id, at, kind, keyId, operation, rule, plan, purchased, held, balance, traceId)
       VALUES (:account, :id, :at, :kind, :keyId, :operation, :rule, :plan, :purchased, :held, :balance, :traceId)`,
    ),
    entriesAfter: prepare<{ account: number; after: number; most: number }, Entry>(
      `SELECT id, at, kind, keyId, operation, rule, plan, purchased, held, balance, traceId FROM entries
       WHERE account = :account AND id > :after ORDER BY id LIMIT :most`,
    ),

    addHold: prepare<Omit<HoldRow, 'id'>>(
      `INSERT INTO holds (key, plan, purchased, operation, rule, traceId, at)
       VALUES (:key, :plan, :purchased, :operation, :rule, :traceId, :at)`,
    ),
    holdById: prepare<By<'id', number>, HoldRow>('SELECT * FROM holds WHERE id = :id'),
    allHolds: prepare<[], HoldRow>('SELECT * FROM holds ORDER BY id'),
    removeHold: prepare<By<'id', number>>('DELETE FROM holds WHERE id = :id'),

    countCall: prepare<UsageRow>(
      `INSERT INTO usage (key, day, operation, requests, charged, credits)
       VALUES (:key, :day, :operation, :requests, :charged, :credits)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
         charged = charged + excluded.charged, credits = credits + excluded.credits`,
    ),
    usageBetween: prepare<{ key: number; first: number; last: number }, UsageRow>(
      'SELECT * FROM usage WHERE key = :key AND day BETWEEN :first AND :last ORDER BY day, operation',
    ),

    minted: prepare<[], { minted: number }>('SELECT minted FROM totals'),
    countMinted: prepare<By<'by', number>>('UPDATE totals SET minted = minted + :by'),
  };
}
