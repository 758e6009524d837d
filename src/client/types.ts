// Made from the schemas of the admin surface: `npx vitest run --project unit test/types -u` writes it.

/** RFC 9457; some have further members. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
}

export interface CallSite {
  /** Relative to the working folder of the run. */
  file: string;
  /** From 1; 0 with `further`: all beyond 5,000 call sites. */
  line: number;
  /** At least 1. */
  column?: number;
  function?: string;
}

export interface CallSiteSums {
  callSite: {
    /** Relative to the working folder of the run. */
    file: string;
    /** From 1; 0 with `further`: all beyond 5,000 call sites. */
    line: number;
    /** At least 1. */
    column?: number;
    function?: string;
  } | null;
  calls: number;
  credits: number;
  operations: {
    /** null on unknown paths. */
    operation: string | null;
    calls: number;
    credits: number;
  }[];
}

export interface Check {
  match?: Match;
  /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
  filter?: string;
  /** 100 to 599. */
  status?: number;
  /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
  errorCode?: string;
  /** Id of a decision on which the answer relies. At most 60 characters. */
  decision?: string;
  /** Not before this instant of the caller's clock, epoch milliseconds or ISO 8601. */
  since?: number | string;
  /** Not together with the others. 0 to 1,000,000. */
  exactly?: number;
  /** Alone or together with atMost. 0 to 1,000,000. */
  atLeast?: number;
  /** Alone or together with atLeast. 0 to 1,000,000. */
  atMost?: number;
  credits?: CreditBounds;
  /** In place of `match`: matches that are all met in this order, by their first requests. With bounds: the number of times that they come one after the other. 2 to 20 items. */
  order?: Match[];
}

export interface Cleared {
  /** Keys that were reset or removed. */
  keys: number;
  /** Accounts. */
  accounts: number;
  /** Ledger entries. */
  entries: number;
  /** Open holds. */
  holds: number;
  /** Rate windows. */
  windows: number;
  /** Requests in the journal. */
  requests: number;
  /** Fault rules. */
  faults: number;
}

export interface ClockChange {
  mode: 'real' | 'frozen' | 'offset' | 'scaled';
  /** Epoch milliseconds or ISO 8601; now when absent. */
  at?: number | string;
  /** Milliseconds, or a duration such as 31d or -2h. */
  offset?: number | string;
  /** The speed: 2 is twice as fast as real time. At most 1,000,000. */
  scale?: number;
  /** A key, its id or its label: moves only its account's clock. At least 1 character. */
  key?: string;
}

export interface ClockMoved {
  mode: 'real' | 'frozen' | 'offset' | 'scaled';
  at?: number;
  /** Milliseconds. */
  offset?: number;
  scale?: number;
  /** Epoch milliseconds. */
  now: number;
  /** The renewals that ran, in order. */
  ran: Renewed[];
}

export interface ClockView {
  mode: 'real' | 'frozen' | 'offset' | 'scaled';
  at?: number;
  /** Milliseconds. */
  offset?: number;
  scale?: number;
  /** Epoch milliseconds. */
  now: number;
}

/** Bounds on the cost of all matching requests together. */
export interface CreditBounds {
  /** Credits; not together with atMost. */
  exactly?: number;
  /** Credits. */
  atMost?: number;
}

export interface DecisionView {
  id: string;
  /** The behaviour. */
  what: string;
  /** observed: public descriptions or real clients agree on it; assumed: nothing public shows it. */
  tag: 'observed' | 'assumed';
  /** The source file that implements it, and a name in that file. */
  at: string;
  /** The setting that changes it, or the term of a key, such as rate=. */
  setting: string | null;
  /** The reason why the setting strict refuses calls that rely on it; null if it does not refuse them. */
  strict: string | null;
  /** It applies to the sandbox as a whole, not to single replies. */
  general: boolean;
  /** The number of replies that relied on it; null for general ones, and while the journal is off. */
  requests: number | null;
}

export interface Entry {
  /** 1, 2, 3 … in its account. */
  id: number;
  /** Epoch milliseconds on the account's clock. */
  at: number;
  kind: 'open' | 'charge' | 'hold' | 'settle' | 'release' | 'renew' | 'topUp' | 'change' | 'carried';
  /** Id of the key. */
  key: string | null;
  operation: string | null;
  /** The price rule. */
  rule: string | null;
  /** Credits; negative when they are taken. */
  plan: number;
  purchased: number;
  /** Credits set aside (+) or freed (−). */
  held: number;
  /** Credits left after it: plan and purchased together. */
  balance: number;
  traceId: string | null;
}

export interface Expected {
  /** Not together with the others. 0 to 1,000,000. */
  exactly?: number;
  /** Alone or together with atMost. 0 to 1,000,000. */
  atLeast?: number;
  /** Alone or together with atLeast. 0 to 1,000,000. */
  atMost?: number;
  credits?: CreditBounds;
  order?: Match[];
}

export interface FaultRule {
  match: Match;
  respond?: {
    /** 400 to 599. */
    status?: number;
    /** The usual one of the status when absent; on generation 2 the error string. 1 to 60 characters. */
    errorCode?: string;
    /** Headers of the forced refusal, such as Retry-After, which the service never sends. */
    headers?: Record<string, string>;
  };
  /** Milliseconds or a duration; {min, max} or {median, p99, max} for a new one each time. At most a minute. At most 20 characters. */
  latency?: number | string | {
    /** At least; beside max alone. At most 20 characters. */
    min?: number | string;
    /** Half of the delays are longer; beside p99 and max. At most 20 characters. */
    median?: number | string;
    /** One delay of a hundred is longer. At most 20 characters. */
    p99?: number | string;
    /** At most. At most 20 characters. */
    max: number | string;
  };
  /** Holds requests until the rule is released, or so many wait; a minute at most. */
  hold?: {
    /** Opens when so many requests wait. 1 to 1,000. */
    until?: number;
  };
  /** Ends the reply after so many bytes or events. */
  cut?: {
    /** Bytes of the body. 0 to 1,000,000,000. */
    bytes?: number;
    /** Events of an event stream. 0 to 1,000. */
    events?: number;
    /** end: in order, only too early; close, reset: the connection goes. */
    how?: 'end' | 'close' | 'reset';
  };
  /** Name of a reply profile. 1 to 60 characters. */
  profile?: string;
  /** With the profile failed-result: the code in the result; SERVICE_UNAVAILABLE when absent. 1 to 60 characters. */
  errorCode?: string;
  /** The number of requests that it acts on; of runs of its sequence, if it has one. Then it is spent. 1 to 1,000,000,000. */
  times?: number;
  /** One step per request: fail as the rule says, succeed, or an answer of its own. 1 to 100 items. */
  sequence?: (string | {
    /** 400 to 599. */
    status?: number;
    /** The usual one of the status when absent; on generation 2 the error string. 1 to 60 characters. */
    errorCode?: string;
    /** Headers of the forced refusal, such as Retry-After, which the service never sends. */
    headers?: Record<string, string>;
  })[];
  /** The probability of acting on a request that matches; 1 when absent. 0 to 1. */
  probability?: number;
  /** The seed of probability and latency ranges; 1 when absent. 0 to 4,294,967,295. */
  seed?: number;
  /** Milliseconds or a duration on the sandbox's clock; then the rule is over. At most 20 characters. */
  ttl?: number | string;
}

