import type { TSchema } from '@sinclair/typebox';
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import type { DecisionTracker } from '../../core/decisions/decision-tracker.ts';
import type { LoopShare } from '../../core/loop-share.ts';
import type { LruCache } from '../../core/lru-cache.ts';
import type { Operation, OperationId } from '../../core/operations.ts';
import type { PriceBook } from '../../core/prices.ts';
import type { Settings } from '../../core/settings.ts';
import type { AskModel } from '../../creators/language/model.ts';
import type { UserReadings } from '../../creators/language/user-readings.ts';
import type { Searches } from '../../creators/search/searches.ts';
import type { World } from '../../creators/world/world.ts';
import type { Faults } from '../../faults/faults.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { CallSites } from '../../journal/call-sites.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import type { Events } from '../../journal/events.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { KeyNames } from '../../report/key-names.ts';
import type { Report } from '../../report/model.ts';
import type { Tally } from '../../report/tally.ts';
import type { TallyInput } from '../../report/tally-input.ts';
import type { Words } from '../vocabulary/words.ts';
import type { CachedJson } from './body.ts';
import type { RequestDetails } from './call.ts';
import type { Epoch } from './epoch.ts';
import type { Latency } from './latency.ts';
import type { RateWindows } from './rate-windows.ts';
import type { Recordings } from './recorded-answer.ts';
import type { ReplyRewriter } from './reply-rewriter.ts';
import type { ServedRoute } from './served.ts';
import type { Tracer } from './trace.ts';
import type { Wait } from './wait.ts';

/** The requests of a moment, oldest first. */
export interface JournalView extends Pick<Journal, 'all' | 'forgotten'> {
  /** Tells which requests come behind one, where that is not the order of their ids. */
  behind?(id: number): (entry: JournalEntry) => boolean;
}

/** The other replicas of a ledger. */
export interface Peers {
  /** Inside a job: the request is written when the batch is committed. Sets its id. */
  note(request: TallyInput): void;
  /** Settles when all that was recorded here is committed. */
  written(): Promise<void>;
  /** Reads the requests of all replicas, of all keys or of one. */
  journal(keyId?: string): Promise<JournalView>;
  findRequest(id: number): Promise<JournalEntry | undefined>;
  /** How often their replies relied on each decision. */
  decisions(): Promise<ReadonlyMap<string, number>[]>;
  /** The report on the requests of all replicas. */
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
  readonly searches: Searches;
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
  /** Asks the model of the user what a description means; absent without one. */
  readonly askModel?: AskModel;
  /** Of streams and long searches. */
  readonly loopShare: LoopShare;
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
  /** Sees each request of the service with the reply that is sent to it. */
  onReply?: (request: RequestDetails, reply: SeenReply) => void;
  /** The other replicas of the ledger; absent where there are none, or where each keeps a journal of its own. */
  readonly peers?: Peers;
}

/** A reply as it is sent, and what is known about it. */
export interface SeenReply {
  readonly status: number;
  readonly contentType: string;
  /** undefined for a stream, and for one that a test changes. */
  readonly text: string | undefined;
  /** The schema of the data, in neutral words. */
  readonly schema: TSchema | undefined;
  /** The header in which its generation takes the key. */
  readonly keyHeader: string;
}

/** What the checks of a request read. */
export type CheckDeps = Pick<
  Deps,
  | 'settings'
  | 'words'
  | 'clock'
  | 'epoch'
  | 'ledger'
  | 'operation'
  | 'recordings'
  | 'servedRoutes'
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
  | 'words'
  | 'decisions'
>;
