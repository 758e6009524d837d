import type { AccountTerms, BalanceTerms, KeyOrigin } from '../core/keys/terms.ts';
import type { Rate } from '../core/rates.ts';
import { Changes } from './changes.ts';
import { type Link, RowsByKey } from './rows-by-key.ts';
import type { Allowance, Funds, Split } from './rules.ts';
import { Table } from './table.ts';
import type { Submission } from './values.ts';

/** Rows refer to each other by number. A key that is removed and comes back has the same id, but another number. */
export interface Account extends Funds {
  number: number;
  id: string;
  cycleMs: number;
  /** First use; null before. */
  anchorAt: number | null;
  /** The next renewal; null before the first use. */
  renewsAt: number | null;
  clockOffsetMs: number;
  /** The id of the last entry. */
  entries: number;
  /** The terms it opened with, for resets. */
  opening: BalanceTerms;
}

export interface Key extends Allowance {
  number: number;
  id: string;
  /** The key itself, or a placeholder (`keys/digest.ts`). */
  secret: string;
  account: number;
  origin: KeyOrigin;
  /** null = every operation. */
  allow: readonly string[] | null;
  fractional: boolean;
  testOnly: boolean;
  rate: Rate | null;
  /** The terms it was created with, for resets. */
  opening: AccountTerms;
}

export interface OpenHold extends Split {
  id: number;
  key: number;
  operation: string;
  rule: string | null;
  traceId: string;
  at: number;
}

/** Calls of a key to an operation on a day. */
export interface UsageCount {
  key: number;
  /** Days since 1970, UTC. */
  day: number;
  operation: string;
  requests: number;
  charged: number;
  credits: number;
}

export interface SubmittedName {
  key: number;
  kind: Submission['kind'];
  name: string;
}

/** How many names of a kind a key submitted on a day. */
export interface SubmittedCount {
  key: number;
  kind: Submission['kind'];
  day: number;
  count: number;
}

/**
 * The accounts with all that belongs to them. Their entries are not here: they are written and never read. `changes`
 * notes every change.
 */
export type State = ReturnType<typeof createState>;

export function createState() {
  const changes = new Changes();
  return {
    changes,
    /** By number. */
    accounts: new Table<number, Account>(changes),
    accountNumbers: new Table<string, number>(changes),
    keys: new Table<number, Key>(changes),
    /** By id. */
    keyNumbers: new Table<string, number>(changes),
    /** By secret or placeholder. */
    secrets: new Table<string, number>(changes),
    /** By account: the numbers of its keys, the last one first. */
    keysOf: new Table<number, Link<number>>(changes),
    holds: new Table<number, OpenHold>(changes),
    usage: new RowsByKey<UsageCount, 'day' | 'operation'>(changes, ['day', 'operation']),
    submitted: new RowsByKey<SubmittedName, 'kind' | 'name'>(changes, ['kind', 'name']),
    submittedOn: new RowsByKey<SubmittedCount, 'kind' | 'day'>(changes, ['kind', 'day']),
    counters: new Table<Counter, number>(changes),
    /** A cache by secret: the placeholders of imported keys that clients sent. */
    placeholders: new Map<string, string>(),
  };
}

/** The last number of each kind that was given out; how many keys are self-describing, or known by their digest only. */
type Counter = 'account' | 'key' | 'hold' | 'selfDescribing' | 'placeholder';

/** Adds to a counter. @returns its new value */
export function addToCounter(state: State, counter: Counter, by = 1): number {
  const value = (state.counters.get(counter) ?? 0) + by;
  state.counters.set(counter, value);
  return value;
}

/**
 * Removes everything. The numbers of holds go on, so that a stream that still runs cannot settle a later hold.
 * @param by comes in its place and is not used again
 */
export function clearState(state: State, by?: State): void {
  const { changes, counters, ...tables } = state;
  changes.clear(by?.changes);
  for (const [name, table] of Object.entries(tables) as [keyof typeof tables, { clear(by: unknown): void }][])
    table.clear(by?.[name]);
  for (const counter of ['account', 'key', 'selfDescribing', 'placeholder'] as const)
    counters.set(counter, by?.counters.get(counter) ?? 0);
}
