import type { Millicredits } from '../core/credits.ts';
import { type CellSource, type Cells, createCells } from './cells.ts';
import { evidenceOf } from './evidence.ts';
import { hasMissingValue } from './identifiers.ts';
import { type KeyTally, newKeyTally, noteFailure } from './key-tally.ts';
import { createMetCells, type MetCells } from './met-cells.ts';
import { type OperationFacts, type OperationSource, operationFacts } from './operation-facts.ts';
import { createRetryTracker, type RetryTracker } from './retry-tracker.ts';
import type { Evidence, TallyInput } from './tally-input.ts';
import { createTallyRows, emptyTallyRow, type TallyRow, type TallyRows } from './tally-rows.ts';
import { createTestRows, type TestRows } from './test-rows.ts';

/**
 * Counts what the requests of a run prove, while they pass. Its memory is bounded by keys, operations and tests, not by
 * requests.
 */
export interface Tally {
  /** false = it counts nothing. */
  readonly on: boolean;
  /** Counts a request that was recorded. Call this only while the tally is on. */
  countRequest(input: TallyInput): void;
  /** Counts a request whose reply is a stream that begins. */
  countStream(input: TallyInput): CountedStream;
  /** Adds what a stream cost, once its hold became a charge. */
  addStreamCharge(
    traceId: string,
    keyId: string | null,
    operation: string | null,
    credits: Millicredits,
  ): void;
  /** Counts the failure of a stream that was counted when it began. Call it before the client hears of it. */
  addStreamFailure(traceId: string, errorCode: string): void;
  /** Notes that the next reply to a key of this account comes after a renewal. */
  noteRenewal(account: string): void;
  /** Notes the facts of data that a stream sends after it was counted. */
  noteStreamFacts(operation: string, facts: number, traceId: string): void;
  /** Notes that an admin call changed a key or its account, or all: the same request may now get another answer. */
  noteOutsideChange(keyId?: string): void;
  /** The name of a key that was counted; null without one. */
  labelOf(keyId: string): string | null;
  /** Goes on after a reset of the whole sandbox, with which journal and register begin anew. @param assumed counts so far */
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
  /** When the counting began, on the sandbox's clock. */
  since: number;
  readonly cells: Cells;
  readonly met: MetCells;
  readonly retryTracker: RetryTracker;
  readonly all: AllRequests;
  readonly keys: TallyRows<KeyTally>;
  readonly testRows: TestRows;
  /** By number of the operation; the last one has the unknown paths. */
  readonly operations: readonly TallyRow[];
  readonly operationIds: readonly string[];
  readonly labelOf: Tally['labelOf'];
  /** By decision, what to add to the register's count. */
  readonly carried: ReadonlyMap<string, number>;
}

export interface AllRequests extends TallyRow {
  /** Refusals and streams that a test forced. */
  injected: number;
  /** The refusals among them. */
  injectedRefusals: number;
  /** Replies that a test delayed or changed. */
  changed: number;
  /** Streams that failed after their first piece. */
  failedMidway: number;
}

const noRequests = (): AllRequests => ({
  ...emptyTallyRow(),
  injected: 0,
  injectedRefusals: 0,
  changed: 0,
  failedMidway: 0,
});

export interface TallyOptions extends OperationSource {
  readonly on: boolean;
  readonly generations: readonly CellSource[];
  /** The name that a key was given; null without one. */
  readonly labelOf: (keyId: string) => string | null;
  /** The name in a key, and whether an unknown key could be one of the paid service. */
  readonly about: (secret: unknown) => Pick<KeyTally, 'label' | 'looksReal'>;
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
  /** The instant of the clock. */
  readonly now: () => number;
}

/** Rows of keys; further ones share a last row. */
const maxKeyRows = 5_000;
export const furtherKeys = 'further keys';

/** The name of the row of requests without a key. They may come from several clients. */
export const noKey = '';

/** Streams that may wait for their charge. */
const maxOpenStreams = 10_000;

