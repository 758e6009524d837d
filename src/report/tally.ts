import type { Millicredits } from '../core/credits.ts';
import { type CellSource, type Cells, createCells } from './cells.ts';
import type { WasteRule } from './client-rules.ts';
import { type KeyRow, newKeyRow } from './key-tally.ts';
import { createMetCells, type MetCells } from './met-cells.ts';
import { type OperationFacts, type OperationSource, operationFacts } from './operation-facts.ts';
import { createFollower, type Follower } from './retry-tracker.ts';
import type { TallyInput } from './tally-input.ts';
import { createRows, emptyRow, type Row, type Rows } from './tally-rows.ts';

/**
 * Counts what the requests of a run prove, while they pass. Its memory is bounded by keys, operations and tests, not by
 * requests.
 */
export interface Tally {
  /** false = it counts nothing. */
  readonly on: boolean;
  /** Counts a request that was recorded. Call this only while the tally is on. */
  count(seen: TallyInput): void;
  /** Counts a request whose reply is a stream that begins. */
  countStream(seen: TallyInput): CountedStream;
  /** A hold became a charge: the stream of this trace id costs so much. */
  settled(traceId: string, keyId: string | null, operation: string | null, credits: Millicredits): void;
  /** The next reply to a key of this account comes after a renewal. */
  renewed(account: string): void;
  /** The facts of data that a stream sends after it was counted. */
  noticed(operation: string, facts: number): void;
  /** A key or its account was changed from outside, or all were: the same request may now get another answer. */
  changed(keyId?: string): void;
  /** The name of a key that was counted; null without one. */
  labelOf(keyId: string): string | null;
  /** The whole sandbox is reset: journal and register begin anew, and the report goes on. @param assumed counts so far */
  reset(assumed: ReadonlyMap<string, number>): void;
  /** Forgets everything. @param assumed the present counts of the register, from which the next report counts on */
  clear(assumed: ReadonlyMap<string, number>): void;
  /** The counts as they are. */
  readonly counts: TallyCounts;
}

export interface CountedStream {
  /** @param whole whether the client read it to its end @param isCut whether a test broke it off */
  end(outcome: { whole: boolean; isCut: boolean }): void;
}

export interface TallyCounts {
  readonly cells: Cells;
  readonly met: MetCells;
  readonly follower: Follower;
  /** All requests, and those that were injected. */
  readonly all: Row & { injected: number };
  readonly keys: Rows<KeyRow>;
  readonly tests: Rows<Row>;
  /** By number of the operation; the last one has the unknown paths. */
  readonly operations: readonly Row[];
  readonly operationIds: readonly string[];
  readonly labelOf: Tally['labelOf'];
  /** By decision, what to add to the register's count. */
  readonly carried: ReadonlyMap<string, number>;
}

export interface TallyOptions extends OperationSource {
  readonly on: boolean;
  readonly generations: readonly CellSource[];
  /** The name that a key was given; null without one. */
  readonly labelOf: (keyId: string) => string | null;
  /** The name in a key, and whether an unknown key could be one of the paid service. */
  readonly about: (secret: unknown) => Pick<KeyRow, 'label' | 'looksReal'>;
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
}

/** Keys and tests beyond these numbers share a row. */
const mostKeys = 5_000;
const mostTests = 5_000;
export const furtherKeys = 'further keys';
const furtherTests = 'further tests';

/** The name of the row of requests without a key. They may come from several clients. */
export const noKey = '';

/** Streams that may wait for their charge. */
const mostStreams = 10_000;

