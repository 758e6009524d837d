import type { CallSite } from '../core/call-site.ts';
import { namesKey } from '../core/keys/redactor.ts';
import { isObject } from '../core/values.ts';
import type { CellKind } from './cells.ts';
import { type ClientRuleName, clientRuleNames } from './client-rules.ts';
import {
  addEvidence,
  createSiteRows,
  type EvidenceList,
  evidenceOf,
  maxEvidence,
  newEvidenceList,
  siteName,
} from './evidence.ts';
import { handleParameters, isUnplainHandle, missingValueWords } from './identifiers.ts';
import { failureBefore, type KeyTally } from './key-tally.ts';
import type { OperationFacts } from './operation-facts.ts';
import { compareBy } from './order.ts';
import type { RefusedCall } from './request-chain.ts';
import type { Evidence, TallyInput } from './tally-input.ts';

/** Finds what clients do against the contract. Chains are as they were before the request. */
export interface ClientRuleWatch {
  /** The same request again, after a reply of this kind. @param kind of the new reply; undefined for an ordinary success */
  watchRetry(
    input: TallyInput,
    before: CellKind | undefined,
    kind: CellKind | undefined,
    refused: RefusedCall,
  ): void;
  /** @returns whether the parameters broke no rule */
  watchParameters(input: TallyInput, key: KeyTally, operation: OperationFacts): boolean;
  /** @param parameters that broke it */
  noteBreak(rule: ClientRuleName, request: Evidence, parameters?: readonly string[]): void;
  /** What was noted so far, to which more can be added. */
  copy(): BreakSums;
  clear(): void;
}

/** The breaks of one rule at one call site. */
export interface NotedBreaks extends EvidenceList {
  readonly rule: ClientRuleName;
  readonly callSite: CallSite | null;
  /** The first parameters that broke it, each once. */
  readonly parameters: string[];
}

/** Names of one request that are checked; clients send a few. */
const maxCheckedNames = 1_000;

/** A shorter wait is none: client and sandbox need as long themselves, and a busy machine more. */
const noWaitMs = 25;
/** A wait of this length need not grow. */
const longWaitMs = 5_000;
/** A wait that is less than so many times the wait before did not grow. */
const growth = 1.2;
/** Waits in turn that did not grow and so are no backoff. */
const flatWaitsInTurn = 2;

type NoteBreak = ClientRuleWatch['noteBreak'];

/** @param hasRealWaits whether waits are real; under a frozen clock a report must not depend on them */
export function createClientRuleWatch(hasRealWaits: () => boolean): ClientRuleWatch {
  const sums = createSums();
  const noteBreak = sums.note;
  return {
    watchRetry(input, before, kind, refused) {
      // A retry that succeeds had a reason, such as a renewal, unless a test had forced the refusal.
      if (before === 'wrong' && (kind === 'wrong' || refused.isInjected))
        noteBreak('retry-after-refusal', evidenceOf(input));
      const needsBackoff = before === 'rate' || before === 'busy' || before === 'unavailable';
      if (needsBackoff && hasRealWaits()) watchBackoff(noteBreak, input, refused);
    },
    watchParameters: (input, key, operation) => watchParameters(noteBreak, input, key, operation),
    noteBreak,
    copy: () => createSums(sums.all()),
    clear: sums.clear,
  };
}

/** Breaks by rule and call site. */
interface BreakSums {
  note: NoteBreak;
  /** In the order of the rules, then of call sites. */
  all(): NotedBreaks[];
  clear(): void;
}

