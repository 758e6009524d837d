import type { Millicredits } from '../core/credits.ts';

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
  entries(caller: Caller, after?: number, most?: number): Promise<Entry[]>;

  /** Transactions committed so far: each carries every write of one turn of the event loop. */
  readonly transactions: number;

  /** Writes what is unwritten and lets go of the file. */
  close(): Promise<void>;
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
}

export interface Balance {
  plan: Millicredits;
  planUsed: Millicredits;
  purchased: Millicredits;
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

export interface Hold {
  readonly id: number;
  readonly credits: Millicredits;
}

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

/** What is needed to open an account with one key. Absent: plan 0, purchased 0, no limit, no rate, no fractional calls. */
export interface AccountTerms {
  plan?: Millicredits;
  used?: Millicredits;
  purchased?: Millicredits;
  limit?: Millicredits;
  spent?: Millicredits;
  unlimited?: boolean;
  fractional?: boolean;
  testOnly?: boolean;
  allow?: readonly string[];
  rate?: { count: number; windowMs: number };
}