export interface FaultView {
  id: string;
  match: Match;
  respond?: {
    /** 400 to 599. */
    status?: number;
    /** The usual one of the status when absent; on generation 2 the error string. 1 to 60 characters. */
    errorCode?: string;
    /** Headers of the forced refusal, such as Retry-After, which the service never sends. */
    headers?: Record<string, string>;
  };
  /** Milliseconds or a duration; {min, max} or {median, p99, max} for a new one each time. At most a minute. At most 20 characters. */
  latency?: number | string | {
    /** At least; beside max alone. At most 20 characters. */
    min?: number | string;
    /** Half of the delays are longer; beside p99 and max. At most 20 characters. */
    median?: number | string;
    /** One delay of a hundred is longer. At most 20 characters. */
    p99?: number | string;
    /** At most. At most 20 characters. */
    max: number | string;
  };
  /** Holds requests until the rule is released, or so many wait; a minute at most. */
  hold?: {
    /** Opens when so many requests wait. 1 to 1,000. */
    until?: number;
  };
  /** Ends the reply after so many bytes or events. */
  cut?: {
    /** Bytes of the body. 0 to 1,000,000,000. */
    bytes?: number;
    /** Events of an event stream. 0 to 1,000. */
    events?: number;
    /** end: in order, only too early; close, reset: the connection goes. */
    how?: 'end' | 'close' | 'reset';
  };
  /** Name of a reply profile. 1 to 60 characters. */
  profile?: string;
  /** With the profile failed-result: the code in the result; SERVICE_UNAVAILABLE when absent. 1 to 60 characters. */
  errorCode?: string;
  /** The number of requests that it acts on; of runs of its sequence, if it has one. Then it is spent. 1 to 1,000,000,000. */
  times?: number;
  /** One step per request: fail as the rule says, succeed, or an answer of its own. 1 to 100 items. */
  sequence?: (string | {
    /** 400 to 599. */
    status?: number;
    /** The usual one of the status when absent; on generation 2 the error string. 1 to 60 characters. */
    errorCode?: string;
    /** Headers of the forced refusal, such as Retry-After, which the service never sends. */
    headers?: Record<string, string>;
  })[];
  /** The probability of acting on a request that matches; 1 when absent. 0 to 1. */
  probability?: number;
  /** The seed of probability and latency ranges; 1 when absent. 0 to 4,294,967,295. */
  seed?: number;
  /** Milliseconds or a duration on the sandbox's clock; then the rule is over. At most 20 characters. */
  ttl?: number | string;
  /** Epoch milliseconds on the clock of the sandbox. */
  createdAt: number;
  /** Epoch milliseconds on the clock of the sandbox; only with a ttl. */
  expiresAt?: number;
  state: 'live' | 'spent' | 'expired';
  /** Requests that matched while it was live. */
  matched: number;
  /** The matching requests that it acted on. */
  hits: number;
  /** Requests that it holds now. */
  waiting: number;
  /** The reason why it never fired, once requests have come since. */
  warning?: string;
}

export interface FoundCreator {
  platform: 'gram' | 'clip' | 'tube';
  handle: string;
  /** The handle; on tube the channel id. */
  id: string;
  displayName: string;
  followers: number;
  /** Three letters; empty if unknown. */
  country: string;
  niches: string[];
  /** The rare traits of the creator. */
  odd?: string[];
}

export interface FoundRequest {
  id: number;
  /** Its arrival on the clock of the caller, epoch milliseconds. */
  at: number;
  /** Its arrival in real time, epoch milliseconds. */
  realAt: number;
  /** Id of the key that was sent, recognised or not. */
  key: string | null;
  /** null on an unknown path. */
  operation: string | null;
  /** The sandbox has such a path. */
  matched: boolean;
  method: string;
  path: string;
  /** A repeated parameter is a list. */
  query: Record<string, string | string[]>;
  /** JSON; the beginning of its text if it was cut at 2 kB. */
  body: unknown;
  bodyCut: boolean;
  status: number;
  /** The `errorCode` of generation 3, the error string of generation 2. */
  errorCode: string | null;
  /** Credits charged. */
  credits: number;
  durationMs: number;
  traceId: string | null;
  /** The fault rule or header that forced the answer; null if nothing did. */
  injected: string | null;
  notes: string[];
  callSite?: CallSite;
  /** Ids of the decisions that the answer relies on, general ones excepted; see /decisions. */
  decisions: string[];
  /** The served method and path closest to an unknown path; for a path of the other vocabulary also that vocabulary. */
  nearest: string | null;
}

export interface GateResult {
  /** The name of its flag, such as min-coverage. */
  gate: string;
  wanted: string;
  found: string;
  holds: boolean;
  /** The next step where it does not hold. */
  advice?: string;
}

export interface Gates {
  /** Gate of a run: the most credits that all keys together may spend. */
  budget?: number;
  /** Gate of a run: the least percentage of cells met, among the operations that were called. 0 to 100. */
  minCoverage?: number;
  /** Gate of a run: refusals that it must meet, such as 402/INSUFFICIENT_CREDITS,429. At most 1,000 items. */
  require?: string[];
  /** Gate of a run: the most credits that may be wasted. */
  maxWaste?: number;
  /** Gate of a run: how often the client may break the client rules. */
  maxRuleBreaks?: number;
  /** Gate of a run: no call relies on an assumption that may mislead client code, marked (!). */
  refuseAssumptions?: boolean;
  /** Let a run with gates make no request; otherwise such a run fails. */
  allowNoRequests?: boolean;
  /** Client rules that the gate ignores, each with the reason: {"pages-of-one": "the server decides"}. */
  ignoreRules?: Record<string, unknown>;
}

export interface Health {
  status: 'ok';
  version: string;
  world: {
    seed: number;
    /** People in the world. */
    size: number;
    /** SHA-256 of the logical content. */
    hash: string;
  };
  clock: {
    /** Epoch milliseconds. */
    now: number;
    frozen: boolean;
  };
  /** The day on which the time of the run begins, such as 2026-01-01. */
  epoch: string;
  vocabulary: 'neutral' | 'published';
  strict: boolean;
  /** Start of its process in real time, epoch milliseconds. */
  startedAt: number;
  uptimeMs: number;
  /** Base URL of the service, by the host of this request where both have one port. */
  url: string;
  /** Live replicas, where several may share the ledger. */
  replicas?: number;
}

export interface Key {
  /** Identifies the key in paths and in the journal. */
  id: string;
  /** The whole key when it is created and for demo keys; otherwise its last characters. */
  key: string;
  /** Its name: given when it was created, or the label in a self-describing key. */
  label: string | null;
  /** demo: there from the start; self-describing: its text gives its terms, created by its first use; admin: created here. */
  origin: 'demo' | 'self-describing' | 'admin';
  account: string;
  plan: number;
  used: number;
  planRemaining: number;
  purchased: number;
  /** Credits set aside by open streams. */
  held: number;
  /** Credits that a further call may spend; null when unlimited. */
  available: number | null;
  unlimited: boolean;
  cycle: string;
  /** The account's first use, epoch milliseconds. */
  anchorAt: number | null;
  renewsAt: number | null;
  limit: number | null;
  spent: number;
  fractional: boolean;
  rate: string | null;
  allow: string[] | null;
  testOnly: boolean;
  clockOffset: string;
}

