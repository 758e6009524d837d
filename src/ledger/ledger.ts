import type { Millicredits } from '../core/credits.ts';
import type { SavedLedger } from './saved.ts';
import type { Flaw } from './saved-entries.ts';

/**
 * The only writer of money. Amounts are thousandths of a credit, instants epoch milliseconds on the
 * caller's own clock. Every promise that stands for a write resolves after its commit, so a reply that
 * awaits it can never tell of a charge that is not stored.
 */
export interface Ledger {
  /**
   * The account behind a key, or undefined when the key is not recognised. A self-describing key comes
   * into being here, at its first use, and the account's first cycle begins. The only call whose `now` is
   * the sandbox's own instant: the account's clock offset is known once the caller is.
   */
  identify(key: string, now: number): Promise<Caller | undefined>;

  /** How a key came into being; undefined when there is none of this name. Makes none. */
  originOf(key: string): KeyState['origin'] | undefined;

  /** The balance at an instant; renewals that fell due before it are run first. */
  balance(caller: Caller, now: number): Promise<Balance>;

  /**
   * Would a charge of this much go through? The estimate's check, before any work.
   * @throws Refusal `keySpendThreshold`, then `insufficientCredits`, each with its shortfall
   */
  afford(caller: Caller, estimate: Millicredits, now: number): Promise<void>;

  /**
   * Takes credits, plan before purchased, and counts the call in the day's usage. A charge of 0 is a call
   * that cost nothing; it is counted too.
   * @throws Refusal as `afford`; then nothing is taken
   */
  charge(caller: Caller, charge: Charge): Promise<Balance>;

  /**
   * Takes in what a key submits: counts it against the UTC day's limit, remembers what is new of it and
   * charges, in one committed operation.
   * @throws Refusal `rateLimited` over the day's limit, then as `afford` for the whole `credits`; then
   *   nothing is counted and nothing remembered
   */
  submit(caller: Caller, submission: Submission): Promise<Submitted>;

  /** Sets credits aside for a stream: they are not available to others, and not yet spent. @throws Refusal as `afford` */
  hold(caller: Caller, charge: Charge): Promise<Hold>;
  /**
   * Turns a hold into a charge of at most its amount; the rest returns. A hold is settled or released once.
   * The call counts in the usage of the day on which it was held.
   */
  settle(hold: Hold, credits: Millicredits, now: number): Promise<Balance>;
  /** Gives a hold back whole and counts no call. Releasing what is settled or released already does nothing. */
  release(hold: Hold, now: number): Promise<void>;

  /** Counts a refused call in the day's usage. Refusals cost nothing. */
  refused(caller: Caller, operation: string, now: number): Promise<void>;

  /** Usage per UTC day in [from, to], oldest day first; days without calls are left out. */
  usage(caller: Caller, from: number, to: number): Promise<UsageDay[]>;

  /** The account's entries, oldest first: they sum to its balance. At most `most` (100) after entry `after` (0). */
  entries(caller: Pick<Caller, 'id'>, after?: number, most?: number): Promise<Entry[]>;

  /** Adds to the size of the plan, which later cycles keep, and to the purchased credits. */
  topUp(
    key: string,
    credits: { plan?: Millicredits; purchased?: Millicredits },
    now: number,
  ): Promise<KeyState>;

  /** Runs the renewals that fell due by `now`, of every account or of one key's, and tells them in order. */
  renew(now: number, key?: string): Promise<Renewal[]>;

  /**
   * Back to the start: everything (only the keys given at the opening remain, as new), or one key with its
   * account and the keys beside it (as they were created; a self-describing key vanishes). Open holds vanish.
   * @returns how much was cleared
   * @throws Refusal `notFound`
   */
  reset(now: number, key?: string): Promise<Cleared>;

  /** Everything, as `restore` takes it: keys, accounts, entries, usage, submissions. */
  save(): Promise<SavedLedger>;
  /** Whether it could be restored here. @returns what is wrong with it first of all, and where */
  flawIn(saved: SavedLedger): Flaw | undefined;
  /** Puts it in the place of everything that is there. Open holds vanish. The saved ledger has no flaw. */
  restore(saved: SavedLedger): Promise<void>;
  /** Kept beside the rest: a reset leaves them, and so does a restart where there is a folder. */
  readonly snapshots: Snapshots;

  /** The admin's view of keys and accounts. */
  readonly keys: Keys;

  /** Transactions committed so far: each carries every write of one turn of the event loop. */
  readonly transactions: number;

  /** Writes what is unwritten and lets go of the file. */
  close(): Promise<void>;
}

/**
 * Keys and accounts as the admin surface sees and changes them. A key is named by its public id or by
 * itself; `now` is the sandbox's own instant, to which each account's clock offset is added here. A key that
 * describes itself comes into being when it is named here, as at its first use, but its first cycle does not
 * begin. What does not exist is a Refusal `notFound`.
 */
export interface Keys {
  /** In the order of creation; at most `most` (100) after the key with the number `after`. */
  list(now: number, after?: number, most?: number): Promise<KeyState[]>;
  find(key: string, now: number): Promise<KeyState | undefined>;
  /**
   * The one answer that holds the key itself: `secret` is `terms.key`, or random.
   * @throws Refusal `conflict` when the key exists, `invalid` when the terms contradict each other
   */
  create(terms: KeyTerms, now: number): Promise<{ secret: string; state: KeyState }>;
  /**
   * Changes what is given and nothing else: a raised limit leaves what was spent.
   * @throws Refusal `invalid`; `conflict` when open holds have set aside what is to be taken away
   */
  change(key: string, changes: KeyChanges, now: number): Promise<KeyState>;
  /** Removes a key, its holds and its usage, and its account with the last of its keys. */
  remove(key: string, now: number): Promise<void>;
}

