import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallSite } from '../../core/call-site.ts';
import { toCredits } from '../../core/credits.ts';
import { machine } from '../../core/instants.ts';
import { keyIdOf } from '../../core/keys/digest.ts';
import type { KeyRedactor } from '../../core/keys/redactor.ts';
import { requestSubject } from '../../core/request-subject.ts';
import { isObject } from '../../core/values.ts';
import { type JournalEntry, type JournalInput, matchableOf, maxUrlCharacters } from '../../journal/entry.ts';
import type { RequestEvent } from '../../journal/events.ts';
import { hasUnplainHandle } from '../../report/identifiers.ts';
import type { TallyInput } from '../../report/tally-input.ts';
import { reliedOn } from './assumptions.ts';
import type { Body } from './body.ts';
import { type Call, type RequestDetails, requestDetails } from './call.ts';
import {
  afterClose,
  countedEntry,
  countedReply,
  countSent,
  elapsed,
  injectedIn,
  isStream,
} from './count-replies.ts';
import type { Deps, RecordDeps } from './deps.ts';
import { isAffectedBy } from './profiled-replies.ts';
import { redactBody, redactorOf, redactUrl } from './redact.ts';
import { recordedReplies, repliesSentInstead, startedRequests } from './seen-requests.ts';
import { noCallSite, sentCallSite } from './sent-call-site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of `performance.now()`. */
    arrivedAt?: number;
  }
}

/**
 * Records every request of a scope in the journal just before its reply is sent, so that a client with a reply always
 * finds its request there. Call this before the scope's routes are added.
 * @param header the generation's header for the key
 */
export function recordRequests(
  app: FastifyInstance,
  deps: RecordDeps & Pick<Deps, 'log'>,
  header: string,
): void {
  const { journal } = deps;
  app.decorateRequest('arrivedAt');
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    if (journal.on) startedRequests.set(request.raw, request);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    try {
      recordReply(request, reply, payload);
    } catch (error) {
      logUnrecorded(deps, error);
    }
    done();
  });

  function recordReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    // A reply that fails while it is sent to a client that left is followed by one that says so.
    if (recordedReplies.has(reply.raw)) return;
    recordedReplies.add(reply.raw);
    const sent = repliesSentInstead.get(request.raw);
    if (!sent && !journal.on) {
      countSent(deps, request, reply, payload);
      return;
    }
    const finished = requestDetails(request);
    const status = sent?.status ?? reply.statusCode;
    const input = tallyInputOf(deps, finished, header, status, injectedIn(request.call, reply));
    if (sent) {
      const { text, ...answer } = sent;
      recordWhole(deps, { ...input, request: { ...input.request, ...answer } }, text);
      return;
    }
    const isProfiled = request.call?.profile !== undefined && isAffectedBy(request.call.profile, reply);
    if (isStream(payload)) recordStream(input, request, reply, payload);
    else recordWhole(deps, input, isProfiled ? undefined : (payload as string | Buffer));
    if (isProfiled || isStream(payload)) storePieces(input.id, reply);
  }

  /** Stores what is sent: a later hook may put another stream in place of the reply, and pieces flow once it is piped. */
  function storePieces(id: number, reply: FastifyReply): void {
    const add = journal.keepReplyPieces(id);
    if (add) reply.raw.once('pipe', (sent) => sent.on('data', add));
  }

  function recordStream(
    input: TallyInput,
    request: FastifyRequest,
    reply: FastifyReply,
    sent: Readable,
  ): void {
    const endCount = deps.metrics.openStream(countedEntry(input.request), input.request.traceId);
    const stream = journal.recordStream(input.request);
    input.id = stream.entry.id;
    input.body = comparedBody(deps, input);
    const counted = deps.tally.on ? deps.tally.countStream(input) : undefined;
    reply.raw.once('close', () => {
      const met = {
        whole: isWhole(request.call, reply),
        isCut: request.call?.isCut === true || app.closing.aborted,
      };
      const durationMs = elapsed(request.arrivedAt);
      // Its charge may be under way when the connection ends.
      afterClose(sent, () => {
        counted?.end(met);
        // A stream may rely on more decisions after its start.
        const decisions = decisionsOf(deps, requestDetails(request), stream.entry);
        stream.end({ durationMs, decisions });
        endCount(durationMs);
        deps.decisions.count(decisions);
        if (deps.events.heard) emitRequest(deps, stream.entry);
      });
    });
  }
}

/** Records a request that no hook sees, just before its reply is sent: it skipped Fastify, or no scope has its URL. */
export function recordFinished(
  deps: RecordDeps & Pick<Deps, 'log'>,
  finished: RequestDetails,
  header: string,
  status: number,
  body?: Body,
): void {
  try {
    if (deps.journal.on) recordWhole(deps, tallyInputOf(deps, finished, header, status, null), body);
    else deps.metrics.countRequest(countedReply(finished, status, null), elapsed(finished.arrivedAt));
  } catch (error) {
    logUnrecorded(deps, error);
  }
}

/** The reply may be paid already, so it is sent even without its record. */
const logUnrecorded = ({ log }: Pick<Deps, 'log'>, error: unknown): void =>
  log.error({ err: error }, 'a request could not be recorded');

