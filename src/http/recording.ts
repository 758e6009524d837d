import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toCredits } from '../core/credits.ts';
import type { Recorded } from '../journal/recorded.ts';
import { keyIdOf } from '../keys/digest.ts';
import { createKeyRedactor, type KeyRedactor } from '../keys/redactor.ts';
import { type Call, operationOf } from './call.ts';
import type { Deps } from './deps.ts';
import { redactBody, redactorOf, redactUrl } from './redact.ts';
import { reliedOn } from './rely-on.ts';
import { disturbs } from './tampered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By the machine's own counter, in milliseconds. */
    arrivedAt?: number;
  }
}

/**
 * Writes every request of a scope into the journal: just before its reply leaves, so that whoever has the
 * reply also finds the request. To be called before the scope's routes are added.
 * @param header where the scope's generation looks for the key
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
      enter(request, reply, payload);
    } catch (error) {
      // The answer may be paid already: whatever is wrong with the record, it leaves as it is.
      log.error({ err: error }, 'a request could not be recorded');
    }
    done();
  });

  function enter(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const recorded = record(deps, request, reply, header);
    if (isStream(payload)) {
      reply.raw.once('close', () => {
        recorded.durationMs = elapsed(request);
        // A stream may lean on more than its begin could tell.
        recorded.decisions = decisionsOf(deps, request, recorded);
        finish(deps, recorded);
      });
    } else finish(deps, recorded);
  }
}

/** For a request that no scope sees, because its URL cannot be read. */
export function recordUnroutable(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  header: string,
): void {
  if (deps.journal.on) finish(deps, record(deps, request, reply, header));
}

/**
 * For what Node's own parser refused: the beginning of the packet tells which request it was, where it has a
 * request line.
 */
export function recordUnparseable(
  { clock, journal, events, ledger, decisions }: Deps,
  method: string,
  url: string,
  answer: Pick<Recorded, 'status' | 'errorCode' | 'traceId' | 'decisions'>,
): void {
  if (!journal.on || method === '' || /^\/+__admin/.test(url)) return;
  const screen = createKeyRedactor(ledger);
  const recorded = journal.record({
    at: clock.now(),
    keyId: null,
    operation: null,
    method,
    url: redactUrl(url, false, screen),
    body: undefined,
    ...answer,
    credits: 0,
    durationMs: 0,
    injected: null,
    notes: notesOf(['It could not be parsed as HTTP.'], screen),
  });
  finish({ journal, events, decisions }, recorded);
}

function record(deps: Deps, request: FastifyRequest, reply: FastifyReply, header: string): Recorded {
  const { call } = request;
  const errorCode = call?.errorCode ?? null;
  const operation = operationOf(request);
  // What is kept has no key in it: it is shown, exported and logged from here on.
  const screen = call?.screen ?? redactorOf(deps, request);
  const url = redactUrl(request.url, operation !== null, screen);
  const body = redactBody(request.bodySent ?? request.body, screen);
  return deps.journal.record({
    at: call?.now ?? deps.clock.now(),
    keyId: call?.caller?.id ?? keyIdIn(request.headers[header.toLowerCase()]),
    operation,
    method: request.method,
    url,
    body,
    status: reply.statusCode,
    errorCode,
    credits: 0,
    durationMs: elapsed(request),
    traceId: call?.traceId ?? null,
    injected: injectedIn(call, reply),
    notes: notesOf(call?.notes ?? [], screen),
    decisions: decisionsOf(deps, request, { status: reply.statusCode, errorCode }),
  });
}

/** What was not answered leans on nothing but the decision by which it was not. */
function decisionsOf(
  deps: Deps,
  request: FastifyRequest,
  { status, errorCode }: { status: number; errorCode: string | null },
): readonly string[] {
  const { undecided } = request.call ?? {};
  if (undecided !== undefined) return [undecided];
  return reliedOn(deps, request, { refused: errorCode !== null || status >= 400, errorCode });
}

function injectedIn(call: Call | null, reply: FastifyReply): string | null {
  if (!call) return null;
  const { injected, profile, profileBy } = call;
  return injected ?? (profile && profileBy !== undefined && disturbs(profile, reply) ? profileBy : null);
}

/** Nobody asks for the key of an unknown path, but whoever sent it looks for its requests under its key. */
const keyIdIn = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? keyIdOf(header) : null;

function notesOf(notes: readonly string[], screen: KeyRedactor): readonly string[] {
  const shown = notes.map(screen.text);
  const { heldBack } = screen;
  return heldBack.size === 0
    ? shown
    : [...shown, `A key was sent outside of its header; shown is its end. Id: ${[...heldBack].join(', ')}.`];
}

function finish(
  { journal, events, decisions }: Pick<Deps, 'journal' | 'events' | 'decisions'>,
  recorded: Recorded,
): void {
  journal.ended(recorded);
  decisions.count(recorded.decisions);
  if (!events.heard) return;
  const { id, keyId, operation, method, url, status, errorCode, credits, injected } = recorded;
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
    },
  });
}

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;

/** Real milliseconds so far, to the microsecond; 0 where no scope saw it come. */
const elapsed = ({ arrivedAt }: FastifyRequest): number =>
  arrivedAt === undefined ? 0 : Math.round((performance.now() - arrivedAt) * 1000) / 1000;
