import type { Millicredits } from '../core/credits.ts';
import type { Rate } from '../core/rates.ts';
import type { AccountTerms, BalanceTerms, KeyOrigin } from '../keys/terms.ts';
import type { Flaw, SavedLedger } from './saved.ts';
import type { Job } from './verbs.ts';

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

  enqueue(job: Job): void;

  /** How a key came into being; undefined when there is no such key. Creates none. */
  originOf(key: string): KeyOrigin | undefined;

  /** The balance at an instant, after the renewals that fell due before it. */
  balance(caller: Caller, now: number): Promise<Balance>;

  /**
   * Checks an estimate before any work: would a charge of this much go through?
   * @throws Refusal `keySpendThreshold`, then `insufficientCredits`, each with its shortfall
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
  refused(caller: Caller, operation: string, now: number): Promise<void>;

  /** Usage per UTC day in [from, to], oldest day first; days without calls are left out. */
  usage(caller: Caller, from: number, to: number): Promise<UsageDay[]>;

  /** The account's entries, oldest first: they sum to its balance. At most `most` (100) after entry `after` (0). */
  entries(caller: Pick<Caller, 'id'>, after?: number, most?: number): Promise<Entry[]>;

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
  reset(now: number, key?: string): Promise<Cleared>;

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

  /** Transactions committed so far: each holds all writes of one turn of the event loop. */
  readonly transactions: number;

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

interface Snapshot {
  name: string;
  takenAt: number;
  /** Length of the text in UTF-8. */
  bytes: number;
}

/** A key's permissions and its account. Read when the request arrives, and fixed while it runs. */
export interface Caller {
  /** Short public id of the key; safe in logs and admin paths. The key itself is never shown whole. */
  readonly id: string;
  readonly account: string;
  readonly fractional: boolean;
  readonly testOnly: boolean;
  /** Operations the key may call (`clip/profile`, `v2/gramBasic`); null = every one. */
  readonly allow: readonly string[] | null;
  readonly rate: Rate | null;
  /** Added to the sandbox's clock for this account. */
  readonly clockOffsetMs: number;
  /** Whether the account has unlimited credits. */
  readonly unlimited: boolean;
  /** Whether the key has a spend limit. */
  readonly limited: boolean;
}

export interface Balance {
  plan: Millicredits;
  planUsed: Millicredits;
  purchased: Millicredits;
  /** Purchased credits used since the last renewal; with `planUsed`, all that was used this cycle. */
  purchasedUsed: Millicredits;
  /** Open holds, of plan and purchased credits together. */
  held: Millicredits;
  unlimited: boolean;
  /** The rest of the key's spend limit, with open holds counted as spent; null without a limit. */
  keyRemaining: Millicredits | null;
}

export interface Charge {
  operation: string;
  credits: Millicredits;
  /** The price rule that it came from (`prices.ts`); stored in the entry. */
  rule?: string;
  traceId: string;
  now: number;
}

/** Names that a key submits. `credits` is both the estimate and the price of something new. */
export interface Submission extends Charge {
  /** Each kind has its own daily limit and its own known names. */
  kind: 'creators' | 'brands';
  /** How many this call submits, including those that are not stored. */
  count: number;
  /** How many of this kind a key may submit in a UTC day. */
  mostPerDay: number;
  /** One list of names per item: an item is known when one of its names is. */
  items: readonly (readonly string[])[];
  /** Charged instead of `credits` when no item is new. */
  creditsIfKnown: Millicredits;
}

export interface Submitted {
  /** Per item, in order: was it submitted before, by an earlier call or earlier in this one? */
  known: boolean[];
  charged: Millicredits;
  balance: Balance;
}

export interface Hold {
  readonly id: number;
  readonly credits: Millicredits;
}

export interface UsageDay {
  /** `YYYYMMDD`, UTC. */
  date: string;
  /** `requests` counts successes and refusals; `charged` counts successes only, including those of 0 credits. */
  calls: { operation: string; requests: number; charged: number; credits: Millicredits }[];
}

/**
 * One movement. Over all entries of an account `plan` sums to plan − planUsed, `purchased` to purchased and
 * `held` to held.
 */
export interface Entry {
  /** 1, 2, 3 … within its account. */
  id: number;
  at: number;
  kind: 'open' | 'charge' | 'hold' | 'settle' | 'release' | 'renew' | 'topUp' | 'change';
  keyId: string | null;
  operation: string | null;
  rule: string | null;
  plan: Millicredits;
  purchased: Millicredits;
  /** Reserved by a hold (+), freed by its settlement or release (−). */
  held: Millicredits;
  /** plan − planUsed + purchased after this entry. */
  balance: Millicredits;
  traceId: string | null;
}

/** An entry and its account. */
export type PostedEntry = Entry & { account: string };

/** The terms of a new key. */
export interface KeyTerms extends AccountTerms {
  /** The key itself; absent = random. */
  key?: string;
  /** The account to join, which keeps its own funds, or to open under this name. */
  account?: string;
}

/** null removes the limit or the rate, or allows every operation. Only a reset clears what a key has spent. */
export interface KeyChanges extends BalanceTerms {
  limit?: Millicredits | null;
  fractional?: boolean;
  testOnly?: boolean;
  allow?: readonly string[] | null;
  rate?: Rate | null;
}

/** A key and its account. */
export interface KeyState {
  id: string;
  /** Keys are listed in the order of their numbers. */
  number: number;
  /** A demo key whole; the end of any other, at most 4 characters. */
  shown: string;
  origin: KeyOrigin;
  account: string;
  plan: Millicredits;
  used: Millicredits;
  planRemaining: Millicredits;
  purchased: Millicredits;
  held: Millicredits;
  /** Credits that the next call may use; null on an unlimited account. */
  available: Millicredits | null;
  unlimited: boolean;
  cycleMs: number;
  /** The account's first use; null before it. */
  anchorAt: number | null;
  renewsAt: number | null;
  clockOffsetMs: number;
  limit: Millicredits | null;
  spent: Millicredits;
  fractional: boolean;
  testOnly: boolean;
  allow: readonly string[] | null;
  rate: Rate | null;
}

/** One renewal that ran, at its own due instant. */
export interface Renewal {
  account: string;
  at: number;
  /** Plan credits that the renewal restored. */
  credits: Millicredits;
}

export interface Cleared {
  /** Ids of the keys that were reset; null = all. */
  keyIds: readonly string[] | null;
  keys: number;
  accounts: number;
  entries: number;
  holds: number;
}