function tallyInputOf(
  deps: RecordDeps,
  finished: RequestDetails,
  header: string,
  status: number,
  injected: string | null,
): TallyInput {
  const { call, operation } = finished;
  const errorCode = call?.errorCode ?? null;
  // Redact before storing: the journal is displayed, exported and logged.
  const redactor = call?.redactor ?? redactorOf(deps, finished);
  const url = redactUrl(finished.url, operation !== null, redactor);
  const givenNames = isObject(finished.given) ? Object.keys(finished.given) : [];
  const body = redactBody(finished.body, redactor, finished.body === finished.given ? givenNames : undefined);
  const secret = finished.headers[header.toLowerCase()];
  const keyId = call?.caller?.id ?? keyIdIn(secret);
  const callSite = sentCallSite(deps, finished.headers, redactor);
  const request: JournalInput = {
    at: call?.now ?? deps.clock.now(),
    realAt: Math.round(machine(finished.arrivedAt)),
    keyId,
    operation,
    method: finished.method,
    url,
    body,
    status,
    errorCode,
    // A failed commit has undone the charge.
    credits: errorCode === null ? (call?.charged ?? 0) : 0,
    durationMs: elapsed(finished.arrivedAt),
    traceId: call?.traceId ?? null,
    injected,
    notes: notesOf(remarksOn(finished, errorCode, callSite), redactor),
    callSite: callSite ?? undefined,
    decisions: decisionsOf(deps, finished, { status, errorCode }),
  };
  const { arrivedAt = performance.now() } = finished;
  const test = finished.headers[testHeader];
  return {
    request,
    id: 0,
    body: null,
    arrivedAt,
    repliedAt: arrivedAt + request.durationMs,
    given: finished.given,
    givenNames,
    factMask: call?.factMask ?? 0,
    items: call?.items,
    isChanged: errorCode === null && (call?.isDelayed === true || injected !== null),
    keyOutside: redactor.redactedIds.size > 0,
    test:
      typeof test === 'string' && test !== ''
        ? redactor.text(test).slice(0, maxTestCharacters)
        : deps.names.testOf(keyId),
    caller: call?.caller ?? null,
    secret,
  };
}

/** Some handles have capitals, so one that was found gets no hint. */
function remarksOn(
  { call, given }: RequestDetails,
  errorCode: string | null,
  callSite: CallSite | null | undefined,
): readonly string[] {
  const notes = call?.notes ?? [];
  const more = [
    ...(errorCode !== null && hasUnplainHandle(given) ? [plainHandle] : []),
    ...(callSite === undefined ? [noCallSite] : []),
  ];
  return more.length === 0 ? notes : [...notes, ...more];
}

const plainHandle = 'A handle is the bare name in lower case: no URL and no capitals.';

/** The header by which a client names its test. */
export const testHeader = 'x-sandbox-test';

const maxTestCharacters = 300;

/** A refusal by a strict sandbox relies only on the decision that caused it. */
function decisionsOf(
  deps: Pick<Deps, 'servedRoutes' | 'decisions'>,
  finished: RequestDetails,
  { status, errorCode }: { status: number; errorCode: string | null },
): readonly string[] {
  const { undecided } = finished.call ?? {};
  if (undecided !== undefined) return [undecided];
  return reliedOn(deps, finished, { refused: errorCode !== null || status >= 400, errorCode });
}

/** An unknown path does not check the key, but its sender looks for the request under that key. */
const keyIdIn = (header: unknown): string | null =>
  typeof header === 'string' && header !== '' ? keyIdOf(header) : null;

function notesOf(notes: readonly string[], redactor: KeyRedactor): readonly string[] {
  const redacted = notes.map(redactor.text);
  const { redactedIds } = redactor;
  if (redactedIds.size === 0) return redacted;
  const ids =
    [...redactedIds].slice(0, maxShownIds).join(', ') + (redactedIds.size > maxShownIds ? ', …' : '');
  return [...redacted, `A key was sent outside of its header; only its end is shown. Id: ${ids}.`];
}

/** The text by which a request is compared with later ones; undefined for a large one, which would be remembered whole. */
const comparedBody = ({ journal }: RecordDeps, { id, request }: TallyInput): string | null | undefined =>
  request.url.length > maxUrlCharacters ? undefined : request.body === undefined ? null : journal.bodyOf(id);

/** A body may hold thousands of keys, and the journal stores the note. */
const maxShownIds = 10;

/** Records a request whose reply is not a stream. */
function recordWhole(deps: RecordDeps, input: TallyInput, reply?: Body | Buffer): void {
  const { journal, events, decisions, tally } = deps;
  deps.metrics.countRequest(countedEntry(input.request), input.request.durationMs);
  const id = journal.record(input.request);
  input.id = id;
  if (reply !== undefined) journal.keepReply(id, reply);
  input.body = comparedBody(deps, input);
  if (tally.on) tally.countRequest(input);
  decisions.count(input.request.decisions);
  const entry = events.heard ? journal.find(id) : undefined;
  if (entry) emitRequest(deps, entry);
}

function emitRequest({ events, tally }: Pick<Deps, 'tally' | 'events'>, entry: JournalEntry): void {
  const { id, at, keyId, operation, method, url, status, errorCode, credits, injected } = entry;
  if (injected !== null)
    events.emit({ name: 'fault', keyId, data: { by: injected, key: keyId, operation, request: id } });
  events.emit({
    name: 'request',
    keyId,
    data: {
      id,
      key: keyId,
      label: keyId === null ? null : tally.labelOf(keyId),
      operation,
      method,
      url,
      about: requestSubject(url, matchableOf(entry).body),
      status,
      errorCode,
      credits: toCredits(credits),
      injected,
      at,
      realAt: entry.realAt,
      durationMs: entry.durationMs,
      notes: entry.notes,
      decisions: entry.decisions,
      ...(entry.callSite && { callSite: entry.callSite }),
    } satisfies RequestEvent,
  });
}

/** All was written, not necessarily read: which of both sides closes first proves nothing. */
const isWhole = (call: Call | null | undefined, { raw }: FastifyReply): boolean =>
  raw.writableEnded || (call?.isAnswered === true && call.profile === undefined);