export interface KeyChanges {
  /** Credits of the plan; every cycle renews them. 0 to 1,000,000,000,000. */
  plan?: number;
  /** Credits of the plan used in this cycle. 0 to 1,000,000,000,000. */
  used?: number;
  /** Credits that never expire. 0 to 1,000,000,000,000. */
  purchased?: number;
  /** The account never runs out of credits. */
  unlimited?: boolean;
  /** Length of a billing cycle, such as 30d. */
  cycle?: number | string;
  /** Credits that the key may ever spend; null = no limit. 0 to 1,000,000,000,000. */
  limit?: number | null;
  /** May request single fields. */
  fractional?: boolean;
  /** Requests per time, such as 3/10s; null = no limit. At most 30 characters. */
  rate?: string | null;
  /** Operations that it may call; null = all. At most 200 items. */
  allow?: string[] | null;
  /** Refused by generation 2. */
  testOnly?: boolean;
  /** Added to the sandbox's clock, such as 31d or -2h. */
  clockOffset?: number | string;
}

export interface KeyTerms {
  /** The key itself; random when absent. */
  key?: string;
  /** The account to join, or to open under this name; an account of its own when absent. */
  account?: string;
  /** Credits of the plan; every cycle renews them. 0 to 1,000,000,000,000. */
  plan?: number;
  /** Credits of the plan used in this cycle. 0 to 1,000,000,000,000. */
  used?: number;
  /** Credits that never expire. 0 to 1,000,000,000,000. */
  purchased?: number;
  /** The account never runs out of credits. */
  unlimited?: boolean;
  /** Length of a billing cycle, such as 30d. */
  cycle?: number | string;
  /** Credits that the key may ever spend; null = no limit. 0 to 1,000,000,000,000. */
  limit?: number | null;
  /** May request single fields. */
  fractional?: boolean;
  /** Requests per time, such as 3/10s; null = no limit. At most 30 characters. */
  rate?: string | null;
  /** Operations that it may call; null = all. At most 200 items. */
  allow?: string[] | null;
  /** Refused by generation 2. */
  testOnly?: boolean;
  /** Added to the sandbox's clock, such as 31d or -2h. */
  clockOffset?: number | string;
  /** The name of the key in the report. 1 to 100 characters. */
  label?: string;
  /** Credits that the key has already spent. 0 to 1,000,000,000,000. */
  spent?: number;
}

export interface Match {
  /** The key that asks, its id or its label. 1 to 200 characters. */
  key?: string;
  /** Such as clip/profile or v2/gramBasic, in every method. 1 to 100 characters. */
  operation?: string;
  method?: 'GET' | 'POST';
  /** Glob over the path without its query, of which 256 characters count: ? is one character, * any within a segment, ** any. 1 to 200 characters. */
  path?: string;
  /** Query parameters and their values; of a repeated one any value. */
  query?: Record<string, string>;
  /** JSON pointers (RFC 6901) into the body, and the expected values. */
  body?: Record<string, unknown>;
}

export interface NearRequest {
  id: number;
  /** Its arrival on the clock of the caller, epoch milliseconds. */
  at: number;
  /** Its arrival in real time, epoch milliseconds. */
  realAt: number;
  /** Id of the key that was sent, recognised or not. */
  key: string | null;
  /** null on an unknown path. */
  operation: string | null;
  /** The sandbox has such a path. */
  matched: boolean;
  method: string;
  path: string;
  /** A repeated parameter is a list. */
  query: Record<string, string | string[]>;
  /** JSON; the beginning of its text if it was cut at 2 kB. */
  body: unknown;
  bodyCut: boolean;
  status: number;
  /** The `errorCode` of generation 3, the error string of generation 2. */
  errorCode: string | null;
  /** Credits charged. */
  credits: number;
  durationMs: number;
  traceId: string | null;
  /** The fault rule or header that forced the answer; null if nothing did. */
  injected: string | null;
  notes: string[];
  callSite?: CallSite;
  /** Ids of the decisions that the answer relies on, general ones excepted; see /decisions. */
  decisions: string[];
  /** The names of the criteria that it does not meet. */
  differs: string[];
}

export interface Quote {
  credits: {
    least: number;
    /** Equal to `least` if the price is certain. */
    most: number;
  };
  /** The refusal that the request would get as it is. */
  refusal?: {
    status: number;
    code: string;
  };
}

export interface QuotedRequest {
  /** Such as clip/profile. At most 100 characters. */
  operation: string;
  /** The first that the operation has, when absent. */
  method?: 'GET' | 'POST';
  /** The parameters that the client would send in the query or in the body. */
  parameters: Record<string, unknown>;
  /** A key, its id or its label; a key without limits when absent. 1 to 200 characters. */
  key?: string;
}

export interface RecordedReply {
  status: number;
  /** Its text; keys in it are redacted. */
  body: string;
}

export interface Renewed {
  what: 'renewal';
  account: string;
  at: number;
  /** Credits of the plan that were renewed. */
  credits: number;
}

export interface Replica {
  /** The number of the replica; never used again. */
  number: number;
  /** Epoch milliseconds of real time. */
  joinedAt: number;
  /** Milliseconds since its last sign of life. */
  unansweredMs: number;
  host: string;
  version: string;
  /** It answered this call. */
  isSelf: boolean;
}

export interface ReplyProfile {
  name: string;
  /** events: the event stream of nls; pages: searches and lists; bytes: any reply. */
  affects: 'events' | 'pages' | 'bytes';
  what: string;
}

export interface Report {
  /** The version of the sandbox. */
  version: string;
  /** The seed of the world; null after a merge of several. */
  seed: number | null;
  /** The instant at which the counting began, on the clock of the sandbox: epoch milliseconds. */
  since: number;
  /** real, frozen, offset or scaled; mixed after a merge of several. */
  clock: string;
  /** The day on which the time of the run began, such as 2026-01-01; null after a merge of several. */
  epoch: string | null;
  coverage: {
    /** Cells that were earned or injected. */
    met: number;
    total: number;
    /** The cells of the operations that were called. */
    called: {
      /** Cells that were earned or injected. */
      met: number;
      total: number;
    };
    cells: ReportCell[];
  };
  receipt: {
    calls: number;
    credits: number;
    refusals: number;
    /** Credits for calls that had been paid before. */
    paidTwice: number;
    /** Refusals and streams that a test forced. */
    injected: number;
    /** The refusals among them. */
    injectedRefusals: number;
    /** Replies that a test delayed or changed. */
    changed: number;
    /** Streams that failed after their first piece. */
    failedMidway: number;
    byKey: {
      /** Id of the key; null without one. */
      key: string | null;
      label: string | null;
      /** The sandbox does not know it, and it could be a real key. */
      looksReal?: true;
      calls: number;
      credits: number;
      refusals: number;
      /** Credits for calls that had been paid before. */
      paidTwice: number;
    }[];
    byOperation: {
      /** null on unknown paths. */
      operation: string | null;
      calls: number;
      credits: number;
      refusals: number;
      /** Credits for calls that had been paid before. */
      paidTwice: number;
    }[];
    /** By test, call site and operation: every credit is in one row; 5,000 rows of operations at most, then `further tests`. */
    byTest: {
      /** null for requests that name none. */
      test: string | null;
      calls: number;
      credits: number;
      refusals: number;
      /** Credits for calls that had been paid before. */
      paidTwice: number;
      callSites: CallSiteSums[];
    }[];
  };
  waste: {
    rule: 'paid-again' | 'unused-page' | 'whole-record' | 'asked-again-after-404';
    operation: string;
    callSite?: CallSite;
    credits: number;
    /** The first ten. */
    requests: ReportedRequest[];
    /** The number of requests. */
    requestCount: number;
  }[];
  /** The client rules that were broken. */
  clientRules: {
    rule: 'retry-after-refusal' | 'retry-without-backoff' | 'no-retry-after-503' | 'key-outside-header' | 'unknown-parameter' | 'handle-not-plain' | 'page-after-last' | 'page-with-other-sort' | 'pages-of-one' | 'ignored-failure' | 'left-after-charge' | 'left-before-result' | 'fields-cost-the-whole' | 'more-at-once-than-the-rate';
    severity: 'error' | 'warning';
    /** The sentence of the contract. */
    sentence: string;
    callSite?: CallSite;
    /** The first ten parameters that broke it. */
    parameters?: string[];
    /** The first ten. */
    requests: ReportedRequest[];
    /** The number of requests. */
    requestCount: number;
    /** The reason for which the gate ignores it. */
    ignored?: string;
  }[];
  assumptions: {
    id: string;
    requests: number;
    /** It may mislead client code: marked (!). */
    strict: boolean;
  }[];
  gates: GateResult[];
}

