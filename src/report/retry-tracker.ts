import { hourMs } from '../core/durations.ts';
import { type CallMemory, createCallMemory } from './call-memory.ts';
import type { CellKind, Cells } from './cells.ts';
import { type ClientRuleWatch, createClientRuleWatch } from './client-rule-watch.ts';
import type { WasteRuleName } from './client-rules.ts';
import type { KeyTally } from './key-tally.ts';
import { createNextSteps, type NextSteps } from './next-steps.ts';
import type { OperationFacts } from './operation-facts.ts';
import { isSameSearch, markUsedPages, pageRequest } from './pages.ts';
import { factBit } from './reply-facts.ts';
import { isRepeat, type KnownCall, newRequestChain, type RequestChain } from './request-chain.ts';
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
    input: TallyInput,
    cell: number,
    isRefused: boolean,
    key: KeyTally,
    operation: OperationFacts,
  ): WasteRuleName | undefined;
  /** A stream that was tracked when it began has failed with this cell, so it is no success that a retry repeats. */
  failStream(input: TallyInput, cell: number, key: KeyTally, operation: OperationFacts): void;
  clear(): void;
}

/** The parts of the tracker that its steps use. */
interface Watches extends Pick<RetryTracker, 'nextSteps' | 'clientRules' | 'waste' | 'hasRealWaits'> {
  readonly calls: CallMemory;
  kindOf(cell: number): CellKind | undefined;
}

/** A request and the chain that it continues, as the chain was before it. */
interface ChainedRequest {
  readonly input: TallyInput;
  readonly key: KeyTally;
  readonly operation: OperationFacts;
  readonly chain: RequestChain;
  readonly cell: number;
  readonly kind: CellKind | undefined;
  readonly isRefused: boolean;
  /** The same request as the one before it. */
  readonly isSame: boolean;
  /** The same request, and neither the test nor an admin call changed anything in between. */
  readonly isRetry: boolean;
}

/** A call that comes again after this time asks for new data. */
const paidAgainMs = hourMs / 6;

/** @param operations how many there are @param isFrozen whether the clock stands still */
export function createRetryTracker(cells: Cells, operations: number, isFrozen: () => boolean): RetryTracker {
  const hasRealWaits = () => !isFrozen();
  const watches: Watches = {
    nextSteps: createNextSteps(cells),
    clientRules: createClientRuleWatch(hasRealWaits),
    waste: createWasteWatch(operations),
    calls: createCallMemory(),
    hasRealWaits,
    kindOf: (cell) => cells.list[cell]?.kind,
  };
  const { nextSteps, clientRules, waste, calls } = watches;

  return {
    nextSteps,
    clientRules,
    waste,
    hasRealWaits,
    track(input, cell, isRefused, key, operation) {
      if (key.isShared) {
        // Calls of different clients say nothing about each other.
        clientRules.watchParameters(input, key, operation);
        return undefined;
      }
      const chain = key.chains[operation.number] ?? newRequestChain();
      key.chains[operation.number] = chain;
      const isSame = isRepeat(chain, input);
      const isRetry =
        isSame && !chain.isPreferred && chain.changes === key.changes && chain.test === input.test;
      const kind = cell < 0 ? undefined : watches.kindOf(cell);
      return trackInChain(watches, { input, key, operation, chain, cell, kind, isRefused, isSame, isRetry });
    },
    failStream(input, cell, key, operation) {
      const chain = key.chains[operation.number];
      if (!chain) return;
      chain.calls.delete(callName(input) ?? '');
      if (chain.id !== input.id) return;
      chain.cell = cell;
      chain.isRefused = true;
      if (watches.kindOf(cell) === 'unavailable') expectRetry(clientRules, { input, chain });
    },
    clear() {
      for (const each of [nextSteps, clientRules, waste, calls]) each.clear();
    },
  };
}

