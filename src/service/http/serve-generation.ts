import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../core/errors.ts';
import { CommitFailed } from '../../ledger/errors.ts';
import { inTransaction } from '../../ledger/job.ts';
import { objectionTo, refuseUndecided, Undecided } from './assumptions.ts';
import { type Call, note, operationOf, pathOf, recognisedCall } from './call.ts';
import { countRefusal, ensureCall } from './checks.ts';
import type { CheckDeps, Deps, RecordDeps } from './deps.ts';
import { answerMagicIdentifiers } from './forced.ts';
import {
  type ArrivingRequest,
  type Failure,
  type Generation,
  generationAt,
  type UnreadRequest,
} from './generation.ts';
import { showPictures } from './pictures.ts';
import { problemType } from './problem-details.ts';
import { applyProfiles } from './profiled-replies.ts';
import { recordRequests, recordUnroutable } from './record-requests.ts';
import { attachRecording, NotRecorded } from './recordings.ts';
import { rewriteReplies } from './rewrite-replies.ts';
import type { Scope } from './scope.ts';
import { bodyLost } from './transport.ts';
import { jsonType, unknownPathHandler } from './unknown-path.ts';

/** Serves one generation: authentication, refusals, journal, forced outcomes and its operations. */
export async function serveGeneration(
  app: FastifyInstance,
  deps: Deps,
  generation: Generation,
): Promise<void> {
  if (deps.settings.pictures === 'sandbox') showPictures(app);
  recordRequests(app, deps, generation.header);
  const unknownPath = unknownPathHandler(app, deps);
  app.setNotFoundHandler(unknownPath);
  app.setErrorHandler(async (error, request, reply) => {
    // An unreadable body on an unknown path is still an unknown path.
    if (request.is404) return unknownPath(request, reply);
    const call = ensureCall(deps, request);
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
    scope.addHook('preParsing', async function checkRequest(request, reply, payload) {
      const unread: UnreadRequest = { request, reply, body: payload };
      const arriving = arrivingOf(generation, unread);
      try {
        await runChecks(deps, arriving);
        if (unread.body === payload && payload.destroyed && request.method === 'POST') throw bodyLost();
      } finally {
        request.call = arriving.call;
      }
      return unread.body;
    });
    scope.addHook('preHandler', function matchMagicIdentifiers(request, reply, done) {
      answerMagicIdentifiers(deps, generation, recognisedCall(request), request, reply);
      attachRecording(deps, generation, recognisedCall(request), request);
      done();
    });
    refuseUndecided(scope, deps);
    rewriteReplies(scope, deps);
    applyProfiles(scope, deps);
    for (const route of generation.routes) route(scope, deps);
  });
}

function arrivingOf(generation: Generation, unread: UnreadRequest): ArrivingRequest {
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
async function runChecks(deps: CheckDeps, arriving: ArrivingRequest): Promise<void> {
  const { generation, key } = arriving;
  const secret = typeof key === 'string' ? key : '';
  const checks = generation.checks.values();
  for (let done = false; !done; ) {
    const { waiting } = await inTransaction(deps.ledger, { secret }, (tx) => {
      for (const check of checks) {
        const waits = check(deps, arriving, tx);
        if (waits) {
          // When the commit fails, nobody awaits it.
          waits.catch(() => {});
          return { waiting: waits };
        }
      }
      done = true;
      return { waiting: undefined };
    });
    await waiting;
  }
}

/** Replies to a URL that the router cannot decode and that therefore reaches no scope. */
export function sendUnroutable(
  deps: RecordDeps & Pick<Deps, 'settings' | 'trace' | 'log'>,
  generations: readonly Generation[],
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const generation = generationAt(generations, request.url);
  ensureCall(deps, request);
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

/** The failure of a call. Logs unexpected ones; the ledger itself logs once that it cannot be written. */
export function failureFor(
  deps: Pick<Deps, 'decisions' | 'log'>,
  generation: Generation,
  call: Call,
  error: unknown,
): Failure {
  const failure = generation.failure(deps, call, error);
  if (error instanceof Refusal && error.remark !== undefined) note(call, error.remark);
  const unexpected = failure.errorCode === generation.refusals.internal?.errorCode;
  const isLogged = error instanceof Undecided || error instanceof CommitFailed;
  // Generation 2 has no other word for the end of a wait.
  const isMeant = error instanceof Refusal && error.kind === 'unavailable';
  if (unexpected && !call.injected && !isLogged && !isMeant)
    deps.log.error({ err: error, traceId: call.traceId }, 'unexpected failure');
  return failure;
}

/** The error reply of a generation, or the objection of a strict sandbox. Sets `call.errorCode`. */
function errorReply(
  deps: Pick<Deps, 'settings' | 'clock' | 'trace' | 'servedRoutes' | 'decisions' | 'log'>,
  generation: Generation,
  request: FastifyRequest,
  error: unknown,
): ErrorReply {
  const call = ensureCall(deps, request);
  if (error instanceof NotRecorded) {
    note(call, error.message);
    return { status: 501, type: problemType, body: error.body };
  }
  const { status, errorCode, body } = failureFor(deps, generation, call, error);
  const objected = objectionTo(deps, request, error, errorCode);
  if (objected) return { ...objected, type: problemType };
  call.errorCode = errorCode;
  return { status, type: jsonType, body };
}
