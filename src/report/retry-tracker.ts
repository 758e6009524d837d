import { hourMs } from '../core/durations.ts';
import { type BoundedMaps, createBoundedMaps } from './bounded-maps.ts';
import { callName } from './call-name.ts';
import type { CellKind, Cells } from './cells.ts';
import { type ClientRuleWatch, createClientRuleWatch } from './client-rule-watch.ts';
import { evidenceOf } from './evidence.ts';
import { failureBefore, type KeyTally } from './key-tally.ts';
import type { MetCells } from './met-cells.ts';
import { createNextSteps, type NextSteps } from './next-steps.ts';
import type { OperationFacts } from './operation-facts.ts';
import {
  isRepeat,
  type KnownCall,
  newRequestChain,
  type RefusedCall,
  type RequestChain,
  sentText,
} from './request-chain.ts';
import { createSearchWatch, type SearchWatch } from './search-watch.ts';
import type { TallyInput } from './tally-input.ts';
import { createWasteWatch, type WasteWatch } from './waste-watch.ts';

/** Compares each request with the one before it of the same key and operation. */
export interface RetryTracker {
  readonly nextSteps: NextSteps;
  readonly clientRules: ClientRuleWatch;
  readonly waste: WasteWatch;
  readonly searches: SearchWatch;
  /** Whether waits are real time. */
  hasRealWaits(): boolean;
  /**
   * @param cells that the reply met
   * @returns whether the call is paid again
   */
  track(
    input: TallyInput,
    cells: readonly number[],
    isRefused: boolean,
    key: KeyTally,
    operation: OperationFacts,
  ): boolean;
  /** The result of a stream that was tracked when it began has met these cells. */
  noteStreamCells(
    input: TallyInput,
    cells: readonly number[],
    key: KeyTally,
    operation: OperationFacts,
  ): void;
  /** A stream that was tracked when it began has failed with this cell, so it is no success that a retry repeats. */
  failStream(input: TallyInput, cell: number, key: KeyTally, operation: OperationFacts): void;
  clear(): void;
}

/** The parts of the tracker that its steps use. */
interface Watches
  extends Pick<RetryTracker, 'nextSteps' | 'clientRules' | 'waste' | 'searches' | 'hasRealWaits'> {
  readonly calls: BoundedMaps<KnownCall>;
  readonly refusals: BoundedMaps<RefusedCall>;
  readonly countRefreshed: MetCells['countRefreshed'];
  kindOf(cell: number): CellKind | undefined;
}

/** A request and the chain that it continues, as the chain was before it. */
interface ChainedRequest {
  readonly input: TallyInput;
  readonly key: KeyTally;
  readonly operation: OperationFacts;
  readonly chain: RequestChain;
  readonly cells: readonly number[];
  /** The one of a refusal; -1 if there is none. */
  readonly cell: number;
  readonly kind: CellKind | undefined;
  readonly isRefused: boolean;
  /** What makes it the same as another; undefined if it is too large to compare. */
  readonly name: string | undefined;
  /** As `sentText` has it. */
  readonly sent: string | undefined;
  /** The same request as the one before it. */
  readonly isSame: boolean;
}

/** Calls whose refusals are remembered: of all keys together, and of a key and an operation. */
const maxRefused = 20_000;
const maxRefusedEach = 1_000;

/** Calls that all chains remember together. */
const maxCalls = 20_000;

/** A call that comes again after this time asks for new data. */
const paidAgainMs = hourMs / 6;

/** @param isFrozen whether the clock stands still */
export function createRetryTracker(
  cells: Cells,
  isFrozen: () => boolean,
  countRefreshed: MetCells['countRefreshed'],
): RetryTracker {
  const hasRealWaits = () => !isFrozen();
  const clientRules = createClientRuleWatch(hasRealWaits);
  const waste = createWasteWatch();
  const searches = createSearchWatch(clientRules, waste);
  const watches: Watches = {
    nextSteps: createNextSteps(cells),
    clientRules,
    waste,
    searches,
    calls: createBoundedMaps(maxCalls, maxCalls),
    refusals: createBoundedMaps(maxRefused, maxRefusedEach),
    hasRealWaits,
    countRefreshed,
    kindOf: (cell) => cells.list[cell]?.kind,
  };
  const { nextSteps, calls, refusals } = watches;

  return {
    nextSteps,
    clientRules,
    waste,
    searches,
    hasRealWaits,
    track(input, cells, isRefused, key, operation) {
      if (key.isShared) {
        // Calls of different clients say nothing about each other.
        clientRules.watchParameters(input, key, operation);
        return false;
      }
      const chain = key.chains[operation.number] ?? newRequestChain();
      key.chains[operation.number] = chain;
      const sent = sentText(input);
      const isSame = isRepeat(chain, sent, input.arrivedAt);
      const cell = cells[0] ?? -1;
      return trackInChain(watches, {
        ...{ input, key, operation, chain, cells, cell, isRefused, isSame, sent },
        name: callName(input),
        kind: cell < 0 ? undefined : watches.kindOf(cell),
      });
    },
    noteStreamCells(input, cells, key, operation) {
      const chain = key.chains[operation.number];
      if (chain?.id === input.id) chain.cells = [...chain.cells, ...cells];
    },
    failStream(input, cell, key, operation) {
      const chain = key.chains[operation.number] as RequestChain;
      const name = callName(input);
      if (name !== undefined) {
        calls.delete(chain.calls, name);
        noteRefusal(watches, { input, key, chain, cell, kind: watches.kindOf(cell), name });
      }
      if (chain.id !== input.id) return;
      chain.cells = [cell];
    },
    clear() {
      for (const each of [nextSteps, clientRules, waste, searches, calls, refusals]) each.clear();
    },
  };
}

