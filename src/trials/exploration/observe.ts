import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../../client/sandbox-interface.ts';
import { toCredits } from '../../core/credits.ts';
import { dayMs } from '../../core/durations.ts';
import { KeyRedactor, namesKey } from '../../core/keys/redactor.ts';
import type { Matchable } from '../../core/match.ts';
import type { OperationId } from '../../core/operations.ts';
import { parametersIn, queryIn } from '../../core/query.ts';
import { isObject } from '../../core/values.ts';
import type { RuleAfter } from '../../faults/faults.ts';
import { callName, type NamedCall } from '../../report/call-name.ts';
import { shortParameters } from '../../report/evidence.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { createLateGate, type LateGate, type LateReply } from '../late-reply.ts';
import { envelopeNames, envelopeOf, isRefusal, itemsOf, searchNameOf, withItems } from '../reply.ts';
import type { ObservedCall, ObservedRun } from './call.ts';
import { outcomeOf } from './outcomes.ts';
import type { FaultSchedule, ScheduledFault } from './schedule.ts';

export interface ObserveOptions {
  readonly schedule: FaultSchedule;
  /** The delay of the outcome `late`. */
  readonly late: LateReply;
  readonly maxCalls: number;
  /** Called once, when there are more calls. */
  onTooMany?(): void;
}

/** A run under a schedule, for the sandbox beside which the command runs: it notes the calls, and lets the faults happen. */
export interface Observation {
  readonly rewriter: ReplyRewriter;
  /** Takes the parts of the sandbox, before its first request. */
  prepare(deps: Deps): Promise<void>;
  /** Call this when the command has ended, and before the sandbox closes. */
  finish(
    end: { passed: boolean; timedOut: boolean },
    sandbox: Pick<Sandbox, 'reportNow'>,
  ): Promise<ObservedRun>;
}

type NotedCall = { -readonly [Name in keyof ObservedCall]: ObservedCall[Name] } & {
  isAnswered: boolean;
  /** The gate of the outcome `late`. */
  readonly gate?: LateGate;
};

/** The longest wait for replies of calls that nobody waits for any more. */
const maxSettleMs = 2_000;
const settleStepMs = 5;

export function observeRun({ schedule, late, maxCalls, onTooMany }: ObserveOptions): Observation {
  const calls: NotedCall[] = [];
  const byTrace = new Map<string, NotedCall>();
  const occurrences = new Map<string, number>();
  const keys = new Map<string | null, number>();
  /** By key: the outcome of all its calls from now on. */
  const onward = new Map<string | null, ScheduledFault>();
  const lastPages = new Map<string, readonly unknown[]>();
  let deps!: Deps;
  let redactor!: KeyRedactor;

  return {
    async prepare(opened) {
      deps = opened;
      redactor = new KeyRedactor(opened.ledger, []);
      opened.journal.watch(({ traceId, callSite, status, errorCode, injected, credits }) => {
        const call = traceId === null ? undefined : byTrace.get(traceId);
        if (!call) return;
        if (callSite) call.callSite = callSite;
        // No envelope, so nothing for the rewriter: a failure of the road.
        if (injected === null || status < 400 || errorCode !== null) return;
        noteStatus(call, status);
        call.credits = toCredits(credits);
      });
    },
    rewriter: { ruleFor, rewrite },
    async finish({ passed, timedOut }, sandbox) {
      // Some calls of a killed client never get their reply.
      for (let waited = 0; waited < maxSettleMs; waited += settleStepMs) {
        if (calls.every(({ isAnswered }) => isAnswered)) break;
        await setTimeout(settleStepMs);
      }
      const { clientRules } = sandbox.reportNow();
      return {
        ...{ passed, timedOut, isUnbounded: calls.length > maxCalls },
        calls: calls.map(({ isAnswered: _, gate: _gate, ...call }) => call),
        brokenRules: clientRules.map(({ rule }) => rule),
      };
    },
  };

  function ruleFor(request: Matchable): ReturnType<RuleAfter> {
    const operation = request.operation as OperationId;
    const parameters = givenIn(request);
    const about = redactor.text(aboutIn(parameters, { operation, url: request.url }));
    const subject = about === '' ? operation : `${operation} ${about}`;
    const occurrence = nextOf(occurrences, subject);
    const call = `${subject}#${occurrence}`;
    const fault = schedule.find((each) => each.call === call) ?? onward.get(request.keyId);
    const outcome = fault && outcomeOf(fault.outcome);
    if (fault && outcome?.isOnward) onward.set(request.keyId, fault);
    const effect = outcome?.rule?.(deps.operation(operation), deps.outcomes);
    const isActive = outcome !== undefined && (effect !== undefined || outcome.rule === undefined);
    const gate = effect?.hold ? createLateGate(late) : undefined;
    const noted: NotedCall = {
      ...{ call, subject, operation, occurrence, method: request.method },
      path: request.url.split('?')[0] ?? '',
      parameters: JSON.parse(redactor.text(JSON.stringify(shortParameters(parameters)))),
      key: keys.get(request.keyId) ?? keys.size + 1,
      ...(fault && isActive && { outcome: fault.outcome }),
      ...{ status: 0, code: null, credits: 0, isDelivered: false },
      // No result comes that could be seen.
      isAnswered: isActive && fault?.outcome === 'stream-cut-before-result',
      ...(gate && { gate }),
    };
    keys.set(request.keyId, noted.key);
    calls.push(noted);
    if (request.traceId !== undefined) byTrace.set(request.traceId, noted);
    if (calls.length === maxCalls + 1) onTooMany?.();
    return effect && { rule: { match: { operation }, ...effect }, ...(gate && { gate }) };
  }

  function rewrite(unsent: UnsentReply, context: ReplyContext): UnsentReply {
    const call = byTrace.get(context.call.traceId);
    const items = itemsOf(unsent);
    const search = searchNameOf(context);
    const pageBefore = items && lastPages.get(search);
    if (items) lastPages.set(search, items);
    if (!call) return unsent;
    noteReply(call, unsent, context);
    if (pageBefore) call.hasPageBefore = true;
    if (call.outcome === 'renewal') context.deps.clock.advance(deps.settings.cycleMs + dayMs);
    return call.outcome === 'page-repeats' && pageBefore ? withItems(unsent, pageBefore) : unsent;
  }
}

