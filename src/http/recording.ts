import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCredits } from '../core/credits.ts';
import type { Events } from '../journal/events.ts';
import type { Entered, Recorded } from '../journal/recorded.ts';
import { keyIdOf } from '../keys/digest.ts';
import { createKeyRedactor, type KeyRedactor } from '../keys/redactor.ts';
import type { Body } from './body.ts';
import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import { redactBody, redactorOf, redactUrl } from './redact.ts';
import { type RequestFacts, reliedOn, requestFacts } from './rely-on.ts';
import { tampersWith } from './tampered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of `performance.now()`. */
    arrivedAt?: number;
  }
}

/** The facts of a request that the journal records. */
export interface Facts extends RequestFacts {
  /** The body as it was sent. */
  readonly body: unknown;
  /** Milliseconds of `performance.now()`; undefined if no scope saw it arrive. */
  readonly arrivedAt: number | undefined;
}

const factsOf = (request: FastifyRequest): Facts => ({
  ...requestFacts(request),
  body: request.bodySent ?? request.body,
  arrivedAt: request.arrivedAt,
});

/**
 * Records every request of a scope in the journal just before its reply is sent, so that a client with a reply always
 * finds its request there. Call this before the scope's routes are added.
 * @param header the generation's header for the key
 */
export function recordRequests(app: FastifyInstance, deps: Deps, header: string): void {
  const { journal, log } = deps;
  if (!journal.on) return;

  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    try {
      recordReply(request, reply, payload);
    } catch (error) {
      // The reply may be paid already, so it is sent even without its record.
      log.error({ err: error }, 'a request could not be recorded');
    }
    done();
  });

  function recordReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const entered = enteredOf(deps, request, reply, header);
    if (isStream(payload)) recordStream(entered, request, reply);
    else recordWhole(deps, entered, payload);
  }

  function recordStream(entered: Entered, request: FastifyRequest, reply: FastifyReply): void {
    const stream = journal.recordStream(entered);
    reply.raw.once('close', () => {
      // A stream may rely on more decisions after its start.
      const decisions = decisionsOf(deps, factsOf(request), stream.recorded);
      stream.end({ durationMs: elapsed(request.arrivedAt), decisions });
      deps.decisions.count(decisions);
      if (deps.events.heard) emit(deps.events, stream.recorded);
    });
  }
}

/** Records a request that no scope sees because its URL cannot be decoded. */
export function recordUnroutable(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  header: string,
): void {
  if (deps.journal.on) recordWhole(deps, enteredOf(deps, request, reply, header));
}

/** Records a request that skipped Fastify. */
export function recordRemembered(deps: Deps, facts: Facts, header: string, status: number, body: Body): void {
  if (deps.journal.on) recordWhole(deps, enteredFrom(deps, facts, header, status, null), body);
}

/**
 * Records bytes that Node's parser refused.
 * @param method from the request line; empty if there was none
 */
export function recordUnparseable(
  { clock, journal, events, ledger, decisions }: Deps,
  method: string,
  url: string,
  answer: Pick<Recorded, 'status' | 'errorCode' | 'traceId' | 'decisions'>,
): void {
  if (!journal.on || method === '' || /^\/+__admin/.test(url)) return;
  const redactor = createKeyRedactor(ledger);
  const entered = {
    at: clock.now(),
    keyId: null,
    operation: null,
    method,
    url: redactUrl(url, false, redactor),
    body: undefined,
    ...answer,
    credits: 0,
    durationMs: 0,
    injected: null,
    notes: notesOf(['It could not be parsed as HTTP.'], redactor),
  };
  recordWhole({ journal, events, decisions }, entered);
}

const enteredOf = (deps: Deps, request: FastifyRequest, reply: FastifyReply, header: string): Entered =>
  enteredFrom(deps, factsOf(request), header, reply.statusCode, injectedIn(request.call, reply));

