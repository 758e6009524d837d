import type { Millicredits } from '../core/credits.ts';
import { type CellSource, type Cells, createCells } from './cells.ts';
import { type Conduct, createConduct } from './conduct.ts';
import { fact, type NotableName } from './facts.ts';
import { type KeyRow, newKeyRow } from './key-row.ts';
import type { WasteRule } from './lints.ts';
import { type OperationFacts, type OperationSource, operationFacts } from './operation-facts.ts';
import { pageRequest } from './pages.ts';
import type { Seen } from './seen.ts';
import { createRows, emptyRow, type Row, type Rows } from './sums.ts';
import { newThread, repeats } from './thread.ts';
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
  /** Whether the clock stands still. */
  readonly isFrozen: () => boolean;
}

/** Keys and tests beyond these numbers share a row. */
const mostKeys = 5_000;
const mostTests = 5_000;
export const furtherKeys = 'further keys';
export const furtherTests = 'further tests';

/** The name of the row of requests without a key. */
export const noKey = '';

/** Streams that may wait for their charge. */
const mostStreams = 10_000;

/** Accounts that may wait for a call after their renewal. */
const mostRenewed = 10_000;

export function createTally(options: TallyOptions): Tally {
  const { on, generations, isFrozen } = options;
  const cells = createCells(generations);
  const facts = operationFacts(options);
  const operationIds = [...facts.keys()];
  const earned = new Uint32Array(cells.list.length);
  const injected = new Uint32Array(cells.list.length);
  const conduct = createConduct(cells);
  const kindOf = (cell: number) => cells.list[cell]?.kind;
  const isTold = () => !isFrozen();
  const lints = createLintWatch(kindOf, isTold);
  const waste = createWasteWatch(operationIds.length, kindOf);
  const all = { ...emptyRow(), injected: 0 };
  const operations = Array.from({ length: operationIds.length + 1 }, emptyRow);
  let keyNumbers = 0;
  const keys = createRows(mostKeys, furtherKeys, (name) => {
    keyNumbers += 1;
    return newKeyRow(keyNumbers, name === furtherKeys);
  });
  const tests = createRows(mostTests, furtherTests, emptyRow);
  const carried = new Map<string, number>();
  const streams = new Map<string, Counted>();
  const renewedAccounts = new Set<string>();

  return {
    on,
    count: (seen) => void add(seen),
    countStream(seen) {
      const counted = add(seen);
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
      const rows = () => rowsOf(keys.of(keyId ?? noKey), numberOf(operation), undefined);
      charge(counted ?? { rows: rows(), again: undefined, operation: -1, credits: 0 }, credits);
    },
    renewed(account) {
      if (renewedAccounts.size < mostRenewed) renewedAccounts.add(account);
    },
    noticed(operation, bits) {
      meetFacts(operation, bits, 0, earned);
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
      for (const each of [conduct, lints, waste, keys, tests, streams, renewedAccounts]) each.clear();
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

  function add(seen: Seen): Counted {
    const { entered } = seen;
    const { keyId, operation } = entered;
    const of = operation === null ? undefined : facts.get(operation);
    const key = keys.of(keyId ?? noKey);
    if (key.calls === 0) {
      key.label ??= seen.label();
      key.looksReal = seen.looksReal();
    }
    const isRefused = entered.errorCode !== null || entered.status >= 400;
    const counted: Counted = {
      rows: rowsOf(key, of?.number, seen.test ?? key.test ?? undefined),
      again: undefined,
      operation: of?.number ?? -1,
      credits: 0,
    };
    for (const row of counted.rows) {
      row.calls += 1;
      if (isRefused) row.refusals += 1;
    }
    if (entered.injected !== null) all.injected += 1;
    if (of && operation !== null) {
      const met = entered.injected === null ? earned : injected;
      const cell =
        entered.errorCode !== null
          ? meet(cells.refusal(operation, entered.errorCode), met)
          : isRefused
            ? -1
            : meetSuccess(operation, seen, met);
      if (!key.isShared) counted.again = follow(seen, cell, isRefused, key, of);
    }
    if (entered.credits > 0) charge(counted, entered.credits);
    key.failed = isRefused ? seen.id : 0;
    key.failedTrace = isRefused ? entered.traceId : null;
    key.latest = seen.id;
    key.repliedAt = seen.repliedAt;
    return counted;
  }

  /** Compares a request with the one before it, and takes its place. @returns why it was paid twice, if it was */
  function follow(
    seen: Seen,
    cell: number,
    isRefused: boolean,
    key: KeyRow,
    of: OperationFacts,
  ): WasteRule | undefined {
    const { entered } = seen;
    const thread = key.threads[of.number] ?? newThread();
    key.threads[of.number] = thread;
    const isSame = repeats(thread, seen);
    const kind = kindOf(cell);
    if (thread.cell >= 0) {
      if (isSame) conduct.retried(thread.cell, isFrozen() ? undefined : seen.arrivedAt - thread.repliedAt);
      else if (entered.credits > 0) conduct.wentOn(thread.cell);
      else conduct.askedElse(thread.cell);
    }
    lints.watch(seen, kind, key, of, thread);
    const again = waste.watch(seen, kind, key, of, thread);
    const page = of.isPaged && !isRefused ? pageRequest(seen.given) : undefined;
    if (page) {
      lints.watchPage(seen, page, thread);
      waste.watchPage(seen, page, key, of);
      thread.search = page.search;
      thread.sort = page.sort;
      thread.offset = page.offset;
      thread.isLast = (seen.facts & fact.last) !== 0;
    }
    const isRepeated = isSame && thread.isRefused;
    thread.lastWait = isRepeated ? seen.arrivedAt - thread.repliedAt : 0;
    if (!isRepeated) thread.flat = 0;
    thread.retries = isRepeated ? thread.retries + 1 : 0;
    if (kind === 'unavailable' && thread.retries === 0 && !isAskedFor(entered)) {
      if (thread.owed > 0) lints.found('no-retry-after-503', thread.owed);
      thread.owed = seen.id;
      thread.owedUrl = entered.url;
      thread.owedBody = seen.body;
    }
    thread.cell = cell;
    thread.request = seen.id;
    thread.method = entered.method;
    thread.url = entered.url;
    thread.body = seen.body;
    thread.at = entered.at;
    thread.repliedAt = seen.repliedAt;
    thread.isInjected = entered.injected !== null;
    thread.isPreferred = entered.injected === 'Prefer';
    thread.isRefused = isRefused;
    thread.changes = key.changes;
    thread.test = seen.test ?? key.test;
    return again;
  }

  function charge(counted: Counted, credits: Millicredits): void {
    counted.credits += credits;
    for (const row of counted.rows) {
      row.credits += credits;
      if (counted.again) row.paidTwice += credits;
    }
    if (counted.again) waste.found(counted.again, counted.operation, credits);
  }

  function rowsOf(key: KeyRow, operation: number | undefined, test: string | undefined): readonly Row[] {
    const ofOperation = operations[operation ?? operationIds.length] as Row;
    return test === undefined ? [all, key, ofOperation] : [all, key, ofOperation, tests.of(test)];
  }

  function numberOf(operation: string | null): number | undefined {
    return operation === null ? undefined : facts.get(operation)?.number;
  }

  function meet(cell: number, met: Uint32Array): number {
    if (cell >= 0) met[cell] = (met[cell] ?? 0) + 1;
    return cell;
  }

  /** @returns the last notable cell of a success; -1 for an ordinary one */
  function meetSuccess(operation: string, { facts: bits, given, caller }: Seen, met: Uint32Array): number {
    let cell =
      bits === 0
        ? -1
        : meetFacts(
            operation,
            bits,
            Number((given as { offset?: unknown } | null | undefined)?.offset ?? 0),
            met,
          );
    if (caller?.unlimited) cell = meet(cells.notable(operation, 'unlimitedAccount'), met);
    if (caller && renewedAccounts.size > 0 && renewedAccounts.delete(caller.account))
      cell = meet(cells.notable(operation, 'afterRenewal'), met);
    return cell;
  }

  function meetFacts(operation: string, bits: number, offset: number, met: Uint32Array): number {
    let cell = -1;
    const notice = (bit: number, name: NotableName) => {
      if (bits & bit) cell = Math.max(cell, meet(cells.notable(operation, name), met));
    };
    notice(fact.private, 'privateAccount');
    notice(fact.photo, 'photoPost');
    notice(fact.broad, 'tooBroad');
    notice(fact.last, 'lastPage');
    notice(fact.empty, offset > 0 ? 'emptyPage' : 'noResults');
    return cell;
  }
}

/** A request whose charge may come later. */
interface Counted {
  readonly rows: readonly Row[];
  again: WasteRule | undefined;
  /** Its number; -1 = none. */
  readonly operation: number;
  credits: Millicredits;
}

/** A test asked for the answer in the request itself. */
const isAskedFor = ({ injected }: Seen['entered']): boolean =>
  injected === 'Prefer' || injected === 'identifier';

/** The 503s that nobody asked again, although their key went on. */
export function* owedRetries(keys: Iterable<readonly [string, KeyRow]>): Iterable<number> {
  for (const [, { threads, latest }] of keys)
    for (const thread of threads) if (thread && thread.owed > 0 && latest > thread.owed) yield thread.owed;
}