function trackInChain(watches: Watches, request: ChainedRequest): WasteRuleName | undefined {
  const { clientRules, waste } = watches;
  const { input, key, operation, chain, kind } = request;
  if (chain.cell >= 0) countNextStep(watches, request);
  if (chain.unretriedUrl === input.request.url && chain.unretriedBody === input.body) chain.unretried503 = 0;
  if (kind === 'rate' && input.request.injected === null && key.repliedAt > input.arrivedAt)
    clientRules.noteBreak('more-at-once-than-the-rate', input.id);
  if (key.pages && !operation.isPaged && key.pages.platform === operation.platform)
    markUsedPages(key.pages, input.given);

  const text = callName(input);
  const known = text === undefined ? undefined : chain.calls.get(text);
  const isClean =
    (known?.isClean && key.failed === 0 && !input.keyOutside) ||
    clientRules.watchParameters(input, key, operation);
  let paidAgain: WasteRuleName | undefined;
  if (!request.isRefused) {
    if (operation.isFractional) waste.watchFields(input, operation, chain);
    if (operation.isPaged) watchPage(watches, request);
    paidAgain = whyPaidAgain(request, known);
    if (text !== undefined) {
      const call = known ?? watches.calls.remember(chain, text, input.request.at, input.test);
      call.at = input.request.at;
      call.test = input.test;
      call.changes = key.changes;
      call.isClean = isClean;
    }
  }
  countRetries(request);
  if (kind === 'unavailable') expectRetry(clientRules, request);
  endChainWith(request);
  return paidAgain;
}

/** The reply before met a cell: counts what the client did then. */
function countNextStep(watches: Watches, { input, chain, operation, kind, isSame, isRetry }: ChainedRequest) {
  const { nextSteps, clientRules, waste } = watches;
  if (isSame)
    nextSteps.retried(chain.cell, watches.hasRealWaits() ? input.arrivedAt - chain.repliedAt : undefined);
  else if (input.request.credits > 0) nextSteps.wentOn(chain.cell);
  else nextSteps.askedElse(chain.cell);
  if (!isRetry) return;
  const before = watches.kindOf(chain.cell);
  clientRules.watchRetry(input, before, kind, chain);
  if (before === 'absent' && kind === 'absent') waste.addWaste('asked-again-after-404', operation.number, 0);
}

/** What makes calls of an operation the same: the body, or the URL without one; undefined if it is too large to compare. */
const callName = ({ body, request }: TallyInput): string | undefined => (body === null ? request.url : body);

function watchPage({ clientRules, waste }: Watches, { input, chain, key, operation }: ChainedRequest): void {
  const page = pageRequest(input.given);
  if (!page) return;
  const isSame = chain.page !== undefined && isSameSearch(chain.page, page);
  clientRules.watchPage(input, page, chain, isSame);
  waste.watchPage(input, page, key, operation, isSame);
  // A body that is too large to compare is forgotten.
  chain.page = input.body === undefined ? undefined : page;
  chain.isLast = (input.factMask & factBit.last) !== 0;
}

/** @param known the same call when it succeeded last */
function whyPaidAgain(
  { input, chain, key, isRetry }: ChainedRequest,
  known: KnownCall | undefined,
): WasteRuleName | undefined {
  const isAgain =
    known?.test === input.test && known.changes === key.changes && input.request.at - known.at <= paidAgainMs;
  if (!isAgain) return undefined;
  return isRetry && !chain.isRefused && !chain.isInjected ? 'retried-success' : 'paid-again';
}

function countRetries({ input, chain, isSame }: ChainedRequest): void {
  const isAfterRefusal = isSame && chain.isRefused;
  chain.lastWait = isAfterRefusal ? input.arrivedAt - chain.repliedAt : 0;
  if (!isAfterRefusal) chain.flatWaits = 0;
  chain.retries = isAfterRefusal ? chain.retries + 1 : 0;
}

/** The service was unavailable: the client should ask this again. */
function expectRetry(
  clientRules: ClientRuleWatch,
  { input, chain }: Pick<ChainedRequest, 'input' | 'chain'>,
): void {
  const { injected, url } = input.request;
  if (chain.retries > 0 || injected === 'Prefer' || injected === 'identifier') return;
  if (chain.unretried503 > 0) clientRules.noteBreak('no-retry-after-503', chain.unretried503);
  chain.unretried503 = input.id;
  chain.unretriedUrl = url;
  chain.unretriedBody = input.body;
}

/** Makes the request the latest of its chain. */
function endChainWith({ input, chain, cell, key, isRefused }: ChainedRequest): void {
  const { method, url, injected } = input.request;
  chain.cell = cell;
  chain.id = input.id;
  chain.method = method;
  chain.url = url;
  chain.body = input.body;
  chain.repliedAt = input.repliedAt;
  chain.isInjected = injected !== null;
  chain.isPreferred = injected === 'Prefer';
  chain.isRefused = isRefused;
  chain.changes = key.changes;
  chain.test = input.test;
}