function createSums(known: readonly NotedBreaks[] = []): BreakSums {
  const sums = createSiteRows<NotedBreaks>();
  const sumOf = (rule: ClientRuleName, at: CallSite | null): NotedBreaks =>
    sums.of(rule, at, (callSite) => ({ rule, callSite, ...newEvidenceList(), parameters: [] }));
  for (const sum of known)
    Object.assign(sumOf(sum.rule, sum.callSite), {
      ...sum,
      requests: [...sum.requests],
      parameters: [...sum.parameters],
    });
  return {
    note(rule, request, parameters = []) {
      const sum = sumOf(rule, request.callSite);
      addEvidence(sum, request);
      for (const name of parameters)
        if (sum.parameters.length < maxEvidence && !sum.parameters.includes(name)) sum.parameters.push(name);
    },
    all: () =>
      [...sums.all()].sort(
        (a, b) => clientRuleNames.indexOf(a.rule) - clientRuleNames.indexOf(b.rule) || bySite(a, b),
      ),
    clear: sums.clear,
  };
}

const bySite = compareBy(({ callSite }: NotedBreaks) => siteName('', callSite));

/**
 * Finds retries that do not wait: on average over all of them, because a busy machine stretches single waits, and because
 * several workers may send the same call, each with waits of its own.
 */
function watchBackoff(noteBreak: NoteBreak, input: TallyInput, refused: RefusedCall): void {
  const { arrivedAt } = input;
  const { firstRepliedAt, repliedAt, lanes, retries } = refused;
  // The first retry may come at once.
  if (retries <= lanes) {
    refused.lastWait = arrivedAt - repliedAt;
    return;
  }
  const averageWait = (arrivedAt - firstRepliedAt) / Math.ceil(retries / lanes);
  const wait = arrivedAt - repliedAt;
  const isFlat =
    lanes === 1 && refused.lastWait < longWaitMs && wait < Math.max(noWaitMs, refused.lastWait * growth);
  refused.lastWait = wait;
  refused.flatWaits = isFlat ? refused.flatWaits + 1 : 0;
  if (averageWait < noWaitMs || refused.flatWaits >= flatWaitsInTurn)
    noteBreak('retry-without-backoff', evidenceOf(input));
}

function watchParameters(
  noteBreak: NoteBreak,
  input: TallyInput,
  key: KeyTally,
  operation: OperationFacts,
): boolean {
  const { given, givenNames, request } = input;
  let isKeyOutside = input.keyOutside;
  const unknown: string[] = [];
  let isPlain = true;
  let isPartialAtFullPrice = false;
  let isFromFailure = false;
  const failure = failureBefore(key, input.test);
  if (isObject(given)) {
    const known = operation.parameters(request.method);
    for (const name of givenNames.slice(0, maxCheckedNames)) {
      if (!known.has(name)) {
        if (namesKey(name)) isKeyOutside = true;
        else unknown.push(name);
      }
      const isHandle = handleParameters.has(name);
      if (!isHandle && !failure) continue;
      const value = given[name];
      if (typeof value !== 'string') continue;
      if (isHandle && isUnplainHandle(value)) isPlain = false;
      if (failure && (missingValueWords.has(value) || failure.traces.includes(value))) isFromFailure = true;
    }
    const fullPrice = operation.fullPrice;
    isPartialAtFullPrice = fullPrice > 0 && request.credits >= fullPrice && 'fields' in given;
  }
  if (isFromFailure) noteBreak('ignored-failure', evidenceOf(input));
  if (isKeyOutside) noteBreak('key-outside-header', evidenceOf(input));
  // Some handles have capitals, so a handle that was found is right.
  if (!isPlain && request.errorCode !== null) noteBreak('handle-not-plain', evidenceOf(input));
  if (isPartialAtFullPrice) noteBreak('fields-cost-the-whole', evidenceOf(input));
  // Refusals before the parameters are read say nothing about them.
  if (unknown.length > 0 && (request.errorCode === null || request.status === 404))
    noteBreak('unknown-parameter', evidenceOf(input), shownNames(unknown, input));
  return !isKeyOutside && isPlain && !isPartialAtFullPrice && unknown.length === 0;
}

/** The names as the journal shows them: a secret may stand in the place of a name, and is redacted there. */
function shownNames(names: readonly string[], { body, request }: TallyInput): string[] {
  const shown = body ?? request.url;
  return names.slice(0, maxEvidence).filter((name) => /^[\w.-]{1,60}$/.test(name) && shown.includes(name));
}
