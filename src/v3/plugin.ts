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
import { httpDecisions } from '../http/decisions.ts';
import type { Deps } from '../http/deps.ts';
import { force } from '../http/forced.ts';
import { recordRequests } from '../http/recording.ts';
import { objectionTo, refuseUndecided, relyOn, sendObjection, Undecided } from '../http/rely-on.ts';
import type { Scope } from '../http/scope.ts';
import { transportProblem } from '../http/transport.ts';
import { jsonType, unknownPathHandler } from '../http/unknown-path.ts';
import { clipContentSearch } from './clip/content-search.ts';
import { clipNiches } from './clip/niches.ts';
import { clipPerformanceHistory } from './clip/performance-history.ts';
import { clipSearch } from './clip/search.ts';
import { clipSubmitCreators } from './clip/submit-creators.ts';
import { forcedRefusal } from './forced.ts';
import { gramContentSearch } from './gram/content-search.ts';
import { gramNiches } from './gram/niches.ts';
import { gramPerformanceHistory } from './gram/performance-history.ts';
import { gramSearch } from './gram/search.ts';
import { gramSubmitCreators } from './gram/submit-creators.ts';
import { lookups } from './lookups.ts';
import { nls } from './nls.ts';
import { failure } from './replies.ts';
import { sponsorAudience } from './sponsor/audience.ts';
import { sponsorCreators } from './sponsor/creators.ts';
import { sponsorInformation } from './sponsor/information.ts';
import { sponsorList } from './sponsor/list.ts';
import { sponsorPerformance } from './sponsor/performance.ts';
import { sponsorSearch } from './sponsor/search.ts';
import { sponsorSubmit } from './sponsor/submit.ts';
import { sponsorSummary } from './sponsor/summary.ts';
import { tubeContentSearch } from './tube/content-search.ts';
import { tubeNiches } from './tube/niches.ts';
import { tubePerformanceHistory } from './tube/performance-history.ts';
import { tubeSearch } from './tube/search.ts';
import { tubeSubmitCreators } from './tube/submit-creators.ts';
import { tubeSubtitlesDownload } from './tube/subtitles-download.ts';
import { tubeSubtitlesMeta } from './tube/subtitles-meta.ts';
import { tubeTopics } from './tube/topics.ts';
import { usage } from './usage.ts';

const operations = [
  lookups,
  nls,
  gramPerformanceHistory,
  gramNiches,
  clipPerformanceHistory,
  clipNiches,
  tubePerformanceHistory,
  tubeNiches,
  tubeTopics,
  tubeSubtitlesMeta,
  tubeSubtitlesDownload,
  sponsorInformation,
  sponsorCreators,
  sponsorPerformance,
  sponsorAudience,
  sponsorSummary,
  sponsorSubmit,
  clipSubmitCreators,
  gramSubmitCreators,
  tubeSubmitCreators,
  clipContentSearch,
  clipSearch,
  gramContentSearch,
  gramSearch,
  tubeContentSearch,
  tubeSearch,
  sponsorList,
  sponsorSearch,
  usage,
];

/** Generation 3: routes at the root, header `api-key`, the envelopes of specification 2.2. */
export async function v3(app: FastifyInstance, deps: Deps): Promise<void> {
  recordRequests(app, deps, 'api-key');
  const unknownPath = unknownPathHandler(app);
  app.setNotFoundHandler(unknownPath);
  app.setErrorHandler(async (error, request, reply) => {
    // A body that nobody can read does not make an unknown path known.
    if (request.is404) return unknownPath(request, reply);
    const call = callOf(deps, request);
    const problem = transportProblem(error);
    if (problem) relyOn(deps, call, httpDecisions['transport-errors']);
    const reason = problem ? new Refusal('invalid', { problems: [problem] }) : error;
    const { status, body } = failure(call, reason);
    if (status === 500 && !call.injected && !(error instanceof Undecided))
      deps.log.error({ err: error, traceId: call.traceId }, 'unexpected failure');
    await countRefusal(deps, call);
    const objection = objectionTo(deps, request, error, body.errorCode);
    if (objection) return sendObjection(reply, objection);
    return reply.code(status).type(jsonType).send(body);
  });

  await app.register(async (scope: Scope) => {
    scope.addHook('onRequest', async (request) => {
      await authenticate(deps, request, 'api-key');
    });
    force(scope, deps, forcedRefusal(deps));
    refuseUndecided(scope, deps);
    scope.addHook('preParsing', async (request) => {
      const call = recognisedCall(request);
      refuseTooMany(deps, call);
      refuseForbidden(call);
    });
    for (const operation of operations) operation(scope, deps);
  });
}
