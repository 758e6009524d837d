import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { toCredits } from '../../core/credits.ts';
import { dayMs } from '../../core/durations.ts';
import { createKeyRedactor, type KeyRedactor, namesKey } from '../../core/keys/redactor.ts';
import type { Matchable } from '../../core/match.ts';
import type { OperationId } from '../../core/operations.ts';
import { parametersIn, queryIn } from '../../core/query.ts';
import { isObject } from '../../core/values.ts';
import type { RuleAfter } from '../../faults/faults.ts';
import { callName } from '../../report/call-name.ts';
import { shortParameters } from '../../report/evidence.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { envelopeNames, envelopeOf, isRefusal } from '../mutation/envelope.ts';
import { createLateGate, type LateGate, type LateReply } from '../mutation/late-reply.ts';
import { itemsOf, searchNameOf, withItems } from '../mutation/rules/pages.ts';
import { type CallId, callText, type ObservedCall } from './call.ts';
import { outcomeOf } from './outcomes.ts';
import type { FaultSchedule, ScheduledFault } from './schedule.ts';

export interface CallLogOptions {
  readonly schedule: FaultSchedule;
  /** Of the outcome `late`. */
  readonly late: LateReply;
  readonly maxCalls: number;
  /** Called once, when there are more calls. */
  onTooMany?(): void;
}

type LogDeps = Pick<Deps, 'journal' | 'ledger' | 'operation' | 'outcomes' | 'settings'>;

/** Notes the calls of a run, and lets happen to them what a schedule says. */
export interface CallLog {
  readonly rewriter: ReplyRewriter;
  /** Takes the parts of the sandbox, before its first request. */
  open(deps: LogDeps): void;
  /** Waits until each call has its reply, for a while at most: some of a killed client never end. */
  settled(): Promise<void>;
  calls(): readonly ObservedCall[];
  readonly isUnbounded: boolean;
}

type NotedCall = { -readonly [Name in keyof ObservedCall]: ObservedCall[Name] } & {
  isAnswered: boolean;
  /** Of the outcome `late`. */
  readonly gate?: LateGate;
};

/** The longest wait for replies of calls that nobody waits for any more. */
const maxSettleMs = 2_000;
const settleStepMs = 5;

export function createCallLog({ schedule, late, maxCalls, onTooMany }: CallLogOptions): CallLog {
  const calls: NotedCall[] = [];
  const byTrace = new Map<string, NotedCall>();
  const occurrences = new Map<string, number>();
  const keys = new Map<string | null, number>();
  /** By key: the outcome of all its calls from now on. */
  const onward = new Map<string | null, ScheduledFault>();
  const lastPages = new Map<string, readonly unknown[]>();
  let deps!: LogDeps;
  let redactor!: KeyRedactor;

  return {
    open(opened) {
      deps = opened;
      redactor = createKeyRedactor(opened.ledger, []);
      opened.journal.watch(({ traceId, callSite }) => {
        const call = traceId === null ? undefined : byTrace.get(traceId);
        if (call && callSite) call.callSite = callSite;
      });
    },
    rewriter: { ruleFor, rewrite },
    calls: () => calls.map(observed),
    get isUnbounded() {
      return calls.length > maxCalls;
    },
    async settled() {
      for (let waited = 0; waited < maxSettleMs; waited += settleStepMs) {
        if (calls.every(({ isAnswered }) => isAnswered)) return;
        await setTimeout(settleStepMs);
      }
    },
  };

  function ruleFor(request: Matchable): ReturnType<NonNullable<RuleAfter['ruleFor']>> {
    const operation = request.operation as OperationId;
    const id = nextId(request, redactor);
    const fault = schedule.find((each) => callText(each.call) === callText(id)) ?? onward.get(request.keyId);
    if (fault && outcomeOf(fault.outcome).reach === 'onward') onward.set(request.keyId, fault);
    const effect = fault && outcomeOf(fault.outcome).rule?.(deps.operation(operation), deps.outcomes);
    const isActive = fault && (effect !== undefined || outcomeOf(fault.outcome).rule === undefined);
    const gate = effect?.hold ? createLateGate(late) : undefined;
    const call: NotedCall = {
      ...id,
      ...requestOf(request, redactor),
      key: keyNumber(request.keyId),
      ...(isActive && { outcome: fault.outcome }),
      ...{ status: 0, code: null, credits: 0, isDelivered: false },
      // No result comes that could be seen.
      isAnswered: isActive === true && fault.outcome === 'stream-cut-before-result',
      ...(gate && { gate }),
    };
    calls.push(call);
    if (request.traceId !== undefined) byTrace.set(request.traceId, call);
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
    if (call.outcome !== 'page-repeats' || !pageBefore) return unsent;
    return withItems(unsent, () => pageBefore) ?? unsent;
  }

  function nextId(request: Matchable, redact: KeyRedactor): CallId {
    const operation = request.operation ?? '';
    const subject = redact.text(subjectIn(request));
    const name = `${operation} ${subject}`;
    const occurrence = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, occurrence);
    return { operation, subject, occurrence };
  }

  function keyNumber(keyId: string | null): number {
    const number = keys.get(keyId) ?? keys.size + 1;
    keys.set(keyId, number);
    return number;
  }
}

function noteReply(
  call: NotedCall,
  unsent: UnsentReply,
  { operation, call: { charged } }: ReplyContext,
): void {
  const names = envelopeNames(operation);
  const envelope = envelopeOf(unsent);
  const code = envelope?.[names.code];
  const outcome = call.outcome && outcomeOf(call.outcome);
  const used = Number(envelope?.[names.used] ?? 0);
  const isSuccess = !isRefusal(unsent);
  call.isAnswered = true;
  // What the client sees of an outcome without a reply is nothing.
  call.status = outcome?.isSilent && call.outcome !== 'late' ? 0 : unsent.status;
  call.code = isSuccess || call.status === 0 ? null : String(code ?? '');
  call.credits = isSuccess ? (charged === undefined ? used : toCredits(charged)) : 0;
  if (call.gate?.hasGivenUp) {
    call.hasLeft = true;
    call.status = 0;
  }
  call.isDelivered = isSuccess && !call.hasLeft && !outcome?.loses;
}

function observed({ isAnswered: _, gate: _gate, ...call }: NotedCall): ObservedCall {
  return call;
}

/** Longer subjects, as searches have them, are their short parameters and a digest of all. */
const maxSubjectCharacters = 80;
const maxPartCharacters = 24;

function subjectIn(request: Matchable): string {
  const given = givenIn(request);
  const givenNames = Object.keys(given).sort();
  if (givenNames.length === 0) return '';
  const sorted = JSON.stringify(Object.fromEntries(givenNames.map((name) => [name, given[name]])));
  const name = callName({
    ...{ body: sorted, given, givenNames },
    request: { url: request.url },
  });
  const text = name ?? sorted;
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

function requestOf(request: Matchable, redactor: KeyRedactor): Pick<ObservedCall, 'shape' | 'request'> {
  const given = givenIn(request);
  const parameters = JSON.parse(redactor.text(JSON.stringify(shortParameters(given)))) as Record<
    string,
    unknown
  >;
  return {
    shape: `${request.method} ${Object.keys(given).sort().join(',')}`,
    request: { method: request.method, path: request.url.split('?')[0] ?? '', parameters },
  };
}