export function createTally(options: TallyOptions): Tally {
  const { on, generations, isFrozen, about } = options;
  const cells = createCells(generations);
  const facts = operationFacts(options, cells);
  const operationIds = [...facts.keys()];
  const met = createMetCells(cells);
  const follower = createFollower(cells, operationIds.length, isFrozen);
  const { lints, waste } = follower;
  const all = { ...emptyRow(), injected: 0 };
  const operations = Array.from({ length: operationIds.length + 1 }, emptyRow);
  const keys = createRows(mostKeys, furtherKeys, (name) => newKeyRow(name === furtherKeys || name === noKey));
  const tests = createRows(mostTests, furtherTests, emptyRow);
  const carried = new Map<string, number>();
  const streams = new Map<string, Counted>();

  return {
    on,
    count: (seen) => void add(seen),
    countStream(seen) {
      const counted: Counted = { ...rowsOf(seen), again: add(seen), credits: seen.request.credits };
      const { traceId } = seen.request;
      if (traceId !== null) {
        streams.set(traceId, counted);
        if (streams.size > mostStreams) streams.delete(streams.keys().next().value ?? '');
      }
      return {
        end({ whole, isCut }) {
          if (traceId !== null) streams.delete(traceId);
          if (whole || isCut) return;
          lints.found(counted.credits > 0 ? 'left-after-charge' : 'left-before-result', seen.id);
        },
      };
    },
    settled(traceId, keyId, operation, credits) {
      const counted = streams.get(traceId);
      if (counted) counted.credits += credits;
      const { key, of, test, again } = counted ?? {
        key: keys.of(keyId ?? noKey),
        of: operation === null ? undefined : facts.get(operation),
        test: undefined,
        again: undefined,
      };
      charge(key, of, test, credits, again);
    },
    renewed: met.renewed,
    noticed(operation, bits) {
      const of = facts.get(operation);
      if (of) met.notice(of, bits);
    },
    changed,
    labelOf,
    reset(assumed) {
      for (const [id, requests] of assumed) carried.set(id, (carried.get(id) ?? 0) + requests);
      for (const request of owedRetries(keys.all())) lints.found('no-retry-after-503', request);
      for (const [, row] of keys.all()) {
        Object.assign(row, { latest: 0, failed: 0 });
        for (const thread of row.threads) if (thread) thread.owed = 0;
      }
      changed();
    },
    clear(assumed) {
      carried.clear();
      for (const [id, requests] of assumed) carried.set(id, -requests);
      for (const row of [all, ...operations]) Object.assign(row, emptyRow());
      all.injected = 0;
      for (const each of [met, follower, keys, tests, streams]) each.clear();
    },
    counts: { cells, met, follower, all, keys, tests, operations, operationIds, labelOf, carried },
  };

  /** @returns why it was paid twice, if it was */
  function add(seen: TallyInput): WasteRule | undefined {
    const { request: entered } = seen;
    const { key, of, test } = rowsOf(seen);
    if (key.calls === 0) Object.assign(key, about(seen.secret));
    const isRefused = entered.errorCode !== null || entered.status >= 400;
    const ofOperation = operations[of?.number ?? operationIds.length] as Row;
    countCall(all, isRefused);
    countCall(key, isRefused);
    countCall(ofOperation, isRefused);
    if (test) countCall(test, isRefused);
    if (entered.injected !== null) all.injected += 1;
    const again = of && follower.follow(seen, met.meet(seen, isRefused, of), isRefused, key, of);
    if (entered.credits > 0) charge(key, of, test, entered.credits, again);
    key.failed = isRefused && !key.isShared ? seen.id : 0;
    key.failedTrace = isRefused ? entered.traceId : null;
    key.latest = seen.id;
    key.repliedAt = seen.repliedAt;
    return again;
  }

  function labelOf(keyId: string): string | null {
    return options.labelOf(keyId) ?? keys.find(keyId)?.label ?? null;
  }

  function changed(keyId?: string): void {
    if (keyId === undefined) for (const [, row] of keys.all()) row.changes += 1;
    else {
      const row = keys.find(keyId);
      if (row) row.changes += 1;
    }
  }

  function rowsOf({ request: { keyId, operation }, test }: TallyInput): Rowed {
    return {
      key: keys.of(keyId ?? noKey),
      of: operation === null ? undefined : facts.get(operation),
      test: test === null ? undefined : tests.of(test),
    };
  }

  function charge(
    key: KeyRow,
    of: OperationFacts | undefined,
    test: Row | undefined,
    credits: Millicredits,
    again: WasteRule | undefined,
  ): void {
    const paidTwice = again ? credits : 0;
    pay(all, credits, paidTwice);
    pay(key, credits, paidTwice);
    pay(operations[of?.number ?? operationIds.length] as Row, credits, paidTwice);
    if (test) pay(test, credits, paidTwice);
    if (again && of) waste.found(again, of.number, credits);
  }
}

function countCall(row: Row, isRefused: boolean): void {
  row.calls += 1;
  if (isRefused) row.refusals += 1;
}

function pay(row: Row, credits: Millicredits, paidTwice: Millicredits): void {
  row.credits += credits;
  row.paidTwice += paidTwice;
}

/** The rows of a request; `test` if its test is known. */
interface Rowed {
  readonly key: KeyRow;
  readonly of: OperationFacts | undefined;
  readonly test: Row | undefined;
}

/** A stream, whose charge may come later. */
interface Counted extends Rowed {
  readonly again: WasteRule | undefined;
  credits: Millicredits;
}

/** The 503s that nobody asked again, although their key went on. */
export function* owedRetries(keys: Iterable<readonly [string, KeyRow]>): Iterable<number> {
  for (const [, { threads, latest }] of keys)
    for (const thread of threads) if (thread && thread.owed > 0 && latest > thread.owed) yield thread.owed;
}
