import type { Readable } from 'node:stream';
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
import type { RequestDetails } from './call.ts';
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
import type { SentRequest } from './generation.ts';
import { isAffectedBy } from './profiled-replies.ts';
import { redactBody, redactorOf, redactUrl } from './redact.ts';
import { repliesSentInstead } from './seen-requests.ts';
import type { Reply } from './send.ts';
import { noCallSite, sentCallSite } from './sent-call-site.ts';
import type { Service } from './service.ts';

/**
 * Records a request of the service just before its reply is sent, so that a client with a reply always finds its request
 * in the journal. The reply may be paid already, so it is sent even without its record.
 * @param noted by `noteRequest`
 */
export function recordRequest(
  service: Service,
  request: SentRequest,
  reply: Reply,
  noted?: TallyInput,
): void {
  try {
    record(service, request, reply, noted);
  } catch (error) {
    logUnrecorded(service, error);
  }
}

/**
 * Notes a request over replicas inside the transaction of its reply, so that its row is committed with the charge. A stream
 * is recorded when it begins.
 */
export function noteRequest(service: Service, request: SentRequest, reply: Reply): TallyInput | undefined {
  const { peers } = service;
  if (!peers || isStream(reply.body) || repliesSentInstead.has(request.raw)) return undefined;
  try {
    const injected = injectedIn(request.call, reply);
    const input = tallyInputOf(service, request, request.generation.header, reply.status, injected);
    peers.note(input);
    return input;
  } catch (error) {
    logUnrecorded(service, error);
    return undefined;
  }
}

function record(service: Service, request: SentRequest, reply: Reply, noted: TallyInput | undefined): void {
  const sent = repliesSentInstead.get(request.raw);
  if (!sent && !service.journal.on) {
    countSent(service, request, reply);
    return;
  }
  const status = sent?.status ?? reply.status;
  const { header } = request.generation;
  const input = noted ?? tallyInputOf(service, request, header, status, injectedIn(request.call, reply));
  if (sent) {
    const { text, ...answer } = sent;
    recordWhole(service, { ...input, request: { ...input.request, ...answer } }, text);
    return;
  }
  const isProfiled = request.call?.profile !== undefined && isAffectedBy(request.call.profile, reply);
  const { body } = reply;
  if (isStream(body)) recordStream(service, input, request, body);
  else recordWhole(service, input, isProfiled ? undefined : body);
  if (isProfiled || isStream(body)) storePieces(service, input.id, request);
}

/** Stores what is sent: another stream may come in place of the reply, and pieces flow once it is piped. */
function storePieces({ journal }: Pick<Deps, 'journal'>, id: number, { response }: SentRequest): void {
  const add = journal.keepReplyPieces(id);
  if (add) response.once('pipe', (sent) => sent.on('data', add));
}

function recordStream(service: Service, input: TallyInput, request: SentRequest, sent: Readable): void {
  const { metrics, journal, tally, decisions, events, closing } = service;
  const { call } = request;
  const notesBefore = call?.notes?.length ?? 0;
  const endCount = metrics.openStream(countedEntry(input.request), input.request.traceId);
  const stream = journal.recordStream(input.request);
  input.id = stream.entry.id;
  input.body = comparedBody(service, input);
  const counted = tally.on ? tally.countStream(input) : undefined;
  request.response.once('close', () => {
    const met = { whole: isWhole(request), isCut: call?.isCut === true || closing.aborted };
    const durationMs = elapsed(request.arrivedAt);
    // Its charge may be under way when the connection ends.
    afterClose(sent, () => {
      counted?.end(met);
      // A stream may rely on more decisions after its start.
      const decisionIds = decisionsOf(service, request, stream.entry);
      const later = call?.notes?.slice(notesBefore) ?? [];
      const redactor = call?.redactor ?? redactorOf(service, request);
      const notes = [...stream.entry.notes, ...later.map((note) => redactor.text(note))];
      stream.end({ durationMs, decisions: decisionIds, notes });
      endCount(durationMs);
      decisions.count(decisionIds);
      if (events.heard) emitRequest(service, stream.entry);
    });
  });
}

/** Records bytes that are no HTTP, just before the reply to them is sent. */
export function recordFinished(
  deps: RecordDeps & Pick<Deps, 'log'>,
  finished: RequestDetails,
  header: string,
  status: number,
): void {
  try {
    if (deps.journal.on) recordWhole(deps, tallyInputOf(deps, finished, header, status, null));
    else deps.metrics.countRequest(countedReply(finished, status, null), elapsed(finished.arrivedAt));
  } catch (error) {
    logUnrecorded(deps, error);
  }
}

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
    credits: call?.charged ?? 0,
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
    factBits: call?.factBits ?? 0,
    items: call?.items,
    isChanged: errorCode === null && status < 400 && (call?.isDelayed === true || injected !== null),
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
  const notes = [...(call?.notes ?? [])];
  if (errorCode !== null && hasUnplainHandle(given)) notes.push(plainHandle);
  if (callSite === undefined) notes.push(noCallSite);
  return notes;
}

const plainHandle = 'A handle is the bare name in lower case: no URL and no capitals.';

/** The header by which a client names its test. */
const testHeader = 'x-sandbox-test';

const maxTestCharacters = 300;

/** A refusal by a strict sandbox relies only on the decision that caused it. */
function decisionsOf(
  deps: Pick<Deps, 'servedRoutes' | 'words' | 'decisions'>,
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
  const redacted = notes.map((note) => redactor.text(note));
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
  const id = journal.record(input.request, input.id || undefined);
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
const isWhole = ({ call, response }: SentRequest): boolean =>
  response.writableEnded || (call?.isAnswered === true && call.profile === undefined);