function trackInChain(watches: Watches, request: ChainedRequest): boolean {
  const { clientRules, waste, searches } = watches;
  const { input, key, operation, chain, kind, name } = request;
  countNextSteps(watches, request);
  watchRefused(watches, request);
  if (kind === 'rate' && input.request.injected === null && isBesideOthers(request, watches.hasRealWaits()))
    clientRules.noteBreak('more-at-once-than-the-rate', evidenceOf(input));
  // A 400 is about the parameters: the next look-up may succeed.
  const isKeyRefused = kind === 'wrong' && input.request.status !== 400;
  if (!operation.isPaged) searches.markUsed(input, key, operation, isKeyRefused);

  const known = name === undefined ? undefined : chain.calls.get(name);
  const isClean =
    (known?.isClean && !failureBefore(key, input.test) && !input.keyOutside) ||
    clientRules.watchParameters(input, key, operation);
  let paidAgain = false;
  if (!request.isRefused) {
    if (operation.isFractional) waste.watchFields(input, operation, chain, name);
    if (operation.isPaged) searches.watchPage(input, key, operation);
    paidAgain = isPaidAgain(request, known);
    if (known && input.request.at - known.at > paidAgainMs) watches.countRefreshed(input, operation);
    if (name !== undefined) {
      const call = { at: input.request.at, test: input.test, changes: key.changes, isClean };
      watches.calls.set(chain.calls, name, call);
    }
  }
  endChainWith(request);
  return paidAgain;
}

/** Counts what the client did after the cells that the reply before met. */
function countNextSteps(watches: Watches, { input, chain, isSame }: ChainedRequest) {
  const { nextSteps } = watches;
  for (const cell of chain.cells)
    if (isSame)
      nextSteps.retried(cell, watches.hasRealWaits() ? input.arrivedAt - chain.repliedAt : undefined);
    else if (input.request.credits > 0) nextSteps.wentOn(cell);
    else nextSteps.askedElse(cell);
}

/**
 * Whether a request came before the reply to another. Under a frozen clock that must not depend on real time: there all
 * that the rate refuses came at one instant, unless the client had begun to try again.
 */
function isBesideOthers(
  { input: { test, arrivedAt }, key, chain, name }: ChainedRequest,
  hasRealWaits: boolean,
) {
  if (hasRealWaits) return key.repliedAt > arrivedAt;
  const isRetried = name === undefined || Boolean(chain.refused.get(name)?.retries);
  const before = key.limited;
  if (before?.test !== test || before.changes !== key.changes) {
    key.limited = { test, changes: key.changes, isRetried };
    return false;
  }
  before.isRetried ||= isRetried;
  return !before.isRetried;
}

/** Judges a request by the refusal that the same call got before, and remembers its own. */
function watchRefused(watches: Watches, request: ChainedRequest): void {
  const { clientRules, waste, refusals, kindOf } = watches;
  const { input, key, operation, chain, kind, name, isRefused } = request;
  if (name === undefined || (!isRefused && chain.refused.size === 0)) return;
  const before = chain.refused.get(name);
  if (before) {
    before.unretried503 = undefined;
    // A test forces one reply after the other; a client that always sends one header is judged like any other.
    const isStep =
      before.isPreferred && (input.request.injected !== 'Prefer' || before.cell !== request.cell);
    const isRetry = !isStep && before.changes === key.changes && before.test === input.test;
    if (isRetry && input.arrivedAt < before.firstRepliedAt) before.lanes += 1;
    else if (isRetry) {
      before.retries += 1;
      clientRules.watchRetry(input, kindOf(before.cell), kind, before);
      if (kindOf(before.cell) === 'absent' && kind === 'absent')
        waste.addWaste('asked-again-after-404', operation.number, 0, input);
    } else refusals.delete(chain.refused, name);
  }
  if (isRefused) noteRefusal(watches, { ...request, name });
  else refusals.delete(chain.refused, name);
}

function noteRefusal(
  { clientRules, refusals }: Watches,
  {
    input,
    key,
    chain,
    cell,
    kind,
    name,
  }: Pick<ChainedRequest, 'input' | 'key' | 'chain' | 'cell' | 'kind'> & { name: string },
): void {
  const { repliedAt, test, request } = input;
  const { injected } = request;
  const before = chain.refused.get(name);
  const isAsked = injected === 'Prefer' || injected === 'identifier';
  const latest = {
    cell,
    repliedAt,
    isInjected: injected !== null,
    isPreferred: injected === 'Prefer',
    changes: key.changes,
    test,
    unretried503: kind === 'unavailable' && !isAsked && !before?.retries ? evidenceOf(input) : undefined,
  };
  if (before) {
    Object.assign(before, latest);
    return;
  }
  const first = { firstRepliedAt: repliedAt, lanes: 1, retries: 0, lastWait: 0, flatWaits: 0 };
  const forgotten = refusals.set(chain.refused, name, { ...latest, ...first });
  if (forgotten?.unretried503) clientRules.noteBreak('no-retry-after-503', forgotten.unretried503);
}

/**
 * Whether the call is paid again. What else the client asks in between does not matter: workers ask in any order.
 * @param known the same call when it succeeded last
 */
const isPaidAgain = ({ input, key }: ChainedRequest, known: KnownCall | undefined): boolean =>
  known?.test === input.test && known.changes === key.changes && input.request.at - known.at <= paidAgainMs;

/** Makes the request the latest of its chain. */
function endChainWith({ input, chain, cells, sent }: ChainedRequest): void {
  chain.cells = cells;
  chain.id = input.id;
  chain.sent = sent;
  chain.repliedAt = input.repliedAt;
}
