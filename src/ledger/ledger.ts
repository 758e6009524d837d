import type { Millicredits } from '../core/credits.ts';
import type { KeyOrigin } from '../core/keys/terms.ts';
import type { JobQueue } from './job.ts';
import type { SharedRows } from './ledger-rows.ts';
import type { Replicas } from './replicas.ts';
import type { Flaw, SavedLedger } from './saved.ts';
import type {
  Balance,
  Caller,
  Charge,
  Entry,
  Hold,
  KeyChanges,
  KeyState,
  KeyTerms,
  Renewal,
  ResetCounts,
  Snapshot,
} from './values.ts';

export type { LedgerTransaction } from './transaction.ts';
export type * from './values.ts';

/**
 * The only writer of money. Amounts are thousandths of a credit; instants are epoch milliseconds on the caller's own
 * clock. Calls are answered in jobs (`inTransaction`). The promise of a write resolves after its commit, so a reply that
 * awaits it never reports a charge that is not stored.
 */
export interface Ledger extends JobQueue {
  // As `LedgerTransaction` has them, each in a job of its own: for streams, and for what follows a reply.
  balance(caller: Caller, now: number): Promise<Balance>;
  charge(caller: Caller, charge: Charge): Promise<Balance>;
  hold(caller: Caller, charge: Charge): Promise<Hold>;
  /** @param now is read in the job, behind a move of the clock that another replica has made */
  settle(hold: Hold, credits: Millicredits, now: () => number): Promise<Balance>;
  /**
   * A release whose commit failed is repeated when the ledger can be written again.
   * @param now is read in the job, and again in each repetition: entries stand in the order of their times
   */
  release(hold: Hold, now: () => number): Promise<void>;
  countRefused(caller: Caller, operation: string, now: number): Promise<void>;

  /** How a key came into being; undefined when there is no such key. Creates none. */
  originOf(key: string): KeyOrigin | undefined;

  /** The account's entries, oldest first: they sum to its balance. At most `max` (100) after entry `after` (0). */
  entries(caller: Pick<Caller, 'id'>, after?: number, max?: number): Promise<Entry[]>;

  /** Adds to the size of the plan, for this cycle and later ones, and to the purchased credits. */
  topUp(
    key: string,
    credits: { plan?: Millicredits; purchased?: Millicredits },
    now: number,
  ): Promise<KeyState>;

  /** Runs the renewals that fell due by `now`, of every account or of one key's. @returns how many, and the first 1,000 in order */
  renew(now: number, key?: string): Promise<{ count: number; oldest: readonly Renewal[] }>;

  /**
   * Resets everything (only the keys given at the opening remain, as new), or one key with its account and the
   * other keys of that account (all as they were created; self-describing keys are removed). Open holds are removed.
   * @returns how much was cleared
   * @throws Refusal `notFound`
   */
  reset(now: number, key?: string): Promise<ResetCounts>;

  /** Everything but the snapshots: keys, accounts, entries, usage, submissions. */
  save(): Promise<SavedLedger>;
  /**
   * In steps, because a saved ledger may have hundreds of thousands of entries.
   * @returns why `saved` cannot be restored here; undefined when it can
   */
  flawIn(saved: SavedLedger): Generator<undefined, Flaw | undefined, undefined>;
  /**
   * Replaces everything but the snapshots; open holds are removed. The saved ledger must have no flaw.
   * @param also changes rows beside accounts in the same job
   */
  restore(saved: SavedLedger, also?: () => void): Promise<void>;
  /** Stored beside the rest: they survive a reset and, with a folder, a restart. */
  readonly snapshots: Snapshots;

  /** Keys and accounts as the admin surface sees them. */
  readonly keys: Keys;

  /** The rows beside accounts. They survive a reset, and change inside a job only. */
  readonly shared: SharedRows;

  /** The processes that share the ledger; absent where only this one uses it. */
  readonly replicas?: Replicas;

  /** Settles after the commit of the opening; undefined if that is over already. */
  readonly opened: Promise<void> | undefined;

  /** Since the start of the process: jobs, the batches of them, and of these the committed changes and the failures. */
  readonly counts: Readonly<Record<'jobs' | 'batches' | 'commits' | 'failures', number>>;

  /** Why the ledger cannot be written at present, in a sentence; undefined if it can. */
  readonly trouble: Error | undefined;

  /** Commits pending writes and closes the file. */
  close(): Promise<void>;
}

/**
 * Keys and accounts as the admin surface sees and changes them. A key is named by its public id or by itself; `now`
 * is the sandbox's own instant, to which each account's clock offset is added here. Naming a self-describing key
 * creates it, as its first use would, but begins no cycle. An unknown key is a Refusal `notFound`.
 */
export interface Keys {
  /** In the order of creation; at most `max` after the key with the number `after`. */
  list(now: number, after: number, max: number): Promise<KeyState[]>;
  find(key: string, now: number): Promise<KeyState | undefined>;
  /** The key itself by its id, to send a request with; undefined if an import brought only its digest. */
  secret(id: string): Promise<string | undefined>;
  /**
   * The only result that contains the key itself: `secret` is `terms.key`, or random.
   * @param before called in the job with the id of the key, before there is one; what it throws refuses the key
   * @throws Refusal `conflict` when the key exists, `invalid` when the terms contradict each other
   */
  create(
    terms: KeyTerms,
    now: number,
    before?: (id: string) => void,
  ): Promise<{ secret: string; state: KeyState }>;
  /**
   * Changes only what is given: a raised limit keeps what was spent.
   * @throws Refusal `invalid`; `conflict` when open holds reserve what is to be taken away
   */
  change(key: string, changes: KeyChanges, now: number): Promise<KeyState>;
  /** Removes a key, its holds and its usage, and its account with the last of its keys. */
  remove(key: string, now: number): Promise<void>;
}

/** Lists of texts by name. They are stored and read a text at a time, so that a long list does not hold the event loop. */
export interface Snapshots {
  /** By name. */
  list(): Promise<Snapshot[]>;
  /** The texts; undefined when there are none of this name. */
  read(name: string): Promise<string[] | undefined>;
  /** Replaces the texts of the same name. */
  put(name: string, texts: readonly string[], takenAt: number): Promise<Snapshot>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
}
