import type { Millicredits } from '../core/credits.ts';
import { hourMs } from '../core/durations.ts';
import { isObject } from '../core/values.ts';
import { type CellKind, type CellSource, type Cells, createCells } from './cells.ts';
import { type Conduct, createConduct } from './conduct.ts';
import { fact, type Notable, notables } from './facts.ts';
import { type KeyRow, newKeyRow } from './key-row.ts';
import { createCallMemory } from './known-calls.ts';
import type { WasteRule } from './lints.ts';
import { type OperationFacts, type OperationSource, operationFacts } from './operation-facts.ts';
import { isSameSearch, pageRequest, usePages } from './pages.ts';
import type { Seen } from './seen.ts';
import { createRows, emptyRow, type Row, type Rows } from './sums.ts';
import { newThread, repeats, type Thread } from './thread.ts';
import { createLintWatch, type LintWatch } from './watch-lints.ts';
import { createWasteWatch, type WasteWatch } from './watch-waste.ts';

/**
 * Counts what the requests of a run prove, while they pass. Its memory is bounded by keys, operations and tests, not by
 * requests.
 */
export interface Tally {
  /** false = it counts nothing. */
  readonly on: boolean;
  /** Counts a request that was recorded. Call this only while the tally is on. */
  count(seen: Seen): void;
  /** Counts a request whose reply is a stream that begins. */
  countStream(seen: Seen): CountedStream;
  /** A hold became a charge: the stream of this trace id costs so much. */
  settled(traceId: string, keyId: string | null, operation: string | null, credits: Millicredits): void;
  /** The next reply to a key of this account comes after a renewal. */
  renewed(account: string): void;
  /** The facts of data that a stream sends after it was counted. */
  noticed(operation: string, facts: number): void;
  /** A key or its account was changed from outside: the same request may now get another answer. */
  changed(keyId: string): void;
  /** Names a key; a reset and a deletion keep the name. */
  label(keyId: string, label: string): void;
  /** Names the test that uses a key from now on; null = none. */
  test(keyId: string, test: string | null): void;
  /** The register of decisions is about to forget these counts; the report keeps them. */
  carry(assumed: ReadonlyMap<string, number>): void;
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
  /** By cell. */
  readonly earned: Uint32Array;
  readonly injected: Uint32Array;
  readonly conduct: Conduct;
  /** All requests, and those that were injected. */
  readonly all: Row & { injected: number };
  readonly keys: Rows<KeyRow>;
  readonly tests: Rows<Row>;
  /** By number of the operation; the last one has the unknown paths. */
  readonly operations: readonly Row[];
  readonly operationIds: readonly string[];
  readonly lints: LintWatch;
  readonly waste: WasteWatch;
  /** By decision, what to add to the register's count. */
  readonly carried: ReadonlyMap<string, number>;
  /** Whether waits are real time. */
  isTold(): boolean;
}

export interface TallyOptions extends OperationSource {
  readonly on: boolean;
  readonly generations: readonly CellSource[];
  /** The name of a key, and whether an unknown key could be one of the paid service. @param label given to it before */
  readonly about: (secret: unknown, label: string | null) => Pick<KeyRow, 'label' | 'looksReal'>;
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
}

/** Keys and tests beyond these numbers share a row. */
const mostKeys = 5_000;
const mostTests = 5_000;
export const furtherKeys = 'further keys';
const furtherTests = 'further tests';

/** The name of the row of requests without a key. */
export const noKey = '';

/** A call that comes again after this time asks for news. */
const paidAgainMs = hourMs / 6;

/** Streams that may wait for their charge. */
const mostStreams = 10_000;

/** Accounts that may wait for a call after their renewal. */
const mostRenewed = 10_000;

