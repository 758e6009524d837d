import type { Millicredits } from '../core/credits.ts';
import type { Vocabulary } from '../core/vocabulary.ts';
import { findKeyAccount, noteWords } from './accounts.ts';
import { afford, balance, charge, countRefused, hold, release, settle } from './charges.ts';
import { identify, type RecognitionSettings } from './identify.ts';
import { isAmount } from './rules.ts';
import type { State } from './state.ts';
import { submit } from './submissions.ts';
import { usageOf } from './usage.ts';
import type { Caller, Charge, Hold, Submission } from './values.ts';

/**
 * What a job does to the ledger, at once. A function that throws has changed nothing, except that it ran the renewals
 * that fell due.
 */
export type LedgerTransaction = ReturnType<typeof transactionOn>;

export const transactionOn = (state: State, settings: RecognitionSettings) => ({
  /**
   * The caller behind a key; undefined when the key is not recognised. The first use of a self-describing key creates
   * it, and the first use of an account begins its first cycle. The only function whose `now` is the sandbox's own
   * instant: the account's clock offset is known once the caller is.
   */
  identify: (key: string, now: number) => identify(state, settings, key, now),
  /** The balance at an instant, after the renewals that fell due before it. */
  balance: (caller: Caller, now: number) => balance(state, caller, now),
  /**
   * Checks an estimate before any work: would a charge of this much go through?
   * @throws Refusal `keySpendThreshold`, then `insufficientCredits` with the shortfall
   */
  afford: (caller: Caller, estimate: Millicredits, now: number) => afford(state, caller, estimate, now),
  /**
   * Charges plan credits before purchased ones, and counts the call in the day's usage. A call that costs nothing is a
   * charge of 0; it is counted too.
   * @throws Refusal as `afford`; then nothing is taken
   */
  charge: (caller: Caller, call: Charge) => charge(state, caller, checked(call)),
  /**
   * Counts a submission against the UTC day's limit, stores what is new in it and charges.
   * @throws Refusal `rateLimited` over the day's limit, then as `afford` for the whole `credits`; then nothing is
   *   counted and nothing stored
   */
  submit: (caller: Caller, submission: Submission) => submit(state, caller, checked(submission)),
  /** Reserves credits for a stream: not available to others, not yet spent. @throws Refusal as `afford` */
  hold: (caller: Caller, call: Charge) => hold(state, caller, checked(call)),
  /**
   * LoopShare a hold into a charge of at most its amount and frees the rest. A hold is settled or released once. The call
   * counts in the usage of the day on which the hold began.
   * @throws HoldNotFound when the hold has ended or was removed
   */
  settle: (held: Hold, credits: Millicredits, now: number) => settle(state, held, amountOf(credits), now),
  /** Frees a whole hold and counts no call. Does nothing if the hold has ended. */
  release: (held: Hold, now: number) => release(state, held, now),
  /** Counts a refused call, which costs nothing, in the day's usage. */
  countRefused: (caller: Caller, operation: string, now: number) =>
    countRefused(state, caller, operation, now),
  /** Notes the words that a key used. */
  noteWords: (caller: Caller, words: Vocabulary) => noteWords(state, caller, words),
  /** The words that a key used last; null if there is no such key, or it used none. */
  wordsOf: (secret: string): Vocabulary | null => findKeyAccount(state, { secret })?.key.words ?? null,
  /** Runs work that is undone when it throws an error other than a Refusal, as a job is. */
  attempt: <T>(work: () => T): T => state.changes.attempt(work),
  /** Runs work and undoes it. */
  tryOut: <T>(work: () => T): T => state.changes.tryOut(work),
  /** Usage per UTC day in [from, to], oldest day first; days without calls are left out. */
  usage: (caller: Caller, from: number, to: number) => usageOf(state, caller, from, to),
});

function checked<TCharge extends Charge>(charge: TCharge): TCharge {
  amountOf(charge.credits);
  return charge;
}

/** @throws RangeError if it is not a whole number of thousandths */
export function amountOf(credits: number): Millicredits {
  if (isAmount(credits)) return credits;
  throw new RangeError(`${credits} is not a whole number of thousandths of a credit`);
}