export function createTally(options: TallyOptions): Tally {
  const state = createState(options);
  const { counts, facts } = state;
  return {
    on: options.on,
    countRequest(input) {
      countReplyTo(state, input, rowsOf(state, input.request, input.test));
    },
    countStream: (input) => countStream(state, input),
    addStreamCharge: (traceId, keyId, operation, credits) =>
      addStreamCharge(state, { traceId, keyId, operation }, credits),
    addStreamFailure: (traceId, errorCode) => addStreamFailure(state, traceId, errorCode),
    noteRenewal: counts.met.noteRenewal,
    noteStreamFacts(id, factMask, traceId) {
      const operation = facts.get(id);
      if (!operation) return;
      const stream = state.streams.get(traceId);
      const cells = counts.met.countFacts(operation, factMask, stream?.input);
      if (stream) counts.retryTracker.noteStreamCells(stream.input, cells, stream.key, operation);
    },
    noteOutsideChange: (keyId) => noteOutsideChange(counts, keyId),
    labelOf: counts.labelOf,
    reset(assumed) {
      for (const [id, requests] of assumed) state.carried.set(id, (state.carried.get(id) ?? 0) + requests);
      endChains(counts);
      noteOutsideChange(counts);
    },
    clear(assumed) {
      clearCounts(state);
      counts.since = options.now();
      for (const [id, requests] of assumed) state.carried.set(id, -requests);
    },
    counts,
  };
}

interface TallyState {
  readonly counts: TallyCounts;
  readonly carried: Map<string, number>;
  /** Facts about the operations, by their ids. */
  readonly facts: ReadonlyMap<string, OperationFacts>;
  /** The streams that began, by their trace ids. */
  readonly streams: Map<string, StreamRows>;
  readonly about: TallyOptions['about'];
}

function createState(options: TallyOptions): TallyState {
  const cells = createCells(options.generations);
  const facts = operationFacts(options, cells);
  const keys = createTallyRows(maxKeyRows, furtherKeys, (name) =>
    newKeyTally(name === furtherKeys || name === noKey),
  );
  const carried = new Map<string, number>();
  const met = createMetCells(cells);
  const counts: TallyCounts = {
    since: options.now(),
    cells,
    met,
    retryTracker: createRetryTracker(cells, options.isFrozen, met.countRefreshed),
    all: noRequests(),
    keys,
    testRows: createTestRows(),
    operations: Array.from({ length: facts.size + 1 }, emptyTallyRow),
    operationIds: [...facts.keys()],
    labelOf: (keyId) => options.labelOf(keyId) ?? keys.find(keyId)?.label ?? null,
    carried,
  };
  return { counts, carried, facts, streams: new Map(), about: options.about };
}

/** The rows of a request: without `operation` on an unknown path. */
interface RequestRows {
  readonly key: KeyTally;
  readonly operation: OperationFacts | undefined;
  /** Of its test, call site and operation. */
  readonly test: TallyRow;
}

/** A stream, whose charge may come later. */
interface StreamRows extends RequestRows {
  readonly input: TallyInput;
  readonly paidAgain: boolean;
  credits: Millicredits;
}

function rowsOf(
  { counts, facts }: TallyState,
  { keyId, operation: id, callSite }: Pick<TallyInput['request'], 'keyId' | 'operation' | 'callSite'>,
  test: string | null,
): RequestRows {
  const operation = id === null ? undefined : facts.get(id);
  return {
    key: counts.keys.of(keyId ?? noKey),
    operation,
    test: counts.testRows.of(test, callSite ?? null, operationNumber(counts, operation)),
  };
}

const operationNumber = ({ operationIds }: TallyCounts, operation: OperationFacts | undefined): number =>
  operation?.number ?? operationIds.length;

const operationRow = (counts: TallyCounts, operation: OperationFacts | undefined) =>
  counts.operations[operationNumber(counts, operation)] as TallyRow;

/** @returns whether it was paid twice */
function countReplyTo({ counts, about }: TallyState, input: TallyInput, rows: RequestRows): boolean {
  const { request } = input;
  const { key, operation, test } = rows;
  if (key.calls === 0) Object.assign(key, about(input.secret));
  const isRefused = request.errorCode !== null || request.status >= 400;
  for (const row of [counts.all, key, operationRow(counts, operation), test]) countCall(row, isRefused);
  if (request.injected !== null) counts.all.injected += 1;
  if (request.injected !== null && isRefused) counts.all.injectedRefusals += 1;
  if (input.isChanged) counts.all.changed += 1;
  const paidAgain =
    operation !== undefined &&
    counts.retryTracker.track(
      input,
      counts.met.countReply(input, isRefused, operation),
      isRefused,
      key,
      operation,
    );
  if (request.credits > 0) addCharge(counts, rows, request.credits, paidAgain ? input : undefined);
  // Who sends the word of a missing value got it from an earlier failure, or meant it.
  if (isRefused && !key.isShared && !hasMissingValue(input.given))
    noteFailure(key, request.traceId, input.test);
  key.latest = input.id;
  key.repliedAt = input.repliedAt;
  return paidAgain;
}

