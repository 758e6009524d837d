import type { Millicredits } from '../core/credits.ts';
import type { Balance, Caller, Charge, Hold, Submission, Submitted, UsageDay } from './ledger.ts';

export interface Verbs {
  identify(key: string, now: number): Caller | undefined;
  balance(caller: Caller, now: number): Balance;
  afford(caller: Caller, estimate: Millicredits, now: number): void;
  charge(caller: Caller, charge: Charge): Balance;
  submit(caller: Caller, submission: Submission): Submitted;
  hold(caller: Caller, charge: Charge): Hold;
  settle(hold: Hold, credits: Millicredits, now: number): Balance;
  release(hold: Hold, now: number): void;
  refused(caller: Caller, operation: string, now: number): void;
  usage(caller: Caller, from: number, to: number): UsageDay[];
}

export interface Job {
  concerns?: { secret: string } | { id: string } | { hold: number };
  work(verbs: Verbs): void;
  done(error?: unknown): void;
}
