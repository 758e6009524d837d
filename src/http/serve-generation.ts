import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotKept } from '../ledger/not-kept.ts';
import { type Call, operationOf, pathOf, recognisedCall } from './call.ts';
import { callOf, countRefusal } from './checks.ts';
import type { Deps } from './deps.ts';
import { answerMagicIdentifiers } from './forced.ts';
import {
  type Arriving,
  type Body,
  type Failure,
  type Generation,
  generationAt,
  type Unread,
} from './generation.ts';
import { inBatch } from './in-batch.ts';
import { showPictures } from './pictures.ts';
import { problemType } from './problem-details.ts';
import { recordRequests, recordUnparseable, recordUnroutable } from './recording.ts';
import { objection, objectionTo, refuseUndecided, Undecided } from './rely-on.ts';
import type { Scope } from './scope.ts';
import { tamperReplies } from './tampered.ts';
import { bodyLost, UnparseableRequest } from './transport.ts';
import { jsonType, unknownPathHandler } from './unknown-path.ts';

/** Serves one generation: authentication, refusals, journal, forced outcomes and its operations. */
export async function serveGeneration(
  app: FastifyInstance,
  deps: Deps,
  generation: Generation,
): Promise<void> {
  if (deps.settings.pictures === 'sandbox') showPictures(app);
  recordRequests(app, deps, generation.header);
  const unknownPath = unknownPathHandler(app);
  app.setNotFoundHandler(unknownPath);
  app.setErrorHandler(async (error, request, reply) => {
    // An unreadable body on an unknown path is still an unknown path.
    if (request.is404) return unknownPath(request, reply);
    const call = callOf(deps, request);
    let failed = errorReply(deps, generation, request, error);
    try {
      await countRefusal(deps.ledger, call);
    } catch (uncounted) {
      failed = errorReply(deps, generation, request, uncounted);
    }
    const { status, type, body } = failed;
    return reply.code(status).type(type).send(body);
  });

  // The checks are in an inner scope, because unknown paths are 404 without a key too.
  await app.register(async function operations(scope: Scope) {
    scope.addHook('preParsing', async function runChecks(request, reply, payload) {
      const unread: Unread = { request, reply, body: payload as Body };
      const arriving = arrivingOf(generation, unread);
      try {
        await meetChecks(deps, arriving);
        if (unread.body === payload && payload.destroyed && request.method === 'POST') throw bodyLost();
      } finally {
        request.call = arriving.call;
      }
      return unread.body;
    });
    scope.addHook('preHandler', function matchMagicIdentifiers(request, reply, done) {
      answerMagicIdentifiers(deps, generation, recognisedCall(request), request, reply);
      done();
    });
    refuseUndecided(scope, deps);
    tamperReplies(scope, deps);
    for (const route of generation.routes) route(scope, deps);
  });
}

function arrivingOf(generation: Generation, unread: Unread): Arriving {
  const { request } = unread;
  const operation = operationOf(request);
  if (!operation) throw new Error('a route without an operation');
  return {
    generation,
    operation,
    path: pathOf(request),
    // Node lower-cases header names.
    key: request.headers[generation.header.toLowerCase()],
    prefer: request.headers.prefer,
    toWire: request.routeOptions.config.toWire,
    call: null,
    unread,
  };
}

/** Runs the checks of a generation in their order. One that waits leaves the batch; the next one enters another. */
async function meetChecks(deps: Deps, arriving: Arriving): Promise<void> {
  const { generation, key } = arriving;
  const secret = typeof key === 'string' ? key : '';
  const checks = generation.checks.values();
  for (let done = false; !done; ) {
    const { waiting } = await inBatch(deps, { secret }, (verbs) => {
      for (const check of checks) {
        const waits = check(deps, arriving, verbs);
        if (waits) return { waiting: waits };
      }
      done = true;
      return { waiting: undefined };
    });
    await waiting;
  }
}

/** Replies to a URL that the router cannot decode and that therefore reaches no scope. */
export function sendUnroutable(
  deps: Deps,
  generations: readonly Generation[],
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const generation = generationAt(generations, request.url);
  callOf(deps, request);
  const { status, type, body } = errorReply(deps, generation, request, error);
  reply.code(status);
  recordUnroutable(deps, request, reply, generation.header);
  reply.type(type).send(body);
}

interface ErrorReply {
  status: number;
  type: string;
  body: object | string;
}

/** The failure of a call. One that nobody asked for is logged, but a ledger that cannot be written only once for all calls. */
export function failureOf(deps: Deps, generation: Generation, call: Call, error: unknown): Failure {
  const failure = generation.failure(deps, call, error);
  const unexpected = failure.errorCode === generation.refusals.internal?.errorCode;
  const isLogged = error instanceof Undecided || error instanceof NotKept;
  if (unexpected && !call.injected && !isLogged)
    deps.log.error({ err: error, traceId: call.traceId }, 'unexpected failure');
  return failure;
}

/** The error reply of a generation, or the objection of a strict sandbox. Sets `call.errorCode`. */
function errorReply(deps: Deps, generation: Generation, request: FastifyRequest, error: unknown): ErrorReply {
  const call = callOf(deps, request);
  const { status, errorCode, body } = failureOf(deps, generation, call, error);
  const objected = objectionTo(deps, request, error, errorCode);
  if (objected) return { ...objected, type: problemType };
  call.errorCode = errorCode;
  return { status, type: jsonType, body };
}

/**
 * Replies to bytes that Node cannot parse as HTTP. There is no request, so the envelope is written to the socket. The
 * start of the packet determines the generation; of headers above the limit only the end is left, so they are answered
 * like a path of generation 3.
 */
export function sendUnparseable(
  deps: Deps,
  generations: readonly Generation[],
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const start = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 4_096) : '';
  const [, method = '', url = ''] = /^([A-Z]{1,20}) (\S+)/.exec(start) ?? [];
  const generation = generationAt(generations, url);
  const call: Call = { operation: null, caller: null, now: deps.clock.now(), traceId: deps.trace('', '') };
  const failure = generation.failure(deps, call, new UnparseableRequest(error.code));
  const decisions = [
    ...deps.decisions.reliedOn({
      operation: null,
      method,
      url,
      pathServed: false,
      headers: {},
      given: undefined,
      refused: true,
      forced: false,
      errorCode: failure.errorCode,
      caller: null,
    }),
    ...(call.reliedOn ?? []),
  ];
  const { status, type, text, errorCode } = unparseableReply(deps, failure, decisions);
  recordUnparseable(deps, method, url, { status, traceId: call.traceId, errorCode, decisions });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  );
}

function unparseableReply(deps: Deps, { status, body, errorCode }: Failure, decisions: readonly string[]) {
  const undecided = deps.decisions.objection(decisions);
  if (undecided) {
    const { status: refused, body: text } = objection(undecided);
    return { status: refused, type: problemType, text, errorCode: null };
  }
  return { status, type: jsonType, text: JSON.stringify(body), errorCode };
}