function nextOf(counts: Map<string, number>, name: string): number {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
}

function noteReply(
  call: NotedCall,
  unsent: UnsentReply,
  { operation, call: { charged } }: ReplyContext,
): void {
  const names = envelopeNames(operation);
  const envelope = envelopeOf(unsent);
  const outcome = call.outcome && outcomeOf(call.outcome);
  const used = Number(envelope?.[names.used] ?? 0);
  const isSuccess = !isRefusal(unsent);
  // A client sees nothing of an outcome without a reply.
  noteStatus(call, outcome?.isSilent ? 0 : unsent.status);
  call.code = isSuccess || call.status === 0 ? null : String(envelope?.[names.code] ?? '');
  call.credits = isSuccess ? (charged === undefined ? used : toCredits(charged)) : 0;
  call.isDelivered = isSuccess && !call.hasLeft && !outcome?.loses;
}

function noteStatus(call: NotedCall, status: number): void {
  call.isAnswered = true;
  call.status = status;
  if (!call.gate?.hasGivenUp) return;
  call.hasLeft = true;
  call.status = 0;
}

/** Longer subjects, as searches have them, are their short parameters and a digest of all. */
const maxSubjectCharacters = 80;
const maxPartCharacters = 24;

/** The subject of a call, in one line. */
function aboutIn(given: Readonly<Record<string, unknown>>, request: NamedCall['request']): string {
  const givenNames = Object.keys(given).sort();
  if (givenNames.length === 0) return '';
  const body = JSON.stringify(Object.fromEntries(givenNames.map((name) => [name, given[name]])));
  const text = callName({ body, given, givenNames, request }) ?? body;
  if (text.length <= maxSubjectCharacters) return inOneLine(text);
  const parts = givenNames
    .map((each) => `${each}=${String(given[each])}`)
    .filter((part) => part.length <= maxPartCharacters && !part.includes('[object'))
    .join('&');
  return `${inOneLine(parts).slice(0, maxSubjectCharacters)}~${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

/** A schedule is written in one line, with these signs between its parts. */
const inOneLine = (text: string): string => text.replace(/[\s#+@]/g, '_');

/** The parameters of a request, without keys. */
function givenIn({ url, body }: Matchable): Record<string, unknown> {
  const all = { ...parametersIn(queryIn(url)), ...(isObject(body) && body) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !namesKey(name)));
}
