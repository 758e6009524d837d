import type { Millicredits } from '../core/credits.ts';
import { type CellSource, type Cells, createCells } from './cells.ts';
import type { WasteRuleName } from './client-rules.ts';
import { type KeyTally, newKeyTally } from './key-tally.ts';
import { createMetCells, type MetCells } from './met-cells.ts';
import { type OperationFacts, type OperationSource, operationFacts } from './operation-facts.ts';
import { createRetryTracker, type RetryTracker } from './retry-tracker.ts';
import type { TallyInput } from './tally-input.ts';
import { createTallyRows, emptyTallyRow, type TallyRow, type TallyRows } from './tally-rows.ts';

/**
 * Counts what the requests of a run prove, while they pass. Its memory is bounded by keys, operations and tests, not by
 * requests.
 */
export interface Tally {
  /** false = it counts nothing. */
  readonly on: boolean;
  /** Counts a request that was recorded. Call this only while the tally is on. */
  countRequest(seen: TallyInput): void;
  /** Counts a request whose reply is a stream that begins. */
  countStream(seen: TallyInput): CountedStream;
  /** A hold became a charge: the stream of this trace id costs so much. */
  addStreamCharge(
    traceId: string,
    keyId: string | null,
    operation: string | null,
    credits: Millicredits,
  ): void;
  /** The next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
  /** The facts of data that a stream sends after it was counted. */
  noteStreamFacts(operation: string, facts: number): void;
  /** A key or its account was changed from outside, or all were: the same request may now get another answer. */
  noteOutsideChange(keyId?: string): void;
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
  readonly retryTracker: RetryTracker;
  /** All requests, and those that were injected. */
  readonly all: TallyRow & { injected: number };
  readonly keys: TallyRows<KeyTally>;
  readonly tests: TallyRows<TallyRow>;
  /** By number of the operation; the last one has the unknown paths. */
  readonly operations: readonly TallyRow[];
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
  readonly about: (secret: unknown) => Pick<KeyTally, 'label' | 'looksReal'>;
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
}

/** Keys and tests beyond these numbers share a row. */
const maxKeyRows = 5_000;
const maxTestRows = 5_000;
export const furtherKeys = 'further keys';
const furtherTests = 'further tests';

/** The name of the row of requests without a key. They may come from several clients. */
export const noKey = '';

/** Streams that may wait for their charge. */
const maxOpenStreams = 10_000;

export function createTally(options: TallyOptions): Tally {
  const { on, generations, isFrozen, about } = options;
  const cells = createCells(generations);
  const facts = operationFacts(options, cells);
  const operationIds = [...facts.keys()];
  const met = createMetCells(cells);
  const follower = createRetryTracker(cells, operationIds.length, isFrozen);
  const { clientRules: lints, waste } = follower;
  const all = { ...emptyTallyRow(), injected: 0 };
  const operations = Array.from({ length: operationIds.length + 1 }, emptyTallyRow);
  const keys = createTallyRows(maxKeyRows, furtherKeys, (name) =>
    newKeyTally(name === furtherKeys || name === noKey),
  );
  const tests = createTallyRows(maxTestRows, furtherTests, emptyTallyRow);
  const carried = new Map<string, number>();
  const streams = new Map<string, StreamRows>();

  return {
    on,
    countRequest: (seen) => void add(seen),
    countStream(seen) {
      const counted: StreamRows = { ...rowsOf(seen), again: add(seen), credits: seen.request.credits };
      const { traceId } = seen.request;
      if (traceId !== null) {
        streams.set(traceId, counted);
        if (streams.size > maxOpenStreams) streams.delete(streams.keys().next().value ?? '');
      }
      return {
        end({ whole, isCut }) {
          if (traceId !== null) streams.delete(traceId);
          if (whole || isCut) return;
          lints.noteBreak(counted.credits > 0 ? 'left-after-charge' : 'left-before-result', seen.id);
        },
      };
    },
    addStreamCharge(traceId, keyId, operation, credits) {
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
    noteRenewal: met.noteRenewal,
    noteStreamFacts(operation, bits) {
      const of = facts.get(operation);
      if (of) met.countFacts(of, bits);
    },
    noteOutsideChange: changed,
    labelOf,
    reset(assumed) {
      for (const [id, requests] of assumed) carried.set(id, (carried.get(id) ?? 0) + requests);
      for (const request of unretried503s(keys.all())) lints.noteBreak('no-retry-after-503', request);
      for (const [, row] of keys.all()) {
        Object.assign(row, { latest: 0, failed: 0 });
        for (const thread of row.chains) if (thread) thread.unretried503 = 0;
      }
      changed();
    },
    clear(assumed) {
      carried.clear();
      for (const [id, requests] of assumed) carried.set(id, -requests);
      for (const row of [all, ...operations]) Object.assign(row, emptyTallyRow());
      all.injected = 0;
      for (const each of [met, follower, keys, tests, streams]) each.clear();
    },
    counts: {
      cells,
      met,
      retryTracker: follower,
      all,
      keys,
      tests,
      operations,
      operationIds,
      labelOf,
      carried,
    },
  };

  /** @returns why it was paid twice, if it was */
  function add(seen: TallyInput): WasteRuleName | undefined {
    const { request: entered } = seen;
    const { key, of, test } = rowsOf(seen);
    if (key.calls === 0) Object.assign(key, about(seen.secret));
    const isRefused = entered.errorCode !== null || entered.status >= 400;
    const ofOperation = operations[of?.number ?? operationIds.length] as TallyRow;
    countCall(all, isRefused);
    countCall(key, isRefused);
    countCall(ofOperation, isRefused);
    if (test) countCall(test, isRefused);
    if (entered.injected !== null) all.injected += 1;
    const again = of && follower.track(seen, met.countReply(seen, isRefused, of), isRefused, key, of);
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

  function rowsOf({ request: { keyId, operation }, test }: TallyInput): RequestRows {
    return {
      key: keys.of(keyId ?? noKey),
      of: operation === null ? undefined : facts.get(operation),
      test: test === null ? undefined : tests.of(test),
    };
  }

  function charge(
    key: KeyTally,
    of: OperationFacts | undefined,
    test: TallyRow | undefined,
    credits: Millicredits,
    again: WasteRuleName | undefined,
  ): void {
    const paidTwice = again ? credits : 0;
    pay(all, credits, paidTwice);
    pay(key, credits, paidTwice);
    pay(operations[of?.number ?? operationIds.length] as TallyRow, credits, paidTwice);
    if (test) pay(test, credits, paidTwice);
    if (again && of) waste.addWaste(again, of.number, credits);
  }
}

function countCall(row: TallyRow, isRefused: boolean): void {
  row.calls += 1;
  if (isRefused) row.refusals += 1;
}

function pay(row: TallyRow, credits: Millicredits, paidTwice: Millicredits): void {
  row.credits += credits;
  row.paidTwice += paidTwice;
}

/** The rows of a request; `test` if its test is known. */
interface RequestRows {
  readonly key: KeyTally;
  readonly of: OperationFacts | undefined;
  readonly test: TallyRow | undefined;
}

/** A stream, whose charge may come later. */
interface StreamRows extends RequestRows {
  readonly again: WasteRuleName | undefined;
  credits: Millicredits;
}

/** The 503s that nobody asked again, although their key went on. */
export function* unretried503s(keys: Iterable<readonly [string, KeyTally]>): Iterable<number> {
  for (const [, { chains: threads, latest }] of keys)
    for (const thread of threads)
      if (thread && thread.unretried503 > 0 && latest > thread.unretried503) yield thread.unretried503;
}
