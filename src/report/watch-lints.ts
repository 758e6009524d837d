import { isObject } from '../core/values.ts';
import { namesKey } from '../keys/redactor.ts';
import type { CellKind } from './cells.ts';
import { isNotPlain, missing, takesHandle } from './identifiers.ts';
import type { KeyRow } from './key-row.ts';
import type { LintRule } from './lints.ts';
import type { OperationFacts } from './operation-facts.ts';
import type { PageRequest } from './pages.ts';
import type { Seen } from './seen.ts';
import { repeats, type Thread } from './thread.ts';

/** Finds what clients do against the contract. */
export interface LintWatch {
  /** @param kind of the reply; undefined for an ordinary success @param thread before this request */
  watch(seen: Seen, kind: CellKind | undefined, row: KeyRow, of: OperationFacts, thread: Thread): void;
  /** @param page what the request asks for */
  watchPage(seen: Seen, page: PageRequest, thread: Thread): void;
  found(rule: LintRule, request: number): void;
  /** The number and the first requests of each rule that was broken. */
  all(): ReadonlyMap<LintRule, { count: number; requests: readonly number[] }>;
  clear(): void;
}

/** Requests that are listed as evidence. */
export const mostEvidence = 10;

/** Waits below this are none: client and sandbox need as long themselves. */
const noWaitMs = 10;
/** Waits as long as this need not grow. */
const longWaitMs = 5_000;
/** A wait that grew by less did not grow. */
const growth = 1.2;
/** So many waits in turn that did not grow are no backoff. */
const flatInTurn = 2;

/** @param isTold whether waits are real; under a frozen clock a report must not depend on them */
export function createLintWatch(
  kindOf: (cell: number) => CellKind | undefined,
  isTold: () => boolean,
): LintWatch {
  const broken = new Map<LintRule, { count: number; requests: number[] }>();

  return { watch, watchPage, found, all: () => broken, clear: () => broken.clear() };

  function found(rule: LintRule, request: number): void {
    const known = broken.get(rule);
    if (!known) {
      broken.set(rule, { count: 1, requests: [request] });
      return;
    }
    known.count += 1;
    if (known.requests.length < mostEvidence) known.requests.push(request);
  }

  function watch(
    seen: Seen,
    kind: CellKind | undefined,
    row: KeyRow,
    of: OperationFacts,
    thread: Thread,
  ): void {
    const { entered, id, arrivedAt } = seen;
    if (thread.cell >= 0 && isRetry(seen, row, thread)) watchRetry(seen, kind, thread);
    if (thread.owed > 0 && thread.owedUrl === entered.url && thread.owedBody === seen.body) thread.owed = 0;
    if (kind === 'rate' && entered.injected === null && row.repliedAt > arrivedAt)
      found('more-at-once-than-the-rate', id);
    watchParameters(seen, row, of);
  }

  function watchRetry(seen: Seen, kind: CellKind | undefined, thread: Thread): void {
    const before = kindOf(thread.cell);
    // A retry that succeeds had a reason, such as a renewal, unless a test had forced the refusal.
    if (before === 'wrong' && (kind === 'wrong' || thread.isInjected)) found('retry-after-refusal', seen.id);
    if (before !== 'rate' && before !== 'busy' && before !== 'unavailable') return;
    if (!isTold() || thread.retries === 0) return;
    const wait = seen.arrivedAt - thread.repliedAt;
    const isShort = wait < noWaitMs && thread.lastWait < noWaitMs;
    const isFlat = thread.lastWait < longWaitMs && wait < Math.max(noWaitMs, thread.lastWait * growth);
    thread.flat = isFlat ? thread.flat + 1 : 0;
    // A busy machine stretches single waits, so one that did not grow proves nothing.
    if (isShort || thread.flat >= flatInTurn) found('retry-without-backoff', seen.id);
  }

  function watchParameters({ given, entered, id, keyOutside }: Seen, row: KeyRow, of: OperationFacts): void {
    if (!isObject(given)) {
      if (keyOutside) found('key-outside-header', id);
      return;
    }
    const known = of.parameters(entered.method);
    let isUnknown = false;
    let isKeyOutside = keyOutside;
    for (const name in given) {
      if (!known.has(name)) {
        if (namesKey(name)) isKeyOutside = true;
        else isUnknown = true;
      }
      const value = given[name];
      if (typeof value !== 'string') continue;
      if (takesHandle.has(name) && isNotPlain(value)) found('handle-not-plain', id);
      if (row.failed > 0 && (missing.has(value) || value === row.failedTrace)) found('ignored-failure', id);
    }
    if (isKeyOutside) found('key-outside-header', id);
    // Refusals before the parameters are read say nothing about them.
    if (isUnknown && (entered.errorCode === null || entered.status === 404)) found('unknown-parameter', id);
    if ('fields' in given && of.fullPrice > 0 && entered.credits >= of.fullPrice && of.isFractional)
      found('fields-cost-the-whole', id);
  }

  function watchPage({ id }: Seen, { search, sort, offset, size }: PageRequest, thread: Thread): void {
    const follows = thread.search === search && offset > thread.offset;
    if (follows && thread.isLast) found('page-after-last', id);
    if (follows && thread.sort !== sort) found('page-with-other-sort', id);
    thread.ones = size === 1 ? (follows ? thread.ones + 1 : 1) : 0;
    if (thread.ones === onesInTurn) found('pages-of-one', id);
  }
}

/** So many pages of one record in turn are a loop. */
const onesInTurn = 3;

/** The same request again by the same test, and nothing was changed in between. */
export const isRetry = (seen: Seen, { changes, test }: KeyRow, thread: Thread): boolean =>
  repeats(thread, seen) &&
  !thread.isPreferred &&
  thread.changes === changes &&
  thread.test === (seen.test ?? test);
