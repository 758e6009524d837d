import type { Millicredits } from '../credits.ts';
import type { Rate } from '../rates.ts';

/** How a key came into being: given at the start, self-describing, or created by an admin. */
export type KeyOrigin = 'demo' | 'self-describing' | 'admin';

/** The terms of a key and of the account that it opens. Absent: plan 0, purchased 0, no limit, no rate, no fractional calls. */
export interface AccountTerms extends CallTerms, BalanceTerms {}

/** Terms of the key alone. */
export interface CallTerms {
  limit?: Millicredits;
  spent?: Millicredits;
  fractional?: boolean;
  testOnly?: boolean;
  /** Operations the key may call; absent = every one. */
  allow?: readonly string[];
  rate?: Rate;
}

/** Terms of the account, which several keys may share. */
export interface BalanceTerms {
  plan?: Millicredits;
  used?: Millicredits;
  purchased?: Millicredits;
  unlimited?: boolean;
  /** Length of a billing cycle; absent = the sandbox's. */
  cycleMs?: number;
  clockOffsetMs?: number;
}
