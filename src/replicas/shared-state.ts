import type { Clock, ClockSetting } from '../core/clock.ts';
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
import { sharedRules } from './shared-rules.ts';
import { sharedTally } from './shared-tally.ts';
import { sharedTracer } from './shared-tracer.ts';
import { sharedWindows } from './shared-windows.ts';
import { createTruncations } from './truncations.ts';

/** All of which there is one over the replicas of a ledger. */
export interface SharedState {
  clock: Clock;
  windows: RateWindows;
  names: KeyNames;
  tracer(seed: number, random: () => string): Tracer;
  rules(context: RuleContext): SharedRules;
  /** The journals and reports of all, unless each keeps its own. */
  journal(own: LocalRecords): {
    journal: Journal;
    tally: Tally;
    others: ReplicaPeers;
    events: (own: Events) => Events;
  };
}

export interface LocalRecords {
  journal: Journal;
  tally: Tally;
  newTally: NewTally;
  /** The limit of requests. */
  maxRequests: number;
}

export function createSharedState(ledger: Ledger, initial: ClockSetting): SharedState {
  const replicas = ledger.replicas as Replicas;
  const clock = sharedClock(initial, replicas);
  // Rules and gates are counters, which any batch may change.
  const beside = <Of>(work: () => Of) => inTransaction(ledger, { secret: '' }, work);
  return {
    clock,
    windows: sharedWindows(replicas),
    names: sharedNames(ledger, replicas),
    tracer: (seed, random) => sharedTracer(clock, seed, random, replicas),
    rules: (context) => sharedRules(context, replicas, beside),
    journal({ journal: ownJournal, tally: ownTally, newTally, maxRequests: most }) {
      const clears = createTruncations(replicas.shared, 'cleared');
      const reportClears = createTruncations(replicas.shared, 'cleared-reports');
      const journal = sharedJournal(ownJournal, most, clears);
      const isFrozen = () => clock.frozen;
      const tally = sharedTally(ownTally, {
        clock: replicas.clock,
        isFrozen,
        truncations: reportClears,
        maxEvents: most,
      });
      return {
        journal,
        tally,
        others: createPeers({
          replicas,
          journal,
          tally,
          newTally,
          truncations: clears,
          reportTruncations: reportClears,
        }),
        events: (ownEvents) => sharedEvents(ownEvents, replicas),
      };
    },
  };
}

/** Writes what the first replica brings along. */
export const writeInitialState = (ledger: Ledger, initial: ClockSetting): Promise<void> =>
  inTransaction(ledger, undefined, sharedClock(initial, ledger.replicas as Replicas).begin);
