import type { PageRequest, SearchPages } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import { emptyTallyRow, type TallyRow } from './tally-rows.ts';

/** One key: its sums, and its calls by operation. */
export interface KeyTally extends TallyRow {
  /** It stands for several keys, so its calls say nothing about each other. */
  readonly isShared: boolean;
  /** The name in the key itself. */
  label: string | null;
  looksReal: boolean;
  /** By the number of the operation. */
  readonly chains: (RequestChain | undefined)[];
  /** How often an admin call changed the key or its account. */
  changes: number;
  /** When its latest reply left, in milliseconds of `performance.now()`. */
  repliedAt: number;
  /** The id of its latest request in the journal. */
  latest: number;
  /** Its latest failures; undefined = none. */
  failure: KeyFailure | undefined;
  /** Calls that its rate refused at the present instant of a frozen clock. */
  limited: { readonly test: string | null; readonly changes: number; isRetried: boolean } | undefined;
  /** Its searches by what makes them one. */
  readonly searches: Map<string, SearchPages>;
  latestSearch: LatestSearch | undefined;
}

/** The search of the latest page. */
interface LatestSearch {
  readonly search: SearchPages;
  readonly given: PageRequest['given'];
  readonly test: string | null;
  readonly changes: number;
}

/** Failures from which a client may have read an id. Clients interleave their calls, so others may come in between. */
interface KeyFailure {
  /** `calls` of the key at the latest one. */
  call: number;
  readonly test: string | null;
  readonly changes: number;
  /** The latest trace ids. */
  readonly traces: (string | null)[];
}

/** Calls of a key, of all its workers, after which a failure is forgotten; and trace ids that are remembered. */
const maxCallsSince = 64;

export function noteFailure(key: KeyTally, traceId: string | null, test: string | null): void {
  if (key.failure?.test !== test || key.failure.changes !== key.changes)
    key.failure = { call: 0, test, changes: key.changes, traces: [] };
  key.failure.call = key.calls;
  if (key.failure.traces.push(traceId) > maxCallsSince) key.failure.traces.shift();
}

/** The failures from which this test may have read what it sends now. */
export const failureBefore = (
  { failure, calls, changes }: KeyTally,
  test: string | null,
): KeyFailure | undefined =>
  failure && calls - failure.call <= maxCallsSince && failure.test === test && failure.changes === changes
    ? failure
    : undefined;

export const newKeyTally = (isShared: boolean): KeyTally => ({
  ...emptyTallyRow(),
  isShared,
  label: null,
  looksReal: false,
  chains: [],
  changes: 0,
  repliedAt: 0,
  latest: 0,
  failure: undefined,
  limited: undefined,
  searches: new Map(),
  latestSearch: undefined,
});