export interface ReportCell {
  operation: string;
  status: number;
  /** The `errorCode` or `error` string of a refusal, the name of a notable success. */
  code: string;
  /** Replies that the sandbox gave by itself. */
  earned: number;
  /** Replies that a test forced. */
  injected: number;
  next: {
    /** The same request again. */
    retried: number;
    /** Retries that waited; 0 under a frozen clock, which tells no waits. */
    waited: number;
    /** Nothing more. */
    gaveUp: number;
    /** Another request, which was charged. */
    wentOn: number;
    /** Another request, which was not charged. */
    askedElse: number;
    /** The waits before retries in real time; absent under a frozen clock. */
    waits?: {
      /** Retries within 100 ms. */
      atOnce: number;
      /** Retries within 5 seconds. */
      soon: number;
      later: number;
    };
  };
  /** The first ten. */
  requests?: ReportedRequest[];
  /** The number of requests. */
  requestCount?: number;
}

export interface ReportedRequest {
  /** In the journal of the run. */
  id: number;
  method: string;
  path: string;
  /** The first twelve of the query and the body: long values cut, keys redacted. */
  parameters: Record<string, unknown>;
  /** Label of the key, its id without one. */
  key: string | null;
  test?: string;
  callSite?: CallSite;
  status: number;
  /** The code of a refusal, also of one within a stream. */
  code?: string;
  credits: number;
}

export interface RequestView {
  id: number;
  /** Its arrival on the clock of the caller, epoch milliseconds. */
  at: number;
  /** Its arrival in real time, epoch milliseconds. */
  realAt: number;
  /** Id of the key that was sent, recognised or not. */
  key: string | null;
  /** null on an unknown path. */
  operation: string | null;
  /** The sandbox has such a path. */
  matched: boolean;
  method: string;
  path: string;
  /** A repeated parameter is a list. */
  query: Record<string, string | string[]>;
  /** JSON; the beginning of its text if it was cut at 2 kB. */
  body: unknown;
  bodyCut: boolean;
  status: number;
  /** The `errorCode` of generation 3, the error string of generation 2. */
  errorCode: string | null;
  /** Credits charged. */
  credits: number;
  durationMs: number;
  traceId: string | null;
  /** The fault rule or header that forced the answer; null if nothing did. */
  injected: string | null;
  notes: string[];
  callSite?: CallSite;
  /** Ids of the decisions that the answer relies on, general ones excepted; see /decisions. */
  decisions: string[];
}

export interface Restored {
  takenAt: number;
  keys: number;
  accounts: number;
  entries: number;
  faults: number;
}

export interface Route {
  method: string;
  path: string;
  /** Its name in keys, prices and fault rules. */
  operation: string;
  /** Its name in GET /usage. */
  operationId: string;
  generation: number;
  /** The price of a call in credits, as in /__admin/prices. */
  price: unknown;
  /** The refusals that a fault rule can force here; the usual one of a status comes first. */
  refusals: {
    status: number;
    errorCode: string;
  }[];
}

export type SandboxEvent = {
  event: 'request';
  data: {
    id: number;
    /** Id of the key that was sent, recognised or not. */
    key: string | null;
    /** The name of the key in the report; null without one. */
    label: string | null;
    /** null on an unknown path. */
    operation: string | null;
    method: string;
    /** Path and query. */
    url: string;
    /** The creators that it names, its filters or its description, in a few words; null if it has none. */
    about: string | null;
    status: number;
    /** The `errorCode` of generation 3, the error string of generation 2. */
    errorCode: string | null;
    /** Credits charged. */
    credits: number;
    /** The fault rule or header that forced the answer; null if nothing did. */
    injected: string | null;
    /** Its arrival on the clock of the caller, epoch milliseconds. */
    at: number;
    /** Its arrival in real time, epoch milliseconds. */
    realAt: number;
    durationMs: number;
    notes: string[];
    /** Ids of the decisions that the answer relies on, general ones excepted; see /decisions. */
    decisions: string[];
    callSite?: CallSite;
  };
} | {
  event: 'charge';
  data: {
    account: string;
    /** Id of the key. */
    key: string | null;
    /** null on an unknown path. */
    operation: string | null;
    /** Epoch milliseconds on the account's clock. */
    at: number;
    credits: number;
    traceId: string | null;
  };
} | {
  event: 'renewal';
  data: {
    account: string;
    /** Epoch milliseconds on the account's clock. */
    at: number;
    /** Credits of the plan. */
    credits: number;
  };
} | {
  event: 'fault';
  data: {
    /** The fault rule or header that forced the answer. */
    by: string;
    /** Id of the key that was sent, recognised or not. */
    key: string | null;
    /** null on an unknown path. */
    operation: string | null;
    /** Id of the request. */
    request: number;
  };
} | {
  event: 'lost';
  data: {
    /** The number of events that this reader was too slow for. */
    events: number;
  };
};

export interface SavedAccount {
  id: string;
  /** 0 to 1,000,000,000,000,000. */
  plan: number;
  used: number;
  /** 0 to 1,000,000,000,000,000. */
  purchased: number;
  purchasedUsed: number;
  unlimited: boolean;
  /** 1 to 8,640,000,000,000. */
  cycleMs: number;
  /** -70,775,596,800,000 to 262,042,300,799,999. */
  anchorAt: number | null;
  /** -70,775,596,800,000 to 270,682,300,799,999. */
  renewsAt: number | null;
  /** -8,640,000,000,000 to 8,640,000,000,000. */
  clockOffsetMs: number;
  opening: {
    /** 0 to 1,000,000,000,000,000. */
    plan?: number;
    /** 0 to 1,000,000,000,000,000. */
    used?: number;
    /** 0 to 1,000,000,000,000,000. */
    purchased?: number;
    unlimited?: boolean;
    /** 1 to 8,640,000,000,000. */
    cycleMs?: number;
    /** -8,640,000,000,000 to 8,640,000,000,000. */
    clockOffsetMs?: number;
    /** 0 to 1,000,000,000,000,000. */
    limit?: number;
    /** 0 to 1,000,000,000,000,000. */
    spent?: number;
    fractional?: boolean;
    testOnly?: boolean;
    /** At most 200 items. */
    allow?: string[];
    rate?: {
      /** 1 to 999,999. */
      count: number;
      /** 1 to 8,640,000,000,000. */
      windowMs: number;
    };
  };
  /** 1 to 5,000,000 items. */
  entries: SavedEntry[];
}

