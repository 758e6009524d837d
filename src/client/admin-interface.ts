import type {
  Check,
  ClockChange,
  ClockView,
  CreditBounds,
  DecisionView,
  FaultRule as DocumentedRule,
  Entry,
  FaultView,
  FoundCreator,
  FoundRequest,
  GateResult,
  Gates,
  Health,
  Key,
  KeyChanges,
  KeyTerms,
  Match,
  Operations,
  Quote,
  QuotedRequest,
  RecordedReply,
  Renewed,
  Replica,
  ReplyProfile,
  Report,
  RequestView,
  Restored,
  Route,
  SandboxEvent,
  SavedState,
  SentReply,
  SentRequest,
  Settings,
  SnapshotView,
  TopUp,
  Wait,
} from './types.ts';

/** A fault rule; the document of the surface cannot say which words a step may be. */
export type FaultRule = Omit<DocumentedRule, 'sequence'> & {
  /** One step per request: fail as the rule says, succeed, or an answer of its own. */
  sequence?: ('fail' | 'succeed' | NonNullable<DocumentedRule['respond']>)[];
};

/** Selects requests: the terms of a match and the conditions on the answer in one object. */
export type RequestFilter = Match & Pick<Wait, 'status' | 'errorCode' | 'decision' | 'since' | 'filter'>;

/** The terms of a search for creators: `{ country: 'ITA', minFollowers: 100_000, edge: true }`. */
export type CreatorFilter = {
  [Term in keyof Operations['GET /world/creators']['query']]: string | number | boolean;
};

/** A new key; only this object holds the whole key. */
export interface MadeKey extends Key {
  /** The headers that send the key, for both generations. */
  readonly headers: { readonly 'api-key': string; readonly apiId: string };
}

export interface PlacedFault extends FaultView {
  /** Releases the requests that the rule holds. @returns how many these were */
  release(): Promise<number>;
  remove(): Promise<void>;
}

/** How many requests. */
export type Bounds = Pick<Check, 'exactly' | 'atLeast' | 'atMost'>;

/** An instant: epoch milliseconds, ISO 8601, or a date. */
export type Instant = number | string | Date;

/** Events as they happen: `for await (const { event, data } of feed)`. */
export interface EventFeed extends AsyncIterable<SandboxEvent> {
  /** Ends the feed, also while a loop waits for it. Leaving the loop ends it too. */
  close(): void;
}

/** A client of the admin surface: each function is one call. A key is the key itself, its id or its label. */
export interface Admin {
  /** Creates a key with an account of its own: `await sandbox.key({ plan: 100, fractional: true })`. */
  key(terms?: KeyTerms): Promise<MadeKey>;
  /** All keys, in order of creation. */
  keys(): Promise<Key[]>;
  findKey(key: string): Promise<Key>;
  /** Changes only the given properties. */
  changeKey(key: string, changes: KeyChanges): Promise<Key>;
  removeKey(key: string): Promise<void>;
  topUp(key: string, credits: TopUp): Promise<Key>;
  /** The ledger entries of the key's account, oldest first; their sum is its balance. */
  entries(key: string): Promise<Entry[]>;
  /** The credits that a key has ever spent. */
  spent(key: string): Promise<number>;

  /** Adds a fault rule: `await sandbox.fault({ match: { key }, respond: { status: 503 }, times: 2 })`. */
  fault(rule: FaultRule): Promise<PlacedFault>;
  /** The fault rules, oldest first, and what each has done; with a key only those for it. */
  faults(key?: string): Promise<PlacedFault[]>;
  /** Removes all fault rules, or those for one key. @returns how many */
  removeFaults(key?: string): Promise<number>;
  /**
   * The readings: the meanings of descriptions of /nls, of everybody or of one key, whose own come first. With a list,
   * replaces them until a reset of everything, or of the key.
   * @throws for a wrong reading
   */
  readings(list?: readonly object[], key?: string): Promise<unknown[]>;
  /** The reply profiles and the ready failures of fault rules. */
  profiles(): Promise<ReplyProfile[]>;

