import type { AccountTerms, BalanceTerms, KeyOrigin } from '../core/keys/terms.ts';
import type { Rate } from '../core/rates.ts';
import type { Vocabulary } from '../core/vocabulary.ts';
import { Changes } from './changes.ts';
import { type Link, RowsByKey } from './rows-by-key.ts';
import type { Allowance, Funds, Split } from './rules.ts';
import { Table } from './table.ts';
import type { ResetCounts, Submission } from './values.ts';

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
  /** The words that it used last; null = those with which it began. */
  words: Vocabulary | null;
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
    /** Where the rows are only those that a batch concerns; undefined where they are all there are. */
    partial: undefined as Partial | undefined,
  };
}

/** The rest of a batch, beside the rows of its accounts. */
interface Partial {
  /** Usage and submissions. */
  hasCalls: boolean;
  /** How many there are in all, for a batch that removes them. */
  totals: Totals | undefined;
}

export type Totals = Pick<ResetCounts, 'keys' | 'accounts' | 'entries' | 'holds'>;

export const totalsOf = ({ partial, keys, accounts, holds, changes }: State): Totals =>
  partial?.totals ?? {
    keys: keys.size,
    accounts: accounts.size,
    entries: changes.entries,
    holds: holds.size,
  };

/** A job that reads calls without having said so would miss them. */
export function assertCallsRead({ partial }: State): void {
  if (partial && !partial.hasCalls) throw new Error('the job did not say that it reads calls');
}

/** Forgets all rows but the counters, which is no change of a batch. */
export function forgetRows({
  changes: _,
  counters: __,
  placeholders: ___,
  partial: ____,
  ...tables
}: State): void {
  for (const table of Object.values(tables)) table.forget();
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
  const { changes, counters, placeholders, partial: _, ...tables } = state;
  placeholders.clear();
  changes.clear(by?.changes);
  for (const [name, table] of Object.entries(tables) as [keyof typeof tables, { clear(by: unknown): void }][])
    table.clear(by?.[name]);
  for (const counter of ['account', 'key', 'selfDescribing', 'placeholder'] as const)
    counters.set(counter, by?.counters.get(counter) ?? 0);
}