export function createTally(options: TallyOptions): Tally {
  const { on, generations, isFrozen, about } = options;
  const cells = createCells(generations);
  const facts = operationFacts(options, cells);
  const operationIds = [...facts.keys()];
  const earned = new Uint32Array(cells.list.length);
  const injected = new Uint32Array(cells.list.length);
  const conduct = createConduct(cells);
  const kindOf = (cell: number) => cells.list[cell]?.kind;
  const isTold = () => !isFrozen();
  const lints = createLintWatch(isTold);
  const waste = createWasteWatch(operationIds.length);
  const memory = createCallMemory();
  const all = { ...emptyRow(), injected: 0 };
  const operations = Array.from({ length: operationIds.length + 1 }, emptyRow);
  const keys = createRows(mostKeys, furtherKeys, (name) => newKeyRow(name === furtherKeys));
  const tests = createRows(mostTests, furtherTests, emptyRow);
  const carried = new Map<string, number>();
  const streams = new Map<string, Counted>();
  const renewedAccounts = new Set<string>();

  return {
    on,
    count: (seen) => void add(seen),
    countStream(seen) {
      const counted: Counted = { ...rowsOf(seen), again: add(seen), credits: seen.entered.credits };
      const { traceId } = seen.entered;
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
    renewed(account) {
      if (renewedAccounts.size < mostRenewed) renewedAccounts.add(account);
    },
    noticed(operation, bits) {
      const of = facts.get(operation);
      if (of) meetFacts(of, bits, 0, earned);
    },
    changed(keyId) {
      const row = keys.find(keyId);
      if (row) row.changes += 1;
    },
    label(keyId, label) {
      keys.of(keyId).label = label;
    },
    test(keyId, test) {
      keys.of(keyId).test = test;
    },
    carry(assumed) {
      for (const [id, requests] of assumed) carried.set(id, (carried.get(id) ?? 0) + requests);
    },
    clear(assumed) {
      carried.clear();
      for (const [id, requests] of assumed) carried.set(id, -requests);
      for (const counts of [earned, injected]) counts.fill(0);
      for (const row of [all, ...operations]) Object.assign(row, emptyRow());
      all.injected = 0;
      for (const each of [conduct, lints, waste, memory, keys, tests, streams, renewedAccounts]) each.clear();
    },
    counts: {
      cells,
      earned,
      injected,
      conduct,
      all,
      keys,
      tests,
      operations,
      operationIds,
      lints,
      waste,
      carried,
      isTold,
    },
  };

  /** @returns why it was paid twice, if it was */
  function add(seen: Seen): WasteRule | undefined {
    const { entered } = seen;
    const { key, of, test } = rowsOf(seen);
    if (key.calls === 0) Object.assign(key, about(seen.secret, key.label));
    const isRefused = entered.errorCode !== null || entered.status >= 400;
    const ofOperation = operations[of?.number ?? operationIds.length] as Row;
    countCall(all, isRefused);
    countCall(key, isRefused);
    countCall(ofOperation, isRefused);
    if (test) countCall(test, isRefused);
    if (entered.injected !== null) all.injected += 1;
    const again = of && follow(seen, meetReply(seen, isRefused, of), isRefused, key, of);
    if (entered.credits > 0) charge(key, of, test, entered.credits, again);
    key.failed = isRefused ? seen.id : 0;
    key.failedTrace = isRefused ? entered.traceId : null;
    key.latest = seen.id;
    key.repliedAt = seen.repliedAt;
    return again;
  }

  function rowsOf({ entered: { keyId, operation }, test }: Seen): Rowed {
    const key = keys.of(keyId ?? noKey);
    const name = test ?? key.test;
    return {
      key,
      of: operation === null ? undefined : facts.get(operation),
      test: name === null ? undefined : tests.of(name),
    };
  }

  /** Compares a request with the one before it, and takes its place. @returns why it was paid twice, if it was */
  function follow(
    seen: Seen,
    cell: number,
    isRefused: boolean,
    key: KeyRow,
    of: OperationFacts,
  ): WasteRule | undefined {
    // Calls of different keys say nothing about each other.
    if (key.isShared) return undefined;
    const { entered } = seen;
    const thread = key.threads[of.number] ?? newThread();
    key.threads[of.number] = thread;
    const test = seen.test ?? key.test;
    const isSame = repeats(thread, seen);
    const isRetry = isSame && !thread.isPreferred && thread.changes === key.changes && thread.test === test;
    const kind = cell < 0 ? undefined : kindOf(cell);
    if (thread.cell >= 0) followCell(seen, thread, of, kind, isSame, isRetry);
    if (kind === 'rate' && entered.injected === null && key.repliedAt > seen.arrivedAt)
      lints.found('more-at-once-than-the-rate', seen.id);
    if (key.pages && !of.isPaged && key.pages.platform === of.platform) usePages(key.pages, seen.given);

    const text = seen.body === null ? entered.url : seen.body;
    const known = text === undefined ? undefined : thread.calls.get(text);
    const isClean =
      (known?.isClean && key.failed === 0 && !seen.keyOutside) || lints.watchParameters(seen, key, of);
    let again: WasteRule | undefined;
    if (!isRefused) {
      if (of.isFractional) waste.watchFields(seen, of, thread);
      if (of.isPaged) followPage(seen, thread, key, of);
      if (
        known &&
        known.test === test &&
        thread.changes === key.changes &&
        entered.at - known.at <= paidAgainMs
      )
        again = isRetry && !thread.isRefused && !thread.isInjected ? 'retried-success' : 'paid-again';
      if (text !== undefined) {
        const call = known ?? memory.remember(thread, text, entered.at, test);
        call.at = entered.at;
        call.test = test;
        call.isClean = isClean;
      }
    }

    const isRepeated = isSame && thread.isRefused;
    thread.lastWait = isRepeated ? seen.arrivedAt - thread.repliedAt : 0;
    if (!isRepeated) thread.flat = 0;
    thread.retries = isRepeated ? thread.retries + 1 : 0;
    if (kind === 'unavailable') owe(seen, thread);
    thread.cell = cell;
    thread.request = seen.id;
    thread.method = entered.method;
    thread.url = entered.url;
    thread.body = seen.body;
    thread.repliedAt = seen.repliedAt;
    thread.isInjected = entered.injected !== null;
    thread.isPreferred = entered.injected === 'Prefer';
    thread.isRefused = isRefused;
    thread.changes = key.changes;
    thread.test = test;
    return again;
  }

  /** The reply before was a cell: what did the client make of it? */
  function followCell(
    seen: Seen,
    thread: Thread,
    of: OperationFacts,
    kind: CellKind | undefined,
    isSame: boolean,
    isRetry: boolean,
  ): void {
    const { cell } = thread;
    if (isSame) conduct.retried(cell, isFrozen() ? undefined : seen.arrivedAt - thread.repliedAt);
    else if (seen.entered.credits > 0) conduct.wentOn(cell);
    else conduct.askedElse(cell);
    if (isRetry) {
      const before = kindOf(cell);
      lints.retried(seen, before, kind, thread);
      if (before === 'absent' && kind === 'absent') waste.found('asked-again-after-404', of.number, 0);
    }
    if (thread.owed > 0 && thread.owedUrl === seen.entered.url && thread.owedBody === seen.body)
      thread.owed = 0;
  }

  function followPage(seen: Seen, thread: Thread, key: KeyRow, of: OperationFacts): void {
    const page = pageRequest(seen.given);
    if (!page) return;
    const isSame = thread.page !== undefined && isSameSearch(thread.page, page);
    lints.watchPage(seen, page, thread, isSame);
    waste.watchPage(seen, page, key, of, isSame);
    // A large body is not kept.
    thread.page = seen.body === undefined ? undefined : page;
    thread.isLast = (seen.facts & fact.last) !== 0;
  }

  /** The client should ask this again. */
  function owe({ id, entered, body }: Seen, thread: Thread): void {
    if (thread.retries > 0 || entered.injected === 'Prefer' || entered.injected === 'identifier') return;
    if (thread.owed > 0) lints.found('no-retry-after-503', thread.owed);
    thread.owed = id;
    thread.owedUrl = entered.url;
    thread.owedBody = body;
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

  /** Counts the cells of a reply. @returns the last of them; -1 if there is none */
  function meetReply(
    { entered, facts: bits, given, caller }: Seen,
    isRefused: boolean,
    of: OperationFacts,
  ): number {
    const met = entered.injected === null ? earned : injected;
    if (entered.errorCode !== null) return meet(of, entered.errorCode, met);
    if (isRefused) return -1;
    let cell = -1;
    if (bits !== 0) cell = meetFacts(of, bits, isObject(given) ? Number(given['offset'] ?? 0) : 0, met);
    if (caller?.unlimited) cell = meet(of, notables.unlimitedAccount.code, met);
    if (caller && renewedAccounts.size > 0 && renewedAccounts.delete(caller.account))
      cell = meet(of, notables.afterRenewal.code, met);
    return cell;
  }

  function meetFacts(of: OperationFacts, bits: number, offset: number, met: Uint32Array): number {
    let cell = -1;
    const notice = (bit: number, { code }: Notable) => {
      if (bits & bit) cell = Math.max(cell, meet(of, code, met));
    };
    notice(fact.private, notables.privateAccount);
    notice(fact.photo, notables.photoPost);
    notice(fact.broad, notables.tooBroad);
    notice(fact.last, notables.lastPage);
    notice(fact.empty, offset > 0 ? notables.emptyPage : notables.noResults);
    return cell;
  }
}

function meet(of: OperationFacts, code: string, met: Uint32Array): number {
  const cell = of.cells.get(code) ?? -1;
  if (cell >= 0) met[cell] = (met[cell] ?? 0) + 1;
  return cell;
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
