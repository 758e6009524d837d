import type { Millicredits } from '../core/credits.ts';
import { dayMs } from '../core/durations.ts';
import type { AccountTerms } from '../core/keys/terms.ts';
import { keyAccountOf } from '../ledger/accounts.ts';
import { balance, charge } from '../ledger/charges.ts';
import { identify } from '../ledger/identify.ts';
import { runRenewals } from '../ledger/renewals.ts';
import { openKey } from '../ledger/resets.ts';
import { available } from '../ledger/rules.ts';
import { createState } from '../ledger/state.ts';
import type { Caller } from '../ledger/values.ts';
import type { CallGroup, RunPattern } from './run-pattern.ts';
import type { DayRuns } from './runs-by-day.ts';

/** A key and its account as a forecast opens them. */
export interface SimulatedTerms extends Pick<AccountTerms, 'plan' | 'purchased' | 'limit'> {
  /** Length of a billing cycle. */
  readonly cycleMs: number;
}

/** The cost of a run from an instant on. */
export interface DatedPattern {
  readonly at: number;
  readonly pattern: RunPattern;
}

export interface SimulatedDay {
  /** 00:00 UTC. */
  readonly at: number;
  readonly runs: number;
  readonly credits: Millicredits;
  /** What calls can still spend at the end of the day. */
  readonly available: Millicredits;
  /** Calls that were refused. */
  readonly refused: number;
}

export interface SimulatedRenewal {
  readonly at: number;
  /** The used part of the plan that came back. */
  readonly credits: Millicredits;
}

export interface Simulation {
  readonly days: readonly SimulatedDay[];
  readonly renewals: readonly SimulatedRenewal[];
}

/**
 * Pays the runs of each day from a ledger of its own, by the functions with which the sandbox pays calls. The runs of
 * a day lie evenly between midnight and midnight; the first one begins the first cycle. A run costs what its instant
 * says. A call that cannot be paid is refused, and the run goes on.
 * @param patterns the oldest first
 */
export function simulate(
  patterns: readonly DatedPattern[],
  days: readonly DayRuns[],
  terms: SimulatedTerms,
): Simulation {
  const account = openSimulated(terms, (days[0] as DayRuns).at);
  const renewals: SimulatedRenewal[] = [];
  const simulated = days.map(({ at, runs }): SimulatedDay => {
    let credits = 0;
    let refused = 0;
    for (let done = 0; done < runs; ) {
      const startsAt = instantOf(at, runs, done);
      account.renew(startsAt);
      const renewsAt = account.renewsAt() ?? startsAt + terms.cycleMs;
      const { pattern, endsAt } = patternAt(patterns, startsAt);
      const until = Math.min(runs, runsBefore({ at, runs }, renewsAt), runsBefore({ at, runs }, endsAt));
      const paid = payRuns(account, pattern.groups, until - done, startsAt);
      credits += paid.credits;
      refused += paid.refused;
      done = until;
    }
    account.renew(at + dayMs - 1);
    renewals.push(...account.takeRenewals());
    return { at, runs, credits, available: account.available(), refused };
  });
  return { days: simulated, renewals };
}

const instantOf = (dayAt: number, runs: number, run: number): number =>
  dayAt + Math.floor((run * dayMs) / runs);

/** The runs of a day that begin before an instant. */
export const runsBefore = ({ at, runs }: DayRuns, instant: number): number =>
  Math.ceil(((instant - at) * runs) / dayMs);

/** @returns the pattern of an instant, and the instant at which the next one takes its place */
function patternAt(patterns: readonly DatedPattern[], now: number) {
  const index = patterns.findLastIndex(({ at }) => at <= now);
  const { pattern } = patterns[index] as DatedPattern;
  return { pattern, endsAt: patterns[index + 1]?.at ?? Number.POSITIVE_INFINITY };
}

type SimulatedAccount = ReturnType<typeof openSimulated>;

/** A key in a ledger without a store. */
function openSimulated({ cycleMs, ...terms }: SimulatedTerms, openAt: number) {
  const state = createState();
  const settings = { keys: {}, cycleMs, maxKeys: 0, warn: () => {} };
  const secret = 'forecast';
  const { key } = openKey(state, settings, secret, 'admin', terms, { openAt });
  const rows = () => keyAccountOf(state, key.number);
  return {
    /** The next renewal; null before the first use. */
    renewsAt: () => rows().account.renewsAt,
    /** Runs the renewals that fell due. */
    renew: (now: number) => void runRenewals(state, rows().account, now),
    /** What a call could spend now. */
    available: (): Millicredits => {
      const found = rows();
      const { spendLimit, spent } = found.key;
      return Math.min(
        available(found.account),
        spendLimit === null ? Number.POSITIVE_INFINITY : spendLimit - spent,
      );
    },
    /** The first payment begins the cycles, of 0 credits too. */
    pay(credits: Millicredits, now: number): void {
      const caller = identify(state, settings, secret, now) as Caller;
      if (credits === 0) balance(state, caller, now);
      else charge(state, caller, { credits, operation: 'run', traceId: 'forecast', now });
    },
    /** The renewals since the last time. */
    takeRenewals(): SimulatedRenewal[] {
      const taken = state.changes.posted.flatMap(({ entry: { kind, at, plan } }) =>
        kind === 'renew' ? [{ at, credits: plan }] : [],
      );
      state.changes.begin();
      return taken;
    },
  };
}

/** Pays runs between which no renewal falls due; equal ones at once. */
function payRuns(account: SimulatedAccount, groups: readonly CallGroup[], runs: number, now: number) {
  let credits = 0;
  let refused = 0;
  for (let left = runs; left > 0; ) {
    const run = payableOf(groups, account.available());
    // What one run cannot pay, a later one with less cannot pay either.
    const equal = run.credits === 0 ? left : Math.min(left, Math.floor(account.available() / run.credits));
    const [paid, unpaid] = [equal * run.credits, equal * run.refused];
    account.pay(paid, now);
    credits += paid;
    refused += unpaid;
    left -= equal;
  }
  return { credits, refused };
}

/** The part of a run that can be paid. */
function payableOf(groups: readonly CallGroup[], funds: Millicredits) {
  let left = funds;
  let refused = 0;
  for (const { calls, credits } of groups) {
    const paid = credits === 0 ? calls : Math.min(calls, Math.floor(left / credits));
    const [cost, unpaid] = [paid * credits, calls - paid];
    left -= cost;
    refused += unpaid;
  }
  return { credits: funds - left, refused };
}