function enteredFrom(
  deps: Deps,
  facts: Facts,
  header: string,
  status: number,
  injected: string | null,
): Entered {
  const { call, operation } = facts;
  const errorCode = call?.errorCode ?? null;
  // Redact before storing: the journal is displayed, exported and logged.
  const redactor = call?.redactor ?? redactorOf(deps, facts);
  const url = redactUrl(facts.url, operation !== null, redactor);
  const body = redactBody(facts.body, redactor);
  return {
    at: call?.now ?? deps.clock.now(),
    keyId: call?.caller?.id ?? keyIdIn(facts.headers[header.toLowerCase()]),
    operation,
    method: facts.method,
    url,
    body,
    status,
    errorCode,
    credits: call?.charged ?? 0,
    durationMs: elapsed(facts.arrivedAt),
    traceId: call?.traceId ?? null,
    injected,
    notes: notesOf(call?.notes ?? [], redactor),
    decisions: decisionsOf(deps, facts, { status, errorCode }),
  };
}

/** A refusal by a strict sandbox relies only on the decision that caused it. */
function decisionsOf(
  deps: Deps,
  facts: Facts,
  { status, errorCode }: { status: number; errorCode: string | null },
): readonly string[] {
  const { undecided } = facts.call ?? {};
  if (undecided !== undefined) return [undecided];
  return reliedOn(deps, facts, { refused: errorCode !== null || status >= 400, errorCode });
}

/** A profile counts as injected only if it changes the reply. */
function injectedIn(call: Call | null, reply: FastifyReply): string | null {
  if (!call) return null;
  const { injected, profile, profileBy } = call;
  return injected ?? (profile && profileBy !== undefined && tampersWith(profile, reply) ? profileBy : null);
}

/** An unknown path does not check the key, but its sender looks for the request under that key. */
const keyIdIn = (header: unknown): string | null =>
  typeof header === 'string' && header !== '' ? keyIdOf(header) : null;

function notesOf(notes: readonly string[], redactor: KeyRedactor): readonly string[] {
  const redacted = notes.map(redactor.text);
  const { heldBack } = redactor;
  if (heldBack.size === 0) return redacted;
  const ids = [...heldBack].slice(0, mostIds).join(', ') + (heldBack.size > mostIds ? ', …' : '');
  return [...redacted, `A key was sent outside of its header; only its end is shown. Id: ${ids}.`];
}

/** A body may hold thousands of keys, and the journal keeps the note. */
const mostIds = 10;

/** Records a request whose reply is not a stream. */
function recordWhole(
  deps: Pick<Deps, 'journal' | 'events' | 'decisions'>,
  entered: Entered,
  reply?: unknown,
): void {
  const { journal, events, decisions } = deps;
  const id = journal.record(entered);
  if (typeof reply === 'string' || Buffer.isBuffer(reply) || Array.isArray(reply))
    journal.keepReply(id, reply);
  decisions.count(entered.decisions);
  const recorded = events.heard ? journal.find(id) : undefined;
  if (recorded) emit(events, recorded);
}

function emit(events: Events, recorded: Recorded): void {
  const { id, at, keyId, operation, method, url, status, errorCode, credits, injected } = recorded;
  if (injected !== null)
    events.emit({ name: 'fault', keyId, data: { by: injected, key: keyId, operation, request: id } });
  events.emit({
    name: 'request',
    keyId,
    data: {
      id,
      key: keyId,
      operation,
      method,
      url,
      status,
      errorCode,
      credits: toCredits(credits),
      injected,
      at,
      durationMs: recorded.durationMs,
      decisions: recorded.decisions,
    },
  });
}

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;

/** Real milliseconds since arrival, to the microsecond; 0 if no scope saw the request. */
const elapsed = (arrivedAt: number | undefined): number =>
  arrivedAt === undefined ? 0 : Math.round((performance.now() - arrivedAt) * 1000) / 1000;