export interface SavedEntry {
  /** -70,775,596,800,000 to 262,042,300,799,999. */
  at: number;
  kind: 'open' | 'charge' | 'hold' | 'settle' | 'release' | 'renew' | 'topUp' | 'change' | 'carried';
  /** At least 1. */
  count?: number;
  keyId?: string;
  /** At most 100 characters. */
  operation?: string;
  /** At most 100 characters. */
  rule?: string;
  /** At least -9,007,199,254,740,991. */
  plan?: number;
  /** At least -9,007,199,254,740,991. */
  purchased?: number;
  /** At least -9,007,199,254,740,991. */
  held?: number;
  /** At least -9,007,199,254,740,991. */
  balance: number;
  traceId?: string;
}

export interface SavedKey {
  id: string;
  account: string;
  origin: 'demo' | 'self-describing' | 'admin';
  secret?: string;
  digest?: string;
  ends?: string;
  /** 0 to 1,000,000,000,000,000. */
  limit: number | null;
  spent: number;
  fractional: boolean;
  testOnly: boolean;
  /** At most 200 items. */
  allow: string[] | null;
  rate: {
    /** 1 to 999,999. */
    count: number;
    /** 1 to 8,640,000,000,000. */
    windowMs: number;
  } | null;
  opening: {
    /** 0 to 1,000,000,000,000,000. */
    plan?: number;
    /** 0 to 1,000,000,000,000,000. */
    used?: number;
    /** 0 to 1,000,000,000,000,000. */
    purchased?: number;
    unlimited?: boolean;
    /** 1 to 8,640,000,000,000. */
    cycleMs?: number;
    /** -8,640,000,000,000 to 8,640,000,000,000. */
    clockOffsetMs?: number;
    /** 0 to 1,000,000,000,000,000. */
    limit?: number;
    /** 0 to 1,000,000,000,000,000. */
    spent?: number;
    fractional?: boolean;
    testOnly?: boolean;
    /** At most 200 items. */
    allow?: string[];
    rate?: {
      /** 1 to 999,999. */
      count: number;
      /** 1 to 8,640,000,000,000. */
      windowMs: number;
    };
  };
  /** At most 5,000,000 items. */
  usage: {
    /** -819,162 to 3,032,896. */
    day: number;
    /** At most 100 characters. */
    operation: string;
    /** At least 1. */
    requests: number;
    charged: number;
    credits: number;
  }[];
  /** At most 5,000,000 items. */
  submitted: {
    kind: 'creators' | 'brands';
    /** 1 to 3,000 characters. */
    name: string;
  }[];
  /** At most 5,000,000 items. */
  submittedOn: {
    kind: 'creators' | 'brands';
    /** -819,162 to 3,032,896. */
    day: number;
    /** At least 1. */
    count: number;
  }[];
}

export interface SavedLedger {
  /** At most 5,000,000 items. */
  accounts: SavedAccount[];
  /** At most 5,000,000 items. */
  keys: SavedKey[];
}

export interface SavedState {
  format: 'creator-sandbox snapshot 1';
  /** -62,135,596,800,000 to 253,402,300,799,999. */
  takenAt: number;
  clock: {
    mode: 'real' | 'frozen' | 'offset' | 'scaled';
    /** -62,135,596,800,000 to 253,402,300,799,999. */
    at?: number;
    /** -315,537,897,599,999 to 315,537,897,599,999. */
    offset?: number;
    /** At most 1,000,000. */
    scale?: number;
  };
  /** The day on which the time of the run begins. Absent before the first call: then it is the day of `takenAt`, until the clock is moved before a call. */
  epoch?: string;
  ledger: SavedLedger;
  windows: Record<string, number[]>;
  traces: Record<string, number>;
  /** The live rules; their counts start again at 0. Keys are given by their ids. At most 2,000 items. */
  faults: FaultRule[];
}

export interface SentReply {
  status: number;
  headers: Record<string, string>;
  /** The text of the reply; of a stream all its events. */
  body: string;
  durationMs: number;
}

export interface SentRequest {
  /** Id of a recorded request to send again, with its key. At least 1. */
  request?: number;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. At most 65,536 characters. */
  path?: string;
  /** Such as prefer. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** A key, its id or its label; null = without a key. 1 to 200 characters. */
  key?: string | null;
}