  /** The clock of the sandbox. */
  clock(): Promise<ClockView>;
  /** Sets the clock, with a key that of its account. @returns the renewals that ran */
  setClock(change: ClockChange): Promise<Renewed[]>;
  /** Stops the clock at an instant, now when absent. @returns the renewals that ran */
  freeze(at?: Instant): Promise<Renewed[]>;
  /** Lets the clock run so many times as fast as real time. @returns the renewals that ran */
  speed(times: number): Promise<Renewed[]>;
  /** Advances the clock, with a key only that of its account. @returns the renewals that ran */
  advance(by: number | string, key?: string): Promise<Renewed[]>;

  /** The recorded requests, oldest first. */
  requests(filter?: RequestFilter): Promise<RequestView[]>;
  request(id: number): Promise<FoundRequest>;
  /** The reply to a request, while the journal has it; of a stream all that was sent of it. */
  reply(id: number): Promise<RecordedReply>;
  count(filter?: RequestFilter): Promise<number>;
  /** Requests for unknown paths, each with the nearest known path. */
  unmatched(filter?: Pick<RequestFilter, 'key' | 'path' | 'since' | 'filter'>): Promise<FoundRequest[]>;
  /** The latest requests, at most 1,000, as an HTTP archive (HAR 1.2). */
  har(filter?: RequestFilter): Promise<Operations['GET /requests.har']['reply']>;
  /** Resolves when `count` requests (1 when absent) match, earlier ones included. @returns the latest 10 of them */
  waitFor(filter: RequestFilter, count?: number, timeoutMs?: number): Promise<RequestView[]>;
  /**
   * Checks how many requests match, and what they cost together. @throws AdminError with the expected and actual figures
   * and the nearest requests
   */
  verify(filter: RequestFilter, bounds: Bounds & { credits?: CreditBounds }): Promise<void>;
  /**
   * Checks that requests came in this order: the first request of each match is later than that of the match before.
   * With bounds: how often they came one after the other. @throws AdminError
   */
  verifyOrder(order: readonly Match[], bounds?: Bounds): Promise<void>;
  /** Requests, charges, renewals and faults from now on; with a key only its own. */
  events(key?: string): Promise<EventFeed>;
  /** Performs a request in the sandbox: a recorded one again, or a new one with a key named by its id. */
  send(request: SentRequest): Promise<SentReply>;

  /** The price of a request; nothing is charged, nothing recorded. */
  quote(request: QuotedRequest): Promise<Quote>;
  /** The report on the requests so far. */
  report(): Promise<Report>;
  /** Begins a new report. */
  clearReport(): Promise<void>;
  /** Judges the requests so far. Gates that are absent are those of the settings. @throws AdminError if one does not hold */
  gates(gates?: Gates): Promise<GateResult[]>;
  /** Names the test that uses a key from now on; null = none. */
  nameTest(key: string, test: string | null): Promise<void>;
  /** Behaviours that the specification leaves open, with the number of replies (to one key) that relied on each. */
  decisions(key?: string): Promise<DecisionView[]>;

  /** Saves all state outside the world, except the journal, under a name. */
  snapshot(name: string): Promise<SnapshotView>;
  /** Restores everything from a snapshot, except the journal. */
  restore(name: string): Promise<Restored>;
  snapshots(): Promise<SnapshotView[]>;
  /** A snapshot itself, for another sandbox; keys in it are digests, except demo keys. */
  readSnapshot(name: string): Promise<SavedState>;
  importSnapshot(name: string, state: SavedState): Promise<SnapshotView>;
  removeSnapshot(name: string): Promise<void>;
  /** Resets everything, or one key, to its start. Snapshots stay. */
  reset(key?: string): Promise<void>;

  /** Creators of the world that meet all terms, those with most followers first. Free of charge. */
  creators(filter?: CreatorFilter): Promise<FoundCreator[]>;
  /** Whether the sandbox is ready, with its version, world and clock. */
  health(): Promise<Health>;
  /** The sandboxes that share the ledger; empty where it is not shared. */
  replicas(): Promise<Replica[]>;
  /** The settings as they were given, defaults included. */
  settings(): Promise<Settings>;
  /** Every method and path of the service, with its price and its refusals. */
  routes(): Promise<Route[]>;
  /** The price of every operation. */
  prices(): Promise<Record<string, unknown>>;
  /** The OpenAPI document of a generation, or of the admin surface. */
  openapi(of: 2 | 3 | 'admin'): Promise<Record<string, unknown>>;
}