function countStream(state: TallyState, input: TallyInput): CountedStream {
  const { streams, counts } = state;
  const { traceId, credits } = input.request;
  // What becomes of the stream changes its evidence.
  evidenceOf(input);
  const rows = rowsOf(state, input.request, input.test);
  const paidAgain = countReplyTo(state, input, rows);
  const stream: StreamRows = { ...rows, input, paidAgain, credits };
  if (traceId !== null) {
    streams.set(traceId, stream);
    if (streams.size > maxOpenStreams) streams.delete(streams.keys().next().value ?? '');
  }
  return {
    end({ whole, isCut }) {
      if (traceId !== null) streams.delete(traceId);
      if (whole || isCut) return;
      const rule = stream.credits > 0 ? 'left-after-charge' : 'left-before-result';
      counts.retryTracker.clientRules.noteBreak(rule, evidenceOf(input));
    },
  };
}

function addStreamCharge(
  state: TallyState,
  of: { traceId: string; keyId: string | null; operation: string | null },
  credits: Millicredits,
): void {
  const stream = state.streams.get(of.traceId);
  if (stream) {
    stream.credits += credits;
    evidenceOf(stream.input).credits += credits;
  }
  const rows = stream ?? rowsOf(state, of, null);
  addCharge(state.counts, rows, credits, stream?.paidAgain ? stream.input : undefined);
}

function addStreamFailure({ counts, streams }: TallyState, traceId: string, errorCode: string): void {
  const stream = streams.get(traceId);
  if (!stream) return;
  const { input, key, operation } = stream;
  evidenceOf(input).code = errorCode;
  counts.all.failedMidway += 1;
  if (operation) {
    const cell = counts.met.countFailure(input, errorCode, operation);
    if (!key.isShared) counts.retryTracker.failStream(input, cell, key, operation);
  }
  if (!key.isShared) noteFailure(key, traceId, input.test);
}

function addCharge(
  counts: TallyCounts,
  { key, operation, test }: RequestRows,
  credits: Millicredits,
  paidAgain: TallyInput | undefined,
): void {
  const paidTwice = paidAgain ? credits : 0;
  for (const row of [counts.all, key, operationRow(counts, operation), test])
    addCredits(row, credits, paidTwice);
  if (paidAgain)
    counts.retryTracker.waste.addWaste('paid-again', operationNumber(counts, operation), credits, paidAgain);
}

function countCall(row: TallyRow, isRefused: boolean): void {
  row.calls += 1;
  if (isRefused) row.refusals += 1;
}

function addCredits(row: TallyRow, credits: Millicredits, paidTwice: Millicredits): void {
  row.credits += credits;
  row.paidTwice += paidTwice;
}

/** @param keyId all keys when absent */
function noteOutsideChange({ keys }: Pick<TallyCounts, 'keys'>, keyId?: string): void {
  if (keyId === undefined) for (const [, key] of keys.all()) key.changes += 1;
  else {
    const key = keys.find(keyId);
    if (key) key.changes += 1;
  }
}

/** Ids of requests begin anew, so what waits for a later request is decided now. */
function endChains({ keys, retryTracker }: TallyCounts): void {
  for (const request of unretried503s(keys.all()))
    retryTracker.clientRules.noteBreak('no-retry-after-503', request);
  retryTracker.searches.endAll();
  for (const [, key] of keys.all()) {
    Object.assign(key, { latest: 0, failure: undefined });
    for (const chain of key.chains)
      for (const call of chain?.refused.values() ?? []) call.unretried503 = undefined;
  }
}

function clearCounts({ counts, carried, streams }: TallyState): void {
  const { all, operations, met, retryTracker, keys, testRows } = counts;
  for (const row of operations) Object.assign(row, emptyTallyRow());
  Object.assign(all, noRequests());
  for (const each of [met, retryTracker, keys, testRows, streams, carried]) each.clear();
}

/** The 503s that nobody asked again, although their key went on. */
export function* unretried503s(keys: Iterable<readonly [string, KeyTally]>): Iterable<Evidence> {
  for (const [, { chains, latest }] of keys)
    for (const chain of chains)
      for (const { unretried503 } of chain?.refused.values() ?? [])
        if (unretried503 && latest > unretried503.id) yield unretried503;
}
