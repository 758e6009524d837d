import type { Millicredits } from '../core/credits.ts';
import type { KeyOrigin } from '../core/keys/terms.ts';
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
  Submission,
  Submitted,
  UsageDay,
} from './values.ts';

export type * from './values.ts';

/**
 * The only writer of money. Amounts are thousandths of a credit; instants are epoch milliseconds on the
 * caller's own clock. The promise of a write resolves after its commit, so a reply that awaits it never
 * reports a charge that is not stored.
 */
export interface Ledger {
  /**
   * The caller behind a key, or undefined when the key is not recognised. The first use of a self-describing key
   * creates it, and the first use of an account begins its first cycle. The only call whose `now` is the sandbox's
   * own instant: the account's clock offset is known once the caller is.
   */
  identify(key: string, now: number): Promise<Caller | undefined>;

  /** How a key came into being; undefined when there is no such key. Creates none. */
  originOf(key: string): KeyOrigin | undefined;

  /** The balance at an instant, after the renewals that fell due before it. */
  balance(caller: Caller, now: number): Promise<Balance>;

  /**
   * Checks an estimate before any work: would a charge of this much go through?
   * @throws Refusal `keySpendThreshold`, then `insufficientCredits` with the shortfall
   */
  afford(caller: Caller, estimate: Millicredits, now: number): Promise<void>;

  /**
   * Charges plan credits before purchased ones, and counts the call in the day's usage. A call that costs nothing
   * is a charge of 0; it is counted too.
   * @throws Refusal as `afford`; then nothing is taken
   */
  charge(caller: Caller, charge: Charge): Promise<Balance>;

  /**
   * Counts a submission against the UTC day's limit, stores what is new in it and charges, in one committed
   * operation.
   * @throws Refusal `rateLimited` over the day's limit, then as `afford` for the whole `credits`; then
   *   nothing is counted and nothing stored
   */
  submit(caller: Caller, submission: Submission): Promise<Submitted>;

  /** Reserves credits for a stream: not available to others, not yet spent. @throws Refusal as `afford` */
  hold(caller: Caller, charge: Charge): Promise<Hold>;
  /**
   * Turns a hold into a charge of at most its amount and frees the rest. A hold is settled or released once.
   * The call counts in the usage of the day on which the hold began.
   * @throws HoldNotFound when the hold has ended or was removed
   */
  settle(hold: Hold, credits: Millicredits, now: number): Promise<Balance>;
  /** Frees a whole hold and counts no call. Does nothing if the hold has ended. */
  release(hold: Hold, now: number): Promise<void>;

  /** Counts a refused call, which costs nothing, in the day's usage. */
  countRefused(caller: Caller, operation: string, now: number): Promise<void>;

  /** Usage per UTC day in [from, to], oldest day first; days without calls are left out. */
  usage(caller: Caller, from: number, to: number): Promise<UsageDay[]>;

  /** The account's entries, oldest first: they sum to its balance. At most `most` (100) after entry `after` (0). */
  entries(caller: Pick<Caller, 'id'>, after?: number, most?: number): Promise<Entry[]>;

  /**
   * Runs a job in the batch of this turn of the event loop, with tx that need no promise: the way of requests. Jobs
   * run in the order in which they were given; all of a batch are done together, once it is kept.
   */
  enqueue(job: Job): void;

  /** Adds to the size of the plan, for this cycle and later ones, and to the purchased credits. */
  topUp(
    key: string,
    credits: { plan?: Millicredits; purchased?: Millicredits },
    now: number,
  ): Promise<KeyState>;

  /** Runs the renewals that fell due by `now`, of every account or of one key's. @returns them, oldest first */
  renew(now: number, key?: string): Promise<Renewal[]>;

  /**
   * Resets everything (only the keys given at the opening remain, as new), or one key with its account and the
   * other keys of that account (all as they were created; self-describing keys are removed). Open holds are removed.
   * @returns how much was cleared
   * @throws Refusal `notFound`
   */
  reset(now: number, key?: string): Promise<ResetCounts>;

