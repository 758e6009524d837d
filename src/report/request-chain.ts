import type { PageRequest } from './pages.ts';
import type { TallyInput } from './tally-input.ts';

/** The calls of one key to one operation: the latest one, and what the rules need about those before. */
export interface RequestChain {
  /** The cell of the latest reply; -1 if it was an ordinary success. */
  cell: number;
  /** The latest request in the journal. */
  id: number;
  /** The latest request, by what makes another request the same. */
  method: string;
  url: string;
  body: string | null | undefined;
  repliedAt: number;
  isInjected: boolean;
  /** A header forced its reply, so the next request is a step of the test and no retry. */
  isPreferred: boolean;
  isRefused: boolean;
  /** `changes` of the key at that request. */
  changes: number;
  test: string | null;
  /** How often in turn the same request was sent again, and the milliseconds before the last time. */
  retries: number;
  lastWait: number;
  /** Waits in turn that did not grow. */
  flatWaits: number;
  /** A 503 that was not asked again yet; 0 = none. */
  unretried503: number;
  unretriedUrl: string;
  unretriedBody: string | null | undefined;
  /** The latest page of a search, and whether it was the last one. */
  page: PageRequest | undefined;
  isLast: boolean;
  /** Pages of one record in turn. */
  singleItemPages: number;
  /** Calls that succeeded, by what makes them the same. */
  readonly calls: KnownCalls;
  /** Whole records that were paid since the last call with `fields`. */
  wholeRecords: number;
}

export const newRequestChain = (): RequestChain => ({
  cell: -1,
  id: 0,
  method: '',
  url: '',
  body: null,
  repliedAt: 0,
  isInjected: false,
  isPreferred: false,
  isRefused: false,
  changes: 0,
  test: null,
  retries: 0,
  lastWait: 0,
  flatWaits: 0,
  unretried503: 0,
  unretriedUrl: '',
  unretriedBody: null,
  page: undefined,
  isLast: false,
  singleItemPages: 0,
  calls: new Map(),
  wholeRecords: 0,
});

/** Calls by their body, or by their URL if they have none. */
export type KnownCalls = Map<string, KnownCall>;

export interface KnownCall {
  /** When it succeeded last, on the caller's clock. */
  at: number;
  test: string | null;
  /** `changes` of the key then. */
  changes: number;
  /** Its parameters broke no rule, so they are not checked again. */
  isClean: boolean;
}

/** Whether a request repeats the latest one of a chain, which had been answered when it arrived. */
export const isRepeat = (chain: RequestChain, { request, body, arrivedAt }: TallyInput): boolean =>
  chain.url === request.url &&
  chain.method === request.method &&
  chain.body === body &&
  body !== undefined &&
  arrivedAt >= chain.repliedAt;
