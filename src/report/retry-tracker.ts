import { hourMs } from '../core/durations.ts';
import { createCallMemory } from './call-memory.ts';
import type { CellKind, Cells } from './cells.ts';
import { type ClientRuleWatch, createClientRuleWatch } from './client-rule-watch.ts';
import type { WasteRuleName } from './client-rules.ts';
import type { KeyTally } from './key-tally.ts';
import { createNextSteps, type NextSteps } from './next-steps.ts';
import type { OperationFacts } from './operation-facts.ts';
import { isSameSearch, markUsedPages, pageRequest } from './pages.ts';
import { factBit } from './reply-facts.ts';
import { isRepeat, newRequestChain, type RequestChain } from './request-chain.ts';
import type { TallyInput } from './tally-input.ts';
import { createWasteWatch, type WasteWatch } from './waste-watch.ts';

/** Compares each request with the one before it of the same key and operation. */
export interface RetryTracker {
  readonly nextSteps: NextSteps;
  readonly clientRules: ClientRuleWatch;
  readonly waste: WasteWatch;
  /** Whether waits are real time. */
  hasRealWaits(): boolean;
  /**
   * @param cell that the reply met; -1 if it met none
   * @returns why the call was paid twice, if it was
   */
  track(
    seen: TallyInput,
    cell: number,
    isRefused: boolean,
    key: KeyTally,
    of: OperationFacts,
  ): WasteRuleName | undefined;
  clear(): void;
}

/** A call that comes again after this time asks for news. */
const paidAgainMs = hourMs / 6;

/** @param operations how many there are @param isFrozen whether the clock stands still */
export function createRetryTracker(cells: Cells, operations: number, isFrozen: () => boolean): RetryTracker {
  const conduct = createNextSteps(cells);
  const isTold = () => !isFrozen();
  const lints = createClientRuleWatch(isTold);
  const waste = createWasteWatch(operations);
  const memory = createCallMemory();
  const kindOf = (cell: number) => cells.list[cell]?.kind;

  return {
    nextSteps: conduct,
    clientRules: lints,
    waste,
    hasRealWaits: isTold,
    track: follow,
    clear() {
      for (const each of [conduct, lints, waste, memory]) each.clear();
    },
  };

  function follow(
    seen: TallyInput,
    cell: number,
    isRefused: boolean,
    key: KeyTally,
    of: OperationFacts,
  ): WasteRuleName | undefined {
    if (key.isShared) {
      // Calls of different clients say nothing about each other.
      lints.watchParameters(seen, key, of);
      return undefined;
    }
    const { request: entered, test } = seen;
    const thread = key.chains[of.number] ?? newRequestChain();
    key.chains[of.number] = thread;
    const isSame = isRepeat(thread, seen);
    const isRetry = isSame && !thread.isPreferred && thread.changes === key.changes && thread.test === test;
    const kind = cell < 0 ? undefined : kindOf(cell);
    if (thread.cell >= 0) followCell(seen, thread, of, kind, isSame, isRetry);
    if (thread.unretried503 > 0 && thread.unretriedUrl === entered.url && thread.unretriedBody === seen.body)
      thread.unretried503 = 0;
    if (kind === 'rate' && entered.injected === null && key.repliedAt > seen.arrivedAt)
      lints.noteBreak('more-at-once-than-the-rate', seen.id);
    if (key.pages && !of.isPaged && key.pages.platform === of.platform) markUsedPages(key.pages, seen.given);

    const text = seen.body === null ? entered.url : seen.body;
    const known = text === undefined ? undefined : thread.calls.get(text);
    const isClean =
      (known?.isClean && key.failed === 0 && !seen.keyOutside) || lints.watchParameters(seen, key, of);
    let again: WasteRuleName | undefined;
    if (!isRefused) {
      if (of.isFractional) waste.watchFields(seen, of, thread);
      if (of.isPaged) followPage(seen, thread, key, of);
      if (
        known &&
        known.test === test &&
        known.changes === key.changes &&
        entered.at - known.at <= paidAgainMs
      )
        again = isRetry && !thread.isRefused && !thread.isInjected ? 'retried-success' : 'paid-again';
      if (text !== undefined) {
        const call = known ?? memory.remember(thread, text, entered.at, test);
        call.at = entered.at;
        call.test = test;
        call.changes = key.changes;
        call.isClean = isClean;
      }
    }

    const isRepeated = isSame && thread.isRefused;
    thread.lastWait = isRepeated ? seen.arrivedAt - thread.repliedAt : 0;
    if (!isRepeated) thread.flatWaits = 0;
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
    seen: TallyInput,
    thread: RequestChain,
    of: OperationFacts,
    kind: CellKind | undefined,
    isSame: boolean,
    isRetry: boolean,
  ): void {
    const { cell } = thread;
    if (isSame) conduct.retried(cell, isFrozen() ? undefined : seen.arrivedAt - thread.repliedAt);
    else if (seen.request.credits > 0) conduct.wentOn(cell);
    else conduct.askedElse(cell);
    if (isRetry) {
      const before = kindOf(cell);
      lints.watchRetry(seen, before, kind, thread);
      if (before === 'absent' && kind === 'absent') waste.addWaste('asked-again-after-404', of.number, 0);
    }
  }

  function followPage(seen: TallyInput, thread: RequestChain, key: KeyTally, of: OperationFacts): void {
    const page = pageRequest(seen.given);
    if (!page) return;
    const isSame = thread.page !== undefined && isSameSearch(thread.page, page);
    lints.watchPage(seen, page, thread, isSame);
    waste.watchPage(seen, page, key, of, isSame);
    // A large body is not kept.
    thread.page = seen.body === undefined ? undefined : page;
    thread.isLast = (seen.factMask & factBit.last) !== 0;
  }

  /** The client should ask this again. */
  function owe({ id, request: entered, body }: TallyInput, thread: RequestChain): void {
    if (thread.retries > 0 || entered.injected === 'Prefer' || entered.injected === 'identifier') return;
    if (thread.unretried503 > 0) lints.noteBreak('no-retry-after-503', thread.unretried503);
    thread.unretried503 = id;
    thread.unretriedUrl = entered.url;
    thread.unretriedBody = body;
  }
}
