import type { FastifyInstance } from 'fastify';
import { Refusal } from '../core/errors.ts';
import {
  authenticate,
  callOf,
  countRefusal,
  recognisedCall,
  refuseForbidden,
  refuseTooMany,
} from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { force } from '../http/forced.ts';
import { recordRequests } from '../http/recording.ts';
import { objectionTo, refuseUndecided, sendObjection, Undecided } from '../http/rely-on.ts';
import type { Scope } from '../http/scope.ts';
import { jsonType, unknownPathHandler } from '../http/unknown-path.ts';
import { apiStatus } from './api-status.ts';
import { clipAdvancedSearch } from './clip-advanced-search.ts';
import { clipBasic } from './clip-basic.ts';
import { clipHistory } from './clip-history.ts';
import { gramAdvancedSearch } from './gram-advanced-search.ts';
import { gramBasic } from './gram-basic.ts';
import { gramHistory } from './gram-history.ts';
import { Failure } from './refusals.ts';
import { failure, unexpected } from './replies.ts';
import { submitCreators } from './submit-creators.ts';
import { tubeAdvancedSearch } from './tube-advanced-search.ts';
import { tubeBasic } from './tube-basic.ts';
import { tubeHistory } from './tube-history.ts';

const operations = [
  apiStatus,
  gramBasic,
  gramHistory,
  clipBasic,
  clipHistory,
  tubeBasic,
  tubeHistory,
  gramAdvancedSearch,
  clipAdvancedSearch,
  tubeAdvancedSearch,
  submitCreators,
];

/** Generation 2: routes under `/v2`, header `apiId`, the envelopes of specification 2.1. */
export async function v2(app: FastifyInstance, deps: Deps): Promise<void> {
  // The contract shows unknown paths for generation 3 only; generation 2 answers in the same form (assumed: v2-unknown-path).
  recordRequests(app, deps, 'apiid');
  const unknownPath = unknownPathHandler(app);
  app.setNotFoundHandler(unknownPath);
  app.setErrorHandler(async (error, request, reply) => {
    if (request.is404) return unknownPath(request, reply);
    const call = callOf(deps, request);
    const body = failure(call, error);
    if (body.error === unexpected && !call.injected && !(error instanceof Undecided))
      deps.log.error({ err: error, traceId: call.traceId }, 'unexpected failure');
    await countRefusal(deps, call);
    const objection = objectionTo(deps, request, error, body.error);
    if (objection) return sendObjection(reply, objection);
    return reply.code(deps.settings.v2Status).type(jsonType).send(body);
  });

  await app.register(async (scope: Scope) => {
    scope.addHook('onRequest', async (request) => {
      // Node lower-cases header names: this is `apiId` (specification 5).
      const call = await authenticate(deps, request, 'apiid');
      if (call.caller.testOnly) throw new Refusal('testOnly');
    });
    force(scope, deps, (_call, { errorCode }) => new Failure(errorCode));
    refuseUndecided(scope, deps);
    scope.addHook('preParsing', async (request) => {
      const call = recognisedCall(request);
      refuseTooMany(deps, call);
      refuseForbidden(call);
    });
    for (const operation of operations) operation(scope, deps);
  });
}
