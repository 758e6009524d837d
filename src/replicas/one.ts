import type { Clock, ClockSetting } from '../core/clock.ts';
import type { SharedRules } from '../faults/faults.ts';
import type { RuleContext } from '../faults/rule.ts';
import { inBatch } from '../http/in-batch.ts';
import type { RateWindows } from '../http/rate-windows.ts';
import type { Tracer } from '../http/trace.ts';
import type { Events } from '../journal/events.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Replicas } from '../ledger/replicas.ts';
import { createClears } from './clears.ts';
import { createOthers, type OthersOf } from './others.ts';
import { sharedClock } from './shared-clock.ts';
import { sharedEvents } from './shared-events.ts';
import { sharedJournal } from './shared-journal.ts';
import { sharedRules } from './shared-rules.ts';
import { sharedTracer } from './shared-tracer.ts';
import { sharedWindows } from './shared-windows.ts';

/** All of which there is one over the replicas of a ledger. */
export interface One {
  clock: Clock;
  windows: RateWindows;
  tracer(seed: number, random: () => string): Tracer;
  rules(context: RuleContext): SharedRules;
  /** The journals of all, unless each keeps its own. */
  journal: (
    own: Journal,
    most: number,
  ) => { journal: Journal; others: OthersOf; events: (own: Events) => Events };
  /** Writes what the first replica brings along. */
  begin(): Promise<void>;
}

export function createOne(ledger: Ledger, initial: ClockSetting): One {
  const replicas = ledger.replicas as Replicas;
  const clock = sharedClock(initial, replicas);
  // Rules and gates are counters, which any batch may change.
  const beside = <Of>(work: () => Of) => inBatch({ ledger }, { secret: '' }, work);
  return {
    clock,
    windows: sharedWindows(replicas),
    tracer: (seed, random) => sharedTracer(clock, seed, random, replicas),
    rules: (context) => sharedRules(context, replicas, beside),
    journal(own, most) {
      const clears = createClears(replicas.shared, 'cleared');
      const journal = sharedJournal(own, most, clears);
      return {
        journal,
        others: createOthers(journal, clears),
        events: (ownEvents) => sharedEvents(ownEvents, replicas),
      };
    },
    begin: () => inBatch({ ledger }, undefined, clock.begin),
  };
}
