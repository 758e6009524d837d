import type { Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import type { PriceBook } from '../core/prices.ts';
import { createFaults, type Faults } from '../faults/faults.ts';
import type { Events } from '../journal/events.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Register } from '../register/register.ts';
import type { Words } from '../vocabulary/words.ts';
import type { World } from '../world/world.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';
import type { Served } from './served.ts';
import { createTracer, type Tracer } from './trace.ts';
import { createWait, type Wait } from './wait.ts';

/** Everything the app is a function of. Nothing below the edge reads a global. */
export interface Deps {
  readonly settings: Settings;
  readonly version: string;
  readonly clock: Clock;
  readonly world: World;
  readonly ledger: Ledger;
  readonly prices: PriceBook;
  readonly words: Words;
  readonly windows: RateWindows;
  readonly trace: Tracer;
  readonly wait: Wait;
  readonly journal: Journal;
  readonly events: Events;
  /** What the service serves: its scope notes it, the admin surface shows it. */
  readonly served: Served[];
  readonly faults: Faults;
  readonly decisions: Register;
  readonly log: Logger;
}

/** What an app is given; the rest of its dependencies is made of it, for every app in the same way. */
export interface Given extends Omit<Deps, 'windows' | 'trace' | 'wait' | 'faults' | 'served'> {
  /** Trace ids while the clock is not frozen: 32 hex digits. */
  readonly newId: () => string;
  /** Real waits by the clock's scale, unless it is given. */
  readonly wait?: Wait | undefined;
}

export function assemble({ newId, ...given }: Given): Deps {
  const { clock, settings, words, wait = createWait(clock) } = given;
  return {
    ...given,
    wait,
    windows: createRateWindows(),
    trace: createTracer(clock, settings.seed, newId),
    faults: createFaults({
      now: () => clock.now(),
      wait,
      v2Status: settings.v2Status,
      pathsOf: words.pathsOf,
    }),
    served: [],
  };
}
