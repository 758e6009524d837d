import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { DecisionTracker } from '../../core/decisions/decision-tracker.ts';
import type { LruCache } from '../../core/lru-cache.ts';
import type { Operation, OperationId } from '../../core/operations.ts';
import type { PriceBook } from '../../core/prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { Turns } from '../../core/turns.ts';
import type { UserReadings } from '../../creators/language/user-readings.ts';
import type { DayIndexes } from '../../creators/search/day-indexes.ts';
import type { World } from '../../creators/world/world.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { CallSites } from '../../journal/call-sites.ts';
import type { Events } from '../../journal/events.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { KeyNames } from '../../report/key-names.ts';
import type { Report } from '../../report/model.ts';
import type { Tally } from '../../report/tally.ts';
import type { Words } from '../vocabulary/words.ts';
import type { CachedJson } from './body.ts';
import type { Epoch } from './epoch.ts';
import type { Latency } from './latency.ts';
import type { RateWindows } from './rate-windows.ts';
import type { Recordings } from './recorded-answer.ts';
import type { ReplyRewriter } from './reply-rewriter.ts';
import type { ServedRoute } from './served.ts';
import type { Tracer } from './trace.ts';
import type { Wait } from './wait.ts';

export interface Peers {
  /** Makes every live replica write what it answered, and reads it: the journal then has all of it. */
  gather(): Promise<void>;
  /** Whether another replica answered this request. */
  isRemote(id: number): boolean;
  /** How often their replies relied on each decision, at the last gathering. */
  readonly decisions: readonly ReadonlyMap<string, number>[];
  /** The report on the requests of all replicas, as of the last gathering. */
  report(): Promise<Report>;
  /** Begins a new report everywhere. */
  clearReports(): Promise<void>;
}

/** What operations read and change. */
export interface OperationDeps {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly epoch: Epoch;
  readonly world: World;
  /** The search indexes of each day. */
  readonly indexes: DayIndexes;
  readonly ledger: Ledger;
  /** @throws if no generation has this id */
  readonly operation: (id: OperationId) => Operation;
  readonly prices: PriceBook;
  readonly words: Words;
  /** The JSON of records, for a while. */
  readonly jsonCache: LruCache<string, CachedJson>;
  readonly wait: Wait;
  readonly journal: Journal;
  /** Counts what the run proves. */
  readonly tally: Tally;
  readonly metrics: Metrics;
  readonly decisions: DecisionTracker;
  /** The meanings of descriptions of /nls, as the user says them. */
  readonly readings: UserReadings;
  /** Of streams and long searches. */
  readonly turns: Turns;
  readonly log: Logger;
}

/** All dependencies of the app. Nothing below reads a global. A reader names those that it needs. */
export interface Deps extends OperationDeps {
  readonly version: string;
  /** The headers in which keys arrive, in lower case. */
  readonly keyHeaders: readonly string[];
  /** The operations of all generations. */
  readonly operations: readonly Operation[];
  readonly windows: RateWindows;
  readonly trace: Tracer;
  readonly names: KeyNames;
  readonly events: Events;
  readonly callSites: CallSites;
  /** The routes of the service. `collectServedRoutes` fills this, the admin surface lists it. */
  readonly servedRoutes: ServedRoute[];
  readonly outcomes: Outcomes;
  readonly faults: Faults;
  /** Replies of a real service, which come before those of the world. */
  readonly recordings?: Recordings | undefined;
  /** Lets replies take their time; absent where they come at once. */
  readonly latency?: Latency | undefined;
  /** Changes replies on purpose. */
  readonly replyRewriter?: ReplyRewriter | undefined;
  /** The other replicas of the ledger; absent where there are none, or where each keeps a journal of its own. */
  readonly peers?: Peers;
}

/** What the checks of a request read. */
export type CheckDeps = Pick<
  Deps,
  | 'settings'
  | 'clock'
  | 'epoch'
  | 'ledger'
  | 'keyHeaders'
  | 'prices'
  | 'windows'
  | 'trace'
  | 'wait'
  | 'latency'
  | 'outcomes'
  | 'faults'
  | 'decisions'
>;

/** What the record of a request reads and changes. */
export type RecordDeps = Pick<
  Deps,
  | 'clock'
  | 'ledger'
  | 'keyHeaders'
  | 'journal'
  | 'tally'
  | 'metrics'
  | 'names'
  | 'events'
  | 'callSites'
  | 'servedRoutes'
  | 'decisions'
>;