  /** Everything but the snapshots: keys, accounts, entries, usage, submissions. */
  save(): Promise<SavedLedger>;
  /** @returns why `saved` cannot be restored here; undefined when it can */
  flawIn(saved: SavedLedger): Flaw | undefined;
  /** Replaces everything but the snapshots; open holds are removed. The saved ledger must have no flaw. */
  restore(saved: SavedLedger): Promise<void>;
  /** Stored beside the rest: they survive a reset and, with a folder, a restart. */
  readonly snapshots: Snapshots;

  /** Keys and accounts as the admin surface sees them. */
  readonly keys: Keys;

  /** The processes that share the ledger; absent where it is this one's own. */
  readonly replicas?: Replicas;

  /** Settles when the batch of the opening is kept; undefined if it is already. */
  readonly opened: Promise<void> | undefined;

  /** Transactions committed so far: each holds all changes of one turn of the event loop. */
  readonly transactions: number;

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
  /** In the order of creation; at most `most` (100) after the key with the number `after`. */
  list(now: number, after?: number, most?: number): Promise<KeyState[]>;
  find(key: string, now: number): Promise<KeyState | undefined>;
  /** The key itself by its id, to send a request with; undefined if an import brought only its digest. */
  secret(id: string): Promise<string | undefined>;
  /**
   * The only result that contains the key itself: `secret` is `terms.key`, or random.
   * @throws Refusal `conflict` when the key exists, `invalid` when the terms contradict each other
   */
  create(terms: KeyTerms, now: number): Promise<{ secret: string; state: KeyState }>;
  /**
   * Changes only what is given: a raised limit keeps what was spent.
   * @throws Refusal `invalid`; `conflict` when open holds reserve what is to be taken away
   */
  change(key: string, changes: KeyChanges, now: number): Promise<KeyState>;
  /** Removes a key, its holds and its usage, and its account with the last of its keys. */
  remove(key: string, now: number): Promise<void>;
}

/** Texts by name. */
export interface Snapshots {
  /** By name. */
  list(): Promise<Snapshot[]>;
  /** The text; undefined when there is none of this name. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a text of the same name. */
  put(name: string, content: string, takenAt: number): Promise<Snapshot>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
}

/** A piece of work of the batch. */
export interface Job<Tx = LedgerTransaction> {
  /** The key or the hold whose account the work concerns; absent = it may concern every account. */
  concerns?: Concern;
  /** Runs at the end of the turn, without a pause. */
  work(tx: Tx): void;
  /**
   * Called once the batch is kept, after its events; with the error, if the work threw one or the batch cannot be kept.
   * A Refusal that the work threw keeps what the work did before it; any other error undid this job, and only this.
   */
  done(error?: unknown): void;
}

/** Decides when a job enters its batch, so that a run can be repeated in the same order. */
export type JobOrder = <Given>(job: Job<Given>, enqueue: (job: Job<Given>) => void) => void;

/** A name is a key or its id. */
export type Concern = { secret: string } | { id: string } | { name: string } | { hold: number };

/**
 * The tx of calls inside a job: as the ledger's own of the same name, but at once. They throw Refusals; a verb that
 * throws has changed nothing, except that it ran the renewals that fell due.
 */
export interface LedgerTransaction {
  identify(key: string, now: number): Caller | undefined;
  balance(caller: Caller, now: number): Balance;
  afford(caller: Caller, estimate: Millicredits, now: number): void;
  charge(caller: Caller, charge: Charge): Balance;
  submit(caller: Caller, submission: Submission): Submitted;
  hold(caller: Caller, charge: Charge): Hold;
  settle(hold: Hold, credits: Millicredits, now: number): Balance;
  release(hold: Hold, now: number): void;
  countRefused(caller: Caller, operation: string, now: number): void;
  usage(caller: Caller, from: number, to: number): UsageDay[];
}
