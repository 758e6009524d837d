import type { Millicredits } from '../core/credits.ts';
import { labelText } from './exposition.ts';

/**
 * Counts for a monitoring system, from the start of the process on: a reset lowers none. Its memory is bounded by the
 * tables of operations and refusals, never by what requests say.
 */
export interface Metrics {
  /** @param ms real milliseconds */
  countRequest(reply: CountedReply, ms: number): void;
  /** Counts a reply that is a stream. @returns what to call at its end, with its real milliseconds */
  openStream(reply: CountedReply, traceId: string | null): (ms: number) => void;
  /** A movement of the ledger that was committed. */
  countEntry(entry: CountedEntry): void;
  countFailedStream(operation: string): void;
  /** The counts as they are. */
  readonly counts: MetricCounts;
}

export interface CountedReply {
  /** null for an unknown path, and for what is no HTTP. */
  readonly operation: string | null;
  readonly status: number;
  /** The generation's own string of a refusal; null without one. */
  readonly code: string | null;
  /** A rule or a magic identifier forced it. */
  readonly isInjected: boolean;
}

/** The part of a ledger's entry that is counted. */
interface CountedEntry {
  readonly kind: string;
  readonly operation: string | null;
  readonly plan: Millicredits;
  readonly purchased: Millicredits;
  readonly held: Millicredits;
  readonly traceId: string | null;
}

export interface MetricCounts {
  /** By operation, without those that were never called. */
  readonly operations: ReadonlyMap<string, OperationCounts>;
  /** Credits charged, by operation. */
  readonly charged: ReadonlyMap<string, Millicredits>;
  /** Streams that failed after their first piece, by operation. */
  readonly failedStreams: ReadonlyMap<string, number>;
  readonly openStreams: number;
  /** Reserved by streams that are open. */
  readonly held: Millicredits;
}

export interface OperationCounts {
  /** Grows with every change of the others. */
  readonly changes: number;
  readonly cells: ReadonlyMap<string, ReplyCount>;
  readonly durations: Histogram;
}

export interface ReplyCount {
  /** Operation, status, code and whether it was forced, as a page shows them: written once, not at each scrape. */
  readonly labels: string;
  count: number;
}

/** Durations: how many are at most each bound of `durationBounds`, and beyond all of them; their sum in milliseconds. */
export interface Histogram {
  readonly buckets: number[];
  sumMs: number;
}

/** In milliseconds. A look-up takes less than one; streams and forced delays take seconds. */
export const durationBounds = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000] as const;

/** The label of requests that are no call of an operation. */
const unknownOperation = 'unknown';

/** The label of a status or a code that the tables do not have. */
const otherReply = 'other';

/** By operation, the refusals of the tables, each as `status code`; under null those of any. */
export type KnownReplies = ReadonlyMap<string | null, ReadonlySet<string>>;

export function createMetrics(known: KnownReplies): Metrics {
  const operations = new Map<string, CountsOfOperation>();
  const charged = new Map<string, Millicredits>();
  const failedStreams = new Map<string, number>();
  const holds = new Map<string | null, Millicredits>();
  let openStreams = 0;

  const nameOf = (operation: string | null): string =>
    operation !== null && known.has(operation) ? operation : unknownOperation;
  function countsOf(operation: string | null): CountsOfOperation {
    const name = nameOf(operation);
    const counts = operations.get(name);
    if (counts) return counts;
    const added = newCounts(name, known.get(name === unknownOperation ? null : name) ?? noReplies);
    operations.set(name, added);
    return added;
  }
  function countReply(reply: CountedReply): CountsOfOperation {
    const counts = countsOf(reply.operation);
    cellOf(counts, reply).count += 1;
    counts.changes += 1;
    return counts;
  }

  return {
    countRequest(reply, ms) {
      observe(countReply(reply), ms);
    },
    openStream(reply, traceId) {
      const counts = countReply(reply);
      openStreams += 1;
      return (ms) => {
        observe(counts, ms);
        openStreams -= 1;
        // A reset may have removed its hold.
        holds.delete(traceId);
      };
    },
    countEntry({ kind, operation, plan, purchased, held, traceId }) {
      if (kind === 'hold') holds.set(traceId, held);
      if (kind === 'settle' || kind === 'release') holds.delete(traceId);
      if (kind === 'charge' || kind === 'settle') add(charged, nameOf(operation), -(plan + purchased));
    },
    countFailedStream: (operation) => add(failedStreams, nameOf(operation), 1),
    counts: {
      operations,
      charged,
      failedStreams,
      get openStreams() {
        return openStreams;
      },
      get held() {
        return [...holds.values()].reduce((sum, held) => sum + held, 0);
      },
    },
  };
}

const noReplies: ReadonlySet<string> = new Set();

interface CountsOfOperation extends OperationCounts {
  changes: number;
  readonly operation: string;
  readonly cells: Map<string, CellOfReply>;
  readonly known: ReadonlySet<string>;
  /** Most replies are as the one before. */
  latest: CellOfReply | undefined;
}

interface CellOfReply extends ReplyCount {
  /** The first of them. */
  readonly of: CountedReply;
}

const newCounts = (operation: string, known: ReadonlySet<string>): CountsOfOperation => ({
  operation,
  known,
  changes: 0,
  cells: new Map(),
  durations: { buckets: new Array(durationBounds.length + 1).fill(0), sumMs: 0 },
  latest: undefined,
});

function cellOf(counts: CountsOfOperation, reply: CountedReply): ReplyCount {
  const { latest } = counts;
  if (latest && isSameReply(latest.of, reply)) return latest;
  const isKnown = isSuccess(reply) || counts.known.has(`${reply.status} ${reply.code}`);
  const status = isKnown ? String(reply.status) : otherReply;
  const code = isKnown ? (reply.code ?? '') : otherReply;
  const key = `${status} ${code} ${reply.isInjected}`;
  let cell = counts.cells.get(key);
  if (!cell) {
    const { operation } = counts;
    const injected = String(reply.isInjected);
    cell = { labels: labelText({ operation, status, code, injected }), count: 0, of: reply };
    counts.cells.set(key, cell);
  }
  counts.latest = cell;
  return cell;
}

const isSuccess = ({ status, code }: CountedReply): boolean => status === 200 && code === null;

const isSameReply = (one: CountedReply, other: CountedReply): boolean =>
  one.status === other.status && one.code === other.code && one.isInjected === other.isInjected;

function observe(counts: CountsOfOperation, ms: number): void {
  const { durations } = counts;
  counts.changes += 1;
  durations.sumMs += ms;
  let bucket = 0;
  while (ms > (durationBounds[bucket] as number)) bucket += 1;
  durations.buckets[bucket] = (durations.buckets[bucket] as number) + 1;
}

const add = (counts: Map<string, number>, name: string, more: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + more);