export interface Settings {
  /** Address to listen on. At least 1 character. */
  host: string;
  /** Port of both generations; 0 picks a free one. The variable PORT applies when SANDBOX_PORT is not set. 0 to 65,535. */
  port: number;
  /** Serve the admin surface on a port of its own; 0 picks a free one. 0 to 65,535. */
  adminPort?: number;
  /** Serve the admin surface under /__admin. */
  admin: boolean;
  /** Token that admin calls must send (Authorization: Bearer). Required when other machines can connect. At least 1 character. */
  adminToken?: string;
  /** Further host names that admin calls may use. At most 1,000 items. */
  adminHosts: string[];
  /** Origins whose pages a browser lets read replies of the service, such as http://localhost:5173, or *. Never the admin surface. At most 1,000 items. */
  cors: string[];
  /** Serve https, with a certificate that is made at the start, or with tlsCert and tlsKey. */
  tls: boolean;
  /** File with the certificate for https (PEM); needs tlsKey. At least 1 character. */
  tlsCert?: string;
  /** File with the private key of tlsCert (PEM). At least 1 character. */
  tlsKey?: string;
  /** Folder for the ledger. Without it the ledger is in memory. At least 1 character. */
  data?: string;
  /** The place of the ledger: memory, sqlite (needs a data folder), or postgres://user@host/database, which several sandboxes can share. The URL is never shown. */
  ledger?: string;
  /** Folder of creators and brands that are added to the world or replace some of it. At least 1 character. */
  fixtures?: string;
  /** Seed of the world. Another seed gives other creators. 0 to 4,294,967,295. */
  seed: number;
  /** Number of people in the world. 10 to 1,000,000. */
  size: number;
  /** real, frozen at an instant (ISO 8601 or epoch milliseconds), offset (+31d, -2h), or faster (x60). */
  clock: string;
  /** The day on which the time of the run begins, such as 2026-01-01. Without it, the day that the clock shows before the first call. */
  epoch?: string;
  /** Folder of recordings of the service, which `creator-sandbox record` wrote: they answer the requests that they know, the world all others. At least 1 character. */
  recordings?: string;
  /** Answer 501 with the nearest recording to a request that was not recorded. */
  recordingsOnly: boolean;
  /** The greatest age of recordings, such as 30d, by real time. Older ones end the start. */
  recordingsMaxAge?: string;
  /** living: from the epoch on creators publish, grow and disappear, and a date keeps its figures. still: every reply moves the instants of one day to the present. */
  worldTime: 'living' | 'still';
  /** Length of a billing cycle, such as 30d. */
  cycle: string;
  /** Words in paths, parameters, fields and values: neutral (gram, clip, tube), or those of the published service. */
  vocabulary: 'neutral' | 'published';
  /** The reading of followerGrowthIn30d and subscriberGrowthIn30d in searches of generation 3: 0.05, or a number of followers. */
  followerGrowth: 'ratio' | 'count';
  /** HTTP methods of the generation 3 look-ups. */
  lookups: 'both' | 'get' | 'post';
  /** Generation 3 operations that answer 503 SERVICE_UNAVAILABLE, as if withdrawn for a time: ["tube/content-search"]. At most 1,000 items. */
  withdrawn: string[];
  /** HTTP status of every generation 2 failure. 200 to 599. */
  v2Status: number;
  /** Prices to replace, by operation: {"clip/profile": 3}, or by field: {"clip/profile": {"fields": {"bio": 0.5}}}. */
  prices: Record<string, unknown>;
  /** Let the request header Prefer force outcomes: code, example, delay, profile. */
  prefer: boolean;
  /** Refuse calls that rely on an assumption that may mislead client code: 501, free of charge. `creator-sandbox decisions --strict` lists these assumptions. */
  strict: boolean;
  /** Milliseconds between the progress events of /nls, divided by the speed of the clock. 0 to 60,000. */
  pace: number;
  /** Time that replies take: off, usual, or a JSON file with median, p99 and max of operations. At least 1 character. */
  latency: string;
  /** A JSON file that says what descriptions of /nls mean. At least 1 character. */
  readings?: string;
  /** The charset that the content type of /nls names. Without one, some clients read another encoding. */
  nlsCharset: 'utf-8' | 'none';
  /** Maximum number of self-describing keys. 0 to 10,000,000. */
  maxKeys: number;
  /** Maximum number of requests in the journal, at most 1,000 of one key; 0 switches it off. local: 20,000, and sandboxes that share a ledger do not share their journals. 0 to 1,000,000. */
  journal: number | string;
  /** Do not show requests on the terminal. */
  quiet: boolean;
  /** Print every request as one line of JSON on stdout, also without a terminal. */
  logRequests: boolean;
  /** URLs of avatars, covers and logos: at a reserved host that never answers, or drawn by the sandbox under /__pictures. */
  pictures: 'reserved' | 'sandbox';
  /** Gate of a run: the most credits that all keys together may spend. */
  budget?: number;
  /** Gate of a run: the least percentage of cells met, among the operations that were called. 0 to 100. */
  minCoverage?: number;
  /** Gate of a run: refusals that it must meet, such as 402/INSUFFICIENT_CREDITS,429. At most 1,000 items. */
  require: string[];
  /** Gate of a run: the most credits that may be wasted. */
  maxWaste?: number;
  /** Gate of a run: how often the client may break the client rules. */
  maxRuleBreaks?: number;
  /** Gate of a run: no call relies on an assumption that may mislead client code, marked (!). */
  refuseAssumptions: boolean;
  /** Let a run with gates make no request; otherwise such a run fails. */
  allowNoRequests: boolean;
  /** Client rules that the gate ignores, each with the reason: {"pages-of-one": "the server decides"}. */
  ignoreRules: Record<string, unknown>;
  /** Gate of a run: give the command a proxy that refuses every other host, and report keys that look real. */
  guard: boolean;
  /** Minimum log level. */
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

export interface SnapshotView {
  name: string;
  /** Epoch milliseconds on the sandbox's clock. */
  takenAt: number;
  bytes: number;
}

export interface TopUp {
  /** Credits of the plan; every cycle renews them. 0 to 1,000,000,000,000. */
  plan?: number;
  /** Credits that never expire. 0 to 1,000,000,000,000. */
  purchased?: number;
}

export interface Verified {
  expected: Expected;
  actual: number;
  /** The cost of the matching requests. */
  credits?: number;
  forgotten: number;
}

export interface Wait {
  match?: Match;
  /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
  filter?: string;
  /** 100 to 599. */
  status?: number;
  /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
  errorCode?: string;
  /** Id of a decision on which the answer relies. At most 60 characters. */
  decision?: string;
  /** Not before this instant of the caller's clock, epoch milliseconds or ISO 8601. */
  since?: number | string;
  /** 1 when absent. 1 to 1,000,000. */
  count?: number;
  /** Real milliseconds; 5,000 when absent. 0 to 60,000. */
  timeoutMs?: number;
}

/** Each operation by its method and path: what it takes, and what it answers. */
export interface Operations {
  /** The OpenAPI document of a generation of the service, or of this surface. */
  'GET /openapi.json': {
    query: {
      /** The generation of the service; 3 when absent. */
      generation?: '3' | '2';
      /** admin: this surface instead of the service. */
      surface?: 'admin';
    };
    /** OpenAPI 3.1. */
    reply: Record<string, unknown>;
    refusal: Problem;
  };
  /** The sandboxes that share this ledger. Where it is not shared, the list is empty. */
  'GET /replicas': {
    reply: {
      shared: boolean;
      replicas: Replica[];
    };
    refusal: Problem;
  };
  /** Creators of the world that meet all terms, those with most followers first. Free of charge. */
  'GET /world/creators': {
    query: {
      /** clip, gram, tube; all when absent. */
      platform?: string;
      /** Part of the handle, of the id or of the displayed name. */
      name?: string;
      /** Name, slug or id of a niche: Food, home-cooking, id_yoga_All. */
      niche?: string;
      /** Three letters: ITA. */
      country?: string;
      /** Main language, three letters: ita. */
      language?: string;
      /** At least so many followers. */
      minFollowers?: string;
      /** At most so many followers. */
      maxFollowers?: string;
      /** true for anything rare, or one of private, new, silent, empty, few, no-followers, losing-followers, no-bio, no-country, no-audience, shorts-only, members-only, several-sponsors, capitals, long-handle. */
      odd?: string;
      /** 1 to 1,000; 20 when absent. */
      limit?: string;
    };
    reply: {
      creators: FoundCreator[];
    };
    refusal: Problem;
  };
  /** The clock of the sandbox. */
  'GET /clock': {
    reply: ClockView;
    refusal: Problem;
  };
  /** Sets the clock of the whole sandbox or of one account, and lists the renewals that ran. */
  'PUT /clock': {
    body: ClockChange;
    reply: ClockMoved;
    refusal: Problem;
  };
  /** Advances the clock and lists the renewals that ran. A real clock becomes an offset clock. */
  'POST /clock/advance': {
    body: {
      /** Milliseconds, or a duration such as 31d. */
      by: number | string;
      /** A key, its id or its label: moves only its account's clock. At least 1 character. */
      key?: string;
    };
    reply: ClockMoved;
    refusal: Problem;
  };
  /** Creates a key. Only this reply shows the whole key. */
  'POST /keys': {
    body: KeyTerms;
    reply: Key;
    refusal: Problem;
  };
  /** The keys in order of creation. */
  'GET /keys': {
    query: {
      /** The cursor from the previous page. */
      cursor?: string;
      /** 1 to 1,000; 100 when absent. */
      limit?: string;
    };
    reply: {
      keys: Key[];
      /** Send it to get the next page; null on the last page. */
      cursor: string | null;
    };
    refusal: Problem;
  };
  /** One key. */
  'GET /keys/{key}': {
    params: {
      /** A key, percent-encoded, its id or its label. */
      key: string;
    };
    reply: Key;
    refusal: Problem;
  };
  /** Changes the given properties. Only a reset clears what a key has spent. */
  'PATCH /keys/{key}': {
    params: {
      /** A key, percent-encoded, its id or its label. */
      key: string;
    };
    body: KeyChanges;
    reply: Key;
    refusal: Problem;
  };
  /** Removes a key with everything kept about it, and its account with the last of its keys. */
  'DELETE /keys/{key}': {
    params: {
      /** A key, percent-encoded, its id or its label. */
      key: string;
    };
    reply: undefined;
    refusal: Problem;
  };
  /** Adds credits to the plan, for this and later cycles, and to the purchased credits. */
  'POST /keys/{key}/credits': {
    params: {
      /** A key, percent-encoded, its id or its label. */
      key: string;
    };
    body: TopUp;
    reply: Key;
    refusal: Problem;
  };
  /** The ledger entries of the key's account, oldest first; their sum is its balance. */
  'GET /keys/{key}/entries': {
    params: {
      /** A key, percent-encoded, its id or its label. */
      key: string;
    };
    query: {
      /** The cursor from the previous page. */
      cursor?: string;
      /** 1 to 1,000; 100 when absent. */
      limit?: string;
    };
    reply: {
      entries: Entry[];
      /** Send it to get the next page; null on the last page. */
      cursor: string | null;
    };
    refusal: Problem;
  };
  /** Resets everything, or one key, to its start and counts what it cleared. Snapshots stay. */
  'POST /reset': {
    body?: {
      /** A key, its id or its label: resets only its account, with all keys of the account. At least 1 character. */
      key?: string;
    };
    reply: Cleared;
    refusal: Problem;
  };
  /** Requests to the service, oldest first. */
  'GET /requests': {
    query: {
      /** A key, its id or its label. 1 to 200 characters. */
      key?: string;
      /** Such as clip/profile. */
      operation?: string;
      method?: string;
      /** Glob. 1 to 200 characters. */
      path?: string;
      /** JSON object of parameters and values, as in a match. */
      query?: string;
      /** JSON object of JSON pointers and values, as in a match. */
      body?: string;
      status?: string;
      /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
      errorCode?: string;
      /** Id of a decision on which the answer relies. At most 60 characters. */
      decision?: string;
      /** Epoch milliseconds or ISO 8601. */
      since?: string;
      /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
      filter?: string;
      /** The cursor from the previous page. */
      cursor?: string;
      /** 1 to 1,000; 100 when absent. */
      limit?: string;
    };
    reply: {
      requests: RequestView[];
      /** Send it to get the next page; null on the last page. */
      cursor: string | null;
      /** The number of older requests that the journal has dropped because of its size. */
      forgotten: number;
    };
    refusal: Problem;
  };
  /** The number of requests that match. */
  'GET /requests/count': {
    query: {
      /** A key, its id or its label. 1 to 200 characters. */
      key?: string;
      /** Such as clip/profile. */
      operation?: string;
      method?: string;
      /** Glob. 1 to 200 characters. */
      path?: string;
      /** JSON object of parameters and values, as in a match. */
      query?: string;
      /** JSON object of JSON pointers and values, as in a match. */
      body?: string;
      status?: string;
      /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
      errorCode?: string;
      /** Id of a decision on which the answer relies. At most 60 characters. */
      decision?: string;
      /** Epoch milliseconds or ISO 8601. */
      since?: string;
      /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
      filter?: string;
    };
    reply: {
      count: number;
      /** The number of older requests that the journal has dropped because of its size. */
      forgotten: number;
    };
    refusal: Problem;
  };
  /** Requests for unknown paths, each with the nearest known path. */
  'GET /requests/unmatched': {
    query: {
      /** A key, its id or its label. 1 to 200 characters. */
      key?: string;
      /** Glob. 1 to 200 characters. */
      path?: string;
      /** Epoch milliseconds or ISO 8601. */
      since?: string;
      /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
      filter?: string;
      /** The cursor from the previous page. */
      cursor?: string;
      /** 1 to 1,000; 100 when absent. */
      limit?: string;
    };
    reply: {
      requests: FoundRequest[];
      /** Send it to get the next page; null on the last page. */
      cursor: string | null;
      /** The number of older requests that the journal has dropped because of its size. */
      forgotten: number;
    };
    refusal: Problem;
  };
  /** One request. */
  'GET /requests/{id}': {
    params: {
      id: string;
    };
    reply: FoundRequest;
    refusal: Problem;
  };
  /** The body of the reply to a request, while it is among the latest; of a stream all that was sent of it. */
  'GET /requests/{id}/reply': {
    params: {
      id: string;
    };
    reply: RecordedReply;
    refusal: Problem;
  };
  /** The latest requests that match, at most 1,000, as an HTTP archive (HAR 1.2). */
  'GET /requests.har': {
    query: {
      /** A key, its id or its label. 1 to 200 characters. */
      key?: string;
      /** Such as clip/profile. */
      operation?: string;
      method?: string;
      /** Glob. 1 to 200 characters. */
      path?: string;
      /** JSON object of parameters and values, as in a match. */
      query?: string;
      /** JSON object of JSON pointers and values, as in a match. */
      body?: string;
      status?: string;
      /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
      errorCode?: string;
      /** Id of a decision on which the answer relies. At most 60 characters. */
      decision?: string;
      /** Epoch milliseconds or ISO 8601. */
      since?: string;
      /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
      filter?: string;
    };
    /** An HTTP archive 1.2. */
    reply: {
      log: Record<string, unknown>;
    };
    refusal: Problem;
  };
  /** Checks how many requests match: 200, or 422 with the expected and actual number and the nearest requests. */
  'POST /verify': {
    body: Check;
    reply: Verified;
    refusal: Problem | Problem & {
      expected?: Expected;
      actual?: number;
      credits?: number;
      forgotten?: number;
      /** The three that differ least; of equal ones the newest first. */
      nearest?: NearRequest[];
      /** The same in words, at most ten lines: expected, found, the nearest with their differences. */
      lines?: string[];
    };
  };
  /** Answers as soon as `count` requests match, earlier ones included; 408 if they do not come in time. */
  'POST /requests/wait': {
    body: Wait;
    reply: {
      actual: number;
      /** At most 10 of them, oldest first. */
      latest: RequestView[];
    };
    refusal: Problem | Problem & {
      expected: Expected;
      actual: number;
      credits?: number;
      forgotten: number;
      /** The three that differ least; of equal ones the newest first. */
      nearest: NearRequest[];
      /** The same in words, at most ten lines: expected, found, the nearest with their differences. */
      lines: string[];
    };
  };
  /** The proof of the requests so far: coverage, receipt, waste, client rules. */
  'GET /report': {
    reply: Report;
    refusal: Problem;
  };
  /** Begins a new report. Resets and deleted keys do not. */
  'DELETE /report': {
    reply: undefined;
    refusal: Problem;
  };
  /** Judges the requests so far: 200, or 422 when a gate does not hold. Gates that are absent are those of the settings. */
  'POST /report/gates': {
    body: Gates;
    reply: {
      gates: GateResult[];
    };
    refusal: Problem | Problem & {
      gates?: GateResult[];
    };
  };
  /** Names the test that uses a key from now on. The header X-Sandbox-Test of a request goes first. */
  'PUT /report/test': {
    body: {
      /** A key, its id or its label. 1 to 200 characters. */
      key: string;
      /** The name of the test; null = none. 1 to 300 characters. */
      test: string | null;
    };
    reply: undefined;
    refusal: Problem;
  };
  /** Counts of this sandbox for monitoring, in the text format of Prometheus, or as OpenMetrics where `Accept` names it. A reset lowers no counter. */
  'GET /metrics': {
    reply: string;
    refusal: Problem;
  };
  /** Server-sent events from now on: request, charge, renewal, fault, lost. With terms other than `key`, only the requests that match. */
  'GET /events': {
    query: {
      /** A key, its id or its label: only its events and those of its account. 1 to 200 characters. */
      key?: string;
      /** Such as clip/profile. */
      operation?: string;
      method?: string;
      /** Glob. 1 to 200 characters. */
      path?: string;
      /** JSON object of parameters and values, as in a match. */
      query?: string;
      /** JSON object of JSON pointers and values, as in a match. */
      body?: string;
      status?: string;
      /** The `errorCode` of generation 3, the error string of generation 2. At most 100 characters. */
      errorCode?: string;
      /** Id of a decision on which the answer relies. At most 60 characters. */
      decision?: string;
      /** Epoch milliseconds or ISO 8601. */
      since?: string;
      /** Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too. At most 2,000 characters. */
      filter?: string;
    };
    reply: string;
    /** One event of the stream. */
    event: SandboxEvent;
    refusal: Problem;
  };
  /** The snapshots in order of name. */
  'GET /snapshots': {
    reply: {
      snapshots: SnapshotView[];
    };
    refusal: Problem;
  };
  /** Takes a snapshot, or imports the snapshot in the body after a complete check, sums included. */
  'PUT /snapshots/{name}': {
    params: {
      /** 1 to 64 lower-case letters, digits or hyphens. */
      name: string;
    };
    body?: SavedState;
    reply: SnapshotView;
    refusal: Problem;
  };
  /** The snapshot itself, for import elsewhere. It holds keys as digests, except demo keys. */
  'GET /snapshots/{name}': {
    params: {
      /** 1 to 64 lower-case letters, digits or hyphens. */
      name: string;
    };
    reply: SavedState;
    refusal: Problem;
  };
  /** Deletes a snapshot. */
  'DELETE /snapshots/{name}': {
    params: {
      /** 1 to 64 lower-case letters, digits or hyphens. */
      name: string;
    };
    reply: undefined;
    refusal: Problem;
  };
  /** Restores everything except the journal. Open streams lose their holds. */
  'POST /snapshots/{name}/restore': {
    params: {
      /** 1 to 64 lower-case letters, digits or hyphens. */
      name: string;
    };
    reply: Restored;
    refusal: Problem;
  };
  /** Adds a fault rule. If several rules match a request, the oldest acts. */
  'POST /faults': {
    body: FaultRule;
    reply: FaultView;
    refusal: Problem;
  };
  /** The fault rules, oldest first, and what each has done. */
  'GET /faults': {
    query: {
      /** A key, its id or its label: only the rules for it. At least 1 character. */
      key?: string;
    };
    reply: {
      faults: FaultView[];
    };
    refusal: Problem;
  };
  /** Removes all fault rules, or those for one key, and releases the requests that they hold. */
  'DELETE /faults': {
    query: {
      /** A key, its id or its label: only the rules for it. At least 1 character. */
      key?: string;
    };
    reply: {
      removed: number;
    };
    refusal: Problem;
  };
  /** Removes a fault rule and releases the requests that it holds. */
  'DELETE /faults/{id}': {
    params: {
      id: string;
    };
    reply: {
      removed: number;
    };
    refusal: Problem;
  };
  /** Releases the requests that a rule holds; from then on it holds none. */
  'POST /faults/{id}/release': {
    params: {
      id: string;
    };
    reply: {
      /** Requests that the rule held. */
      released: number;
    };
    refusal: Problem;
  };
  /** The reply profiles of fault rules. */
  'GET /profiles': {
    reply: {
      profiles: ReplyProfile[];
    };
    refusal: Problem;
  };
  /** The readings: what descriptions of /nls mean. */
  'GET /readings': {
    reply: {
      /** The meanings of descriptions, in the form of the file of the setting `readings`. The first that matches counts. At most 1,000 items. */
      readings: unknown[];
    };
    refusal: Problem;
  };
  /** Replaces all readings, until a reset of everything. */
  'PUT /readings': {
    body: {
      /** The meanings of descriptions, in the form of the file of the setting `readings`. The first that matches counts. At most 1,000 items. */
      readings: unknown[];
    };
    reply: {
      /** The meanings of descriptions, in the form of the file of the setting `readings`. The first that matches counts. At most 1,000 items. */
      readings: unknown[];
    };
    refusal: Problem;
  };
  /** Every behaviour that is observed or assumed, not specified, with the number of replies that relied on it since the start or the last whole reset. */
  'GET /decisions': {
    query: {
      tag?: 'observed' | 'assumed';
      /** A key, its id or its label: counts only its requests, as far back as the journal goes. 1 to 200 characters. */
      key?: string;
    };
    reply: {
      decisions: DecisionView[];
    };
    refusal: Problem;
  };
  /** Says whether the sandbox is ready: its version, world and clock; 503 while the ledger cannot be written, and while the sandbox closes. Needs no token. */
  'GET /health': {
    reply: Health;
    refusal: Problem;
  };
  /** The settings as they were given, defaults included; never the admin token or the URL of a database. */
  'GET /settings': {
    reply: Settings;
    refusal: Problem;
  };
  /** The price of every operation. */
  'GET /prices': {
    reply: Record<string, unknown>;
    refusal: Problem;
  };
  /** Every method and path of the service, with its price. */
  'GET /routes': {
    reply: {
      routes: Route[];
    };
    refusal: Problem;
  };
  /** Prices a request without running it. Missing identifiers do not prevent the price. */
  'POST /quote': {
    body: QuotedRequest;
    reply: Quote;
    refusal: Problem;
  };
  /** Performs a request in the sandbox: a recorded one again, or a new one, with a key named by its id. It is charged and recorded as any other. */
  'POST /send': {
    body: SentRequest;
    reply: SentReply;
    refusal: Problem;
  };
  /** The Model Context Protocol over streamable HTTP: tools and resources for agents. */
  'POST /mcp': {
    query: {
      /** Tells agents apart: each has keys and a budget of its own. */
      agent?: string;
      /** Credits that all keys of the agent may spend together; the budget of its first key when absent. */
      budget?: string;
    };
    /** A message of the protocol, or a list of at most 100. */
    body: unknown;
    /** A message, or a stream of them. */
    reply: unknown;
    refusal: Problem;
  };
}

/** The method and path of an operation, such as `GET /usage`. */
export type Operation = keyof Operations;
/** The parameters of an operation, in its query or in its body. */
export type Request<Of extends Operation> = Operations[Of] extends { query: infer Query }
  ? Query
  : Operations[Of] extends { body: infer Body }
    ? Body
    : undefined;
/** The reply of an operation that succeeds. */
export type Reply<Of extends Operation> = Operations[Of]['reply'];
/** The reply of an operation that refuses. */
export type Refusal<Of extends Operation> = Operations[Of]['refusal'];