/** Texts by name. */
export interface Snapshots {
  /** By name. */
  list(): Promise<Snapshot[]>;
  /** The text itself; undefined where there is none of this name. */
  read(name: string): Promise<string | undefined>;
  /** Takes the place of what had this name. */
  put(name: string, content: string, takenAt: number): Promise<Snapshot>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
}

export interface Snapshot {
  name: string;
  takenAt: number;
  /** Of the text as UTF-8. */
  bytes: number;
}

/** Who calls: what a key allows. Read when the request arrives, fixed for its length. */
export interface Caller {
  /** Short public id of the key; safe in logs and admin paths. The key itself is never shown whole. */
  readonly id: string;
  readonly account: string;
  readonly fractional: boolean;
  readonly testOnly: boolean;
  /** Operations the key may call (`clip/profile`, `v2/gramBasic`); null = every one. */
  readonly allow: readonly string[] | null;
  readonly rate: { readonly count: number; readonly windowMs: number } | null;
  /** Added to the sandbox's clock for this account. */
  readonly clockOffsetMs: number;
  /** Whether its account has no end of credits, and whether the key has a spend limit. */
  readonly unlimited: boolean;
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
  /** What is left of the key's spend limit, open holds counted as spent; null without a limit. */
  keyRemaining: Millicredits | null;
}

export interface Charge {
  operation: string;
  credits: Millicredits;
  /** Which price rule it came from (`prices.ts`); kept in the entry. */
  rule?: string;
  traceId: string;
  now: number;
}

/** What a key hands in to be remembered. `credits` is both the estimate and the price of something new. */
export interface Submission extends Charge {
  /** What the day's limit counts; each kind has a memory of its own. */
  kind: 'creators' | 'brands';
  /** How many this call submits, those included that are not worth remembering. */
  count: number;
  /** How many of this kind a key may submit in a UTC day. */
  mostPerDay: number;
  /** One list of names for each thing to remember: a thing is known as soon as one of its names is. */
  items: readonly (readonly string[])[];
  /** Charged instead of `credits` when nothing of it is new. */
  creditsIfKnown: Millicredits;
}

export interface Submitted {
  /** For each of the items, in order: was it submitted before, by an earlier call or earlier in this one? */
  known: boolean[];
  charged: Millicredits;
  balance: Balance;
}

export interface Hold {
  readonly id: number;
  readonly credits: Millicredits;
}

/** A deletion, a reset or a restored snapshot took a hold away before it was settled. */
export class HoldGone extends Error {}

export interface UsageDay {
  /** `YYYYMMDD`, UTC. */
  date: string;
  /** `requests` counts successes and refusals, `charged` successes alone, those of 0 credits included. */
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
  /** What a hold sets aside (+) and what its settlement or release frees (−). */
  held: Millicredits;
  /** plan − planUsed + purchased after this entry. */
  balance: Millicredits;
  traceId: string | null;
}

/** An entry and the account that it belongs to. */
export type PostedEntry = Entry & { account: string };

/** What is needed to open an account with one key. Absent: plan 0, purchased 0, no limit, no rate, no fractional calls. */
export interface AccountTerms extends CallTerms, BalanceTerms {}

/** What belongs to the key alone. */
export interface CallTerms {
  limit?: Millicredits;
  spent?: Millicredits;
  fractional?: boolean;
  testOnly?: boolean;
  /** Operations the key may call; absent = every one. */
  allow?: readonly string[];
  rate?: { readonly count: number; readonly windowMs: number };
}

/** What belongs to the account, which several keys may share. */
export interface BalanceTerms {
  plan?: Millicredits;
  used?: Millicredits;
  purchased?: Millicredits;
  unlimited?: boolean;
  /** Length of a billing cycle; absent = the sandbox's. */
  cycleMs?: number;
  clockOffsetMs?: number;
}

/** What a new key is made of. */
export interface KeyTerms extends AccountTerms {
  /** The key itself; absent = random. */
  key?: string;
  /** The account to join, which then keeps its own funds, or to open under this name. */
  account?: string;
}

/** null takes a limit away, allows every operation, lifts the rate. What a key has spent only a reset clears. */
export interface KeyChanges extends BalanceTerms {
  limit?: Millicredits | null;
  fractional?: boolean;
  testOnly?: boolean;
  allow?: readonly string[] | null;
  rate?: { readonly count: number; readonly windowMs: number } | null;
}

/** A key and its account, as they stand. */
export interface KeyState {
  id: string;
  /** Keys are listed in the order of their numbers. */
  number: number;
  /** A key given at the opening whole; of any other at most the last 4 characters. */
  shown: string;
  origin: 'demo' | 'minted' | 'admin';
  account: string;
  plan: Millicredits;
  used: Millicredits;
  planRemaining: Millicredits;
  purchased: Millicredits;
  held: Millicredits;
  /** What a further call may take; null on an unlimited account. */
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
  rate: { readonly count: number; readonly windowMs: number } | null;
}

/** One renewal that ran, at its own due instant. */
export interface Renewal {
  account: string;
  at: number;
  /** Plan credits that came back. */
  credits: Millicredits;
}

export interface Cleared {
  /** Ids of the keys that were taken back; null = every one. */
  keyIds: readonly string[] | null;
  keys: number;
  accounts: number;
  entries: number;
  holds: number;
}
