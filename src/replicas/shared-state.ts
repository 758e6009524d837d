import type { Clock, ClockSetting } from '../core/clock.ts';
import type { UserReadings } from '../creators/language/user-readings.ts';
import type { SharedRules } from '../faults/faults.ts';
import type { RuleContext } from '../faults/rule.ts';
import type { Events } from '../journal/events.ts';
import type { Journal } from '../journal/journal.ts';
import { inTransaction } from '../ledger/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { KeyNames } from '../report/key-names.ts';
import type { Tally } from '../report/tally.ts';
import type { RateWindows } from '../service/http/rate-windows.ts';
import type { Tracer } from '../service/http/trace.ts';
import { createPeers, type ReplicaPeers } from './peers.ts';
import type { NewTally } from './replay.ts';
import { sharedClock } from './shared-clock.ts';
import { sharedEvents } from './shared-events.ts';
import { sharedJournal } from './shared-journal.ts';
import { sharedNames } from './shared-names.ts';
import { sharedReadings } from './shared-readings.ts';
import { sharedRules } from './shared-rules.ts';
import { sharedTally } from './shared-tally.ts';
import { sharedTracer } from './shared-tracer.ts';
import { sharedWindows } from './shared-windows.ts';
import { createTruncations } from './truncations.ts';

export { clockNote } from './shared-clock.ts';

/** What the replicas of a ledger share. */
export interface SharedState {
  clock: Clock;
  windows: RateWindows;
  names: KeyNames;
  tracer(seed: number, random: () => string): Tracer;
  rules(context: RuleContext): SharedRules;
  readings(local: UserReadings): UserReadings;
  /** The journals and reports of all replicas, unless each has its own. */
  records(local: LocalRecords): SharedRecords;
}

export interface LocalRecords {
  journal: Journal;
  tally: Tally;
  events: Events;
  newTally: NewTally;
  /** The limit of requests. */
  maxRequests: number;
}

export interface SharedRecords {
  journal: Journal;
  tally: Tally;
  events: Events;
  peers: ReplicaPeers;
}

export function createSharedState(ledger: Ledger, replicas: Replicas, initial: ClockSetting): SharedState {
  const clock = sharedClock(initial, replicas);
  // Rules and gates are counters, which any batch may change.
  const inAnyBatch = <T>(work: () => T) => inTransaction(ledger, { secret: '' }, work);
  return {
    clock,
    windows: sharedWindows(replicas),
    names: sharedNames(ledger),
    tracer: (seed, random) => sharedTracer(clock, seed, random, replicas),
    rules: (context) => sharedRules(context, replicas, inAnyBatch),
    readings: (local) => sharedReadings(local, replicas.shared),
    records: (local) => sharedRecords(local, ledger, replicas, clock),
  };
}

function sharedRecords(
  { newTally, maxRequests, ...local }: LocalRecords,
  ledger: Ledger,
  replicas: Replicas,
  clock: Clock,
): SharedRecords {
  const { records, shared } = replicas;
  const truncations = createTruncations(shared, 'cleared');
  const reportTruncations = createTruncations(shared, 'cleared-reports');
  const journal = sharedJournal(local.journal, records);
  const tally = sharedTally(local.tally, {
    replicas,
    isFrozen: () => clock.frozen,
    truncations: reportTruncations,
  });
  return {
    journal: {
      ...journal,
      clear(keyIds) {
        if (!keyIds) truncations.truncate();
        return journal.clear(keyIds);
      },
    },
    tally,
    events: sharedEvents(local.events, replicas, ledger),
    peers: createPeers({ records, journal, tally, newTally, maxRequests, truncations, reportTruncations }),
  };
}

/** Writes what the first replica brings along. */
export async function writeInitialState(ledger: Ledger, initial: ClockSetting): Promise<void> {
  const { replicas } = ledger;
  if (replicas) await inTransaction(ledger, undefined, sharedClock(initial, replicas).begin);
}
