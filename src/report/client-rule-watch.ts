import { namesKey } from '../core/keys/redactor.ts';
import { isObject } from '../core/values.ts';
import type { CellKind } from './cells.ts';
import type { ClientRuleName } from './client-rules.ts';
import { handleParameters, isUnplainHandle, missingValueWords } from './identifiers.ts';
import type { KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import { isSameOrder, type PageRequest } from './pages.ts';
import type { RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';

/** Finds what clients do against the contract. All threads are as they were before the request. */
export interface ClientRuleWatch {
  /** The same request again, after a reply of this kind. @param kind of the new reply; undefined for an ordinary success */
  watchRetry(
    seen: TallyInput,
    before: CellKind | undefined,
    kind: CellKind | undefined,
    thread: RequestChain,
  ): void;
  /** @returns whether the parameters broke no rule */
  watchParameters(seen: TallyInput, row: KeyTally, of: OperationFacts): boolean;
  /** @param isSame whether the page before was one of the same search */
  watchPage(seen: TallyInput, page: PageRequest, thread: RequestChain, isSame: boolean): void;
  noteBreak(rule: ClientRuleName, request: number): void;
  /** The number and the first requests of each rule that was broken. */
  all(): ReadonlyMap<ClientRuleName, { count: number; requests: readonly number[] }>;
  clear(): void;
}

/** Requests that are listed as evidence. */
export const maxEvidence = 10;

/** A client sends a few names. Of a body of nothing but names the first ones tell enough. */
const maxNames = 1_000;

/** Waits below this are none: client and sandbox need as long themselves. */
const noWaitMs = 10;
/** Waits as long as this need not grow. */
const longWaitMs = 5_000;
/** A wait that grew by less did not grow. */
const growth = 1.2;
/** So many waits in turn that did not grow are no backoff. */
const flatWaitsInTurn = 2;
/** So many pages of one record in turn are a loop. */
const singleItemPagesInTurn = 3;

/** @param isTold whether waits are real; under a frozen clock a report must not depend on them */
export function createClientRuleWatch(isTold: () => boolean): ClientRuleWatch {
  const broken = new Map<ClientRuleName, { count: number; requests: number[] }>();

  return {
    watchRetry: retried,
    watchParameters,
    watchPage,
    noteBreak: found,
    all: () => broken,
    clear: () => broken.clear(),
  };

  function found(rule: ClientRuleName, request: number): void {
    const known = broken.get(rule);
    if (!known) {
      broken.set(rule, { count: 1, requests: [request] });
      return;
    }
    known.count += 1;
    if (known.requests.length < maxEvidence) known.requests.push(request);
  }

  function retried(
    { id, arrivedAt }: TallyInput,
    before: CellKind | undefined,
    kind: CellKind | undefined,
    thread: RequestChain,
  ): void {
    // A retry that succeeds had a reason, such as a renewal, unless a test had forced the refusal.
    if (before === 'wrong' && (kind === 'wrong' || thread.isInjected)) found('retry-after-refusal', id);
    if (before !== 'rate' && before !== 'busy' && before !== 'unavailable') return;
    if (!isTold() || thread.retries === 0) return;
    const wait = arrivedAt - thread.repliedAt;
    const isShort = wait < noWaitMs && thread.lastWait < noWaitMs;
    const isFlat = thread.lastWait < longWaitMs && wait < Math.max(noWaitMs, thread.lastWait * growth);
    thread.flatWaits = isFlat ? thread.flatWaits + 1 : 0;
    // A busy machine stretches single waits, so one that did not grow proves nothing.
    if (isShort || thread.flatWaits >= flatWaitsInTurn) found('retry-without-backoff', id);
  }

  function watchParameters(
    { given, givenNames, request: entered, id, keyOutside }: TallyInput,
    row: KeyTally,
    of: OperationFacts,
  ): boolean {
    let isKeyOutside = keyOutside;
    let isUnknown = false;
    let isPlain = true;
    let isTooDear = false;
    if (isObject(given)) {
      const known = of.parameters(entered.method);
      const names = givenNames.length > maxNames ? givenNames.slice(0, maxNames) : givenNames;
      for (const name of names) {
        if (!known.has(name)) {
          if (namesKey(name)) isKeyOutside = true;
          else isUnknown = true;
        }
        const isHandle = handleParameters.has(name);
        if (!isHandle && row.failed === 0) continue;
        const value = given[name];
        if (typeof value !== 'string') continue;
        if (isHandle && isUnplainHandle(value)) isPlain = false;
        if (row.failed > 0 && (missingValueWords.has(value) || value === row.failedTrace))
          found('ignored-failure', id);
      }
      isTooDear = of.fullPrice > 0 && entered.credits >= of.fullPrice && 'fields' in given;
    }
    if (isKeyOutside) found('key-outside-header', id);
    // Some handles have capitals: one that was found is right.
    if (!isPlain && entered.errorCode !== null) found('handle-not-plain', id);
    if (isTooDear) found('fields-cost-the-whole', id);
    // Refusals before the parameters are read say nothing about them.
    if (isUnknown && (entered.errorCode === null || entered.status === 404)) found('unknown-parameter', id);
    return !isKeyOutside && isPlain && !isTooDear && !isUnknown;
  }

  function watchPage({ id }: TallyInput, page: PageRequest, thread: RequestChain, isSame: boolean): void {
    const { page: before } = thread;
    const follows = isSame && before !== undefined && page.offset > before.offset;
    if (follows && thread.isLast) found('page-after-last', id);
    if (follows && !isSameOrder(before, page)) found('page-with-other-sort', id);
    thread.singleItemPages = page.size === 1 ? (follows ? thread.singleItemPages + 1 : 1) : 0;
    if (thread.singleItemPages === singleItemPagesInTurn) found('pages-of-one', id);
  }
}
