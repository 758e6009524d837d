import type { Millicredits } from '../core/credits.ts';
import type { PageRequest } from './pages.ts';
import type { TallyInput } from './tally-input.ts';

/** The calls of one key to one operation: the latest of them, and what the rules keep about those before. */
export interface RequestChain {
  /** The cell of the latest reply; -1 if it was an ordinary success. */
  cell: number;
  /** The latest request: its id in the journal and what makes another request the same. */
  request: number;
  method: string;
  url: string;
  body: string | null | undefined;
  repliedAt: number;
  isInjected: boolean;
  /** A test forced it with a header, so the next request is the test's and no retry. */
  isPreferred: boolean;
  isRefused: boolean;
  paid: Millicredits;
  /** How often the key and its account had been changed from outside. */
  changes: number;
  test: string | null;
  /** How often in turn the same request was sent again, and the wait before the last of them in milliseconds. */
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
  request: 0,
  method: '',
  url: '',
  body: null,
  repliedAt: 0,
  isInjected: false,
  isPreferred: false,
  isRefused: false,
  paid: 0,
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
  /** `changes` of the thread then. */
  changes: number;
  /** Its parameters broke no rule, so they need no second look. */
  isClean: boolean;
}

/** Whether a request repeats the latest one of a thread, which had been answered when it arrived. */
export const isRepeat = (thread: RequestChain, { request: entered, body, arrivedAt }: TallyInput): boolean =>
  thread.url === entered.url &&
  thread.method === entered.method &&
  thread.body === body &&
  body !== undefined &&
  arrivedAt >= thread.repliedAt;
