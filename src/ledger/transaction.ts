import { afford, balance, charge, countRefused, hold, release, settle } from './charges.ts';
import { identify, type RecognitionSettings } from './identify.ts';
import type { LedgerTransaction } from './ledger.ts';
import { isAmount } from './rules.ts';
import type { State } from './state.ts';
import { submit } from './submissions.ts';
import { usageOf } from './usage.ts';

export const transactionOn = (state: State, given: RecognitionSettings): LedgerTransaction => ({
  identify: (key, now) => identify(state, given, key, now),
  balance: (caller, now) => balance(state, caller, now),
  afford: (caller, estimate, now) => afford(state, caller, estimate, now),
  charge: (caller, of) => charge(state, caller, checked(of)),
  submit: (caller, of) => submit(state, caller, checked(of)),
  hold: (caller, of) => hold(state, caller, checked(of)),
  settle: (of, credits, now) => settle(state, of, amount(credits), now),
  release: (of, now) => release(state, of, now),
  countRefused: (caller, operation, now) => countRefused(state, caller, operation, now),
  usage: (caller, from, to) => usageOf(state, caller, from, to),
});

function checked<Of extends { credits: number }>(charge: Of): Of {
  amount(charge.credits);
  return charge;
}

/** @throws RangeError if it is not a whole number of thousandths */
export function amount(credits: number): number {
  if (isAmount(credits)) return credits;
  throw new RangeError(`${credits} is not a whole number of thousandths of a credit`);
}
