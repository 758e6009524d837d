import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationId } from '../../core/operations.ts';
import { inTransaction } from '../../ledger/job.ts';
import { refuseUndecided } from './assumptions.ts';
import { operationOf, pathOf, recognisedCall, requestDetails } from './call.ts';
import { countRefusal, ensureCall, runChecks } from './checks.ts';
import type { CheckDeps, Deps, RecordDeps } from './deps.ts';
import { errorReply } from './error-reply.ts';
import { answerMagicIdentifiers } from './forced.ts';
import { type ArrivingRequest, type Generation, generationAt, type UnreadRequest } from './generation.ts';
import { showPictures } from './pictures.ts';
import { applyProfiles } from './profiled-replies.ts';
import { recordFinished, recordRequests } from './record-requests.ts';
import { attachRecording } from './recordings.ts';
import { rewriteReplies } from './rewrite-replies.ts';
import type { Scope } from './scope.ts';
import { bodyLost } from './transport.ts';
import { unknownPathHandler } from './unknown-path.ts';
import { readRefused } from './unread-body.ts';

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
    const call = ensureCall(deps, request, operationOf(request));
    const details = requestDetails(request);
    let failed = errorReply(deps, generation, call, error, details);
    try {
      await countRefusal(deps.ledger, call);
    } catch (uncounted) {
      failed = errorReply(deps, generation, call, uncounted, details);
    }
    return reply.code(failed.status).type(failed.type).send(failed.text);
  });

  // The checks are in an inner scope, because unknown paths are 404 without a key too.
  await app.register(async function operations(scope: Scope) {
    scope.addHook('preParsing', async function checkRequest(request, reply, payload) {
      const unread: UnreadRequest = { request, reply, body: payload };
      const arriving = arrivingOf(generation, unread);
      try {
        await runChecksInBatches(deps, arriving);
        if (unread.body === payload && payload.destroyed && request.method === 'POST') throw bodyLost();
      } catch (error) {
        // Calls without a key are not compared.
        if (arriving.key) await readRefused(unread);
        throw error;
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
  return {
    generation,
    operation: operationOf(request) as OperationId,
    path: pathOf(request),
    // Node lower-cases header names.
    key: request.headers[generation.header.toLowerCase()],
    prefer: request.headers.prefer,
    toWire: request.routeOptions.config.toWire,
    call: null,
    unread,
  };
}

/** Runs the checks of a generation. One that waits leaves the batch; the next one enters another. */
async function runChecksInBatches(deps: CheckDeps, arriving: ArrivingRequest): Promise<void> {
  const { generation, key } = arriving;
  const secret = typeof key === 'string' ? key : '';
  const checks = generation.checks.values();
  for (let isDone = false; !isDone; ) {
    const { waiting } = await inTransaction(deps.ledger, { secret }, (tx) => {
      const waiting = runChecks(deps, arriving, checks, tx);
      // When the commit fails, nobody awaits it.
      waiting?.catch(() => {});
      return { waiting };
    });
    await waiting;
    isDone = waiting === undefined;
  }
}

/** Replies to a URL that the router cannot decode and that therefore reaches no scope. */
export function sendUnroutable(
  deps: RecordDeps & Pick<Deps, 'trace' | 'log'>,
  generations: readonly Generation[],
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const generation = generationAt(generations, request.url);
  const call = ensureCall(deps, request, operationOf(request));
  const details = requestDetails(request);
  const { status, type, text } = errorReply(deps, generation, call, error, details);
  recordFinished(deps, details, generation.header, status);
  reply.code(status).type(type).send(text);
}
