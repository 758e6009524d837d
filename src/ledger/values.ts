import type { Millicredits } from '../core/credits.ts';
import type { AccountTerms, BalanceTerms, KeyOrigin } from '../core/keys/terms.ts';
import type { Rate } from '../core/rates.ts';
import type { Vocabulary } from '../core/vocabulary.ts';

/** A key's permissions and its account, as they were when the request arrived. */
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
  /** The words that the key used last; null = those with which it began. */
  readonly words: Vocabulary | null;
}

export interface Balance {
  plan: Millicredits;
  planUsed: Millicredits;
  purchased: Millicredits;
  /** Purchased credits used since the last renewal. */
  purchasedUsed: Millicredits;
  /** Open holds, of plan and purchased credits together. */
  held: Millicredits;
  unlimited: boolean;
  /** The rest of the key's spend limit, with open holds counted as spent; null without a limit. */
  keyRemaining: Millicredits | null;
}

/** The balance of an account without credits. */
export const noBalance: Balance = {
  plan: 0,
  planUsed: 0,
  purchased: 0,
  purchasedUsed: 0,
  held: 0,
  unlimited: false,
  keyRemaining: null,
};

export interface Charge {
  operation: string;
  credits: Millicredits;
  /** The price rule behind `credits` (`prices.ts`); stored in the entry. */
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
  maxPerDay: number;
  /** One list of names per item: an item is known when one of its names is. Called once the limits allow the call. */
  items: () => readonly (readonly string[])[];
  /** Whether to mark the second submission of an item (`Submitted.second`). */
  marksSecond?: true;
  /** Charged instead of `credits` when no item is new. */
  creditsIfKnown: Millicredits;
}

export interface Submitted {
  /** Per item, in order: was it submitted before, by an earlier call or earlier in this one? */
  known: boolean[];
  /** Per item, with `marksSecond`: was it submitted exactly once before? */
  second: boolean[];
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
 * `held` to held. In memory the newest stay; older ones become one of the kind `carried`, their sum.
 */
export interface Entry {
  /** 1, 2, 3 … within its account. */
  id: number;
  at: number;
  kind: 'open' | 'charge' | 'hold' | 'settle' | 'release' | 'renew' | 'topUp' | 'change' | 'carried';
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
  /** The account to join, which keeps its funds, or to open under this name. */
  account?: string;
}

/** In changes, null removes the limit or the rate, or allows every operation. Only a reset clears what a key spent. */
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
  /** The label in a self-describing key, or the name of a demo key; null of others. */
  label: string | null;
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

export interface ResetCounts {
  /** Ids of the keys that were reset; null = all. */
  keyIds: readonly string[] | null;
  keys: number;
  accounts: number;
  entries: number;
  holds: number;
}

/** A list of texts by its name. */
export interface Snapshot {
  name: string;
  takenAt: number;
  /** Length of the texts in UTF-8. */
  bytes: number;
}

export const snapshotOf = (name: string, texts: readonly string[], takenAt: number): Snapshot => ({
  name,
  takenAt,
  bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
});
