import type { FastifyInstance } from 'fastify';
import { sandboxHeader } from '../client/ask-sandbox.ts';
import { Refusal } from '../core/errors.ts';
import { KeyRedactor } from '../core/keys/redactor.ts';
import { isDeep, maxLevels } from '../core/read-json.ts';
import { CommitFailed } from '../ledger/errors.ts';
import { refresh } from '../ledger/job.ts';
import type { Deps } from '../service/http/deps.ts';
import type { Scope } from '../service/http/scope.ts';
import { version } from '../system/version.ts';
import { addCreatorRoute } from './creators.ts';
import { addDashboardRoutes } from './dashboard/page.ts';
import { addSendRoute, type InnerService } from './dashboard/send.ts';
import { addDecisionRoute } from './decisions.ts';
import {
  addOpenapiRoute,
  type Generations,
  type ServiceDocuments,
  serviceUrlOf,
} from './documents/openapi.ts';
import { checkAccess } from './guard.ts';
import { addInfoRoutes } from './info.ts';
import { invalidDetail, isInvalid } from './invalid.ts';
import { noSuchKey } from './keys/find-key.ts';
import { addKeyRoutes } from './keys/keys.ts';
import { queueLongDocuments } from './long-documents.ts';
import { type AgentServer, addMcpRoutes } from './mcp.ts';
import { Problem, sendNothingHere, sendProblem } from './problem.ts';
import { addMetricsRoute } from './report/metrics.ts';
import { addQuoteRoute, type Quoter } from './report/quote.ts';
import { addReportRoutes } from './report/report.ts';
import { addEventRoute } from './requests/events.ts';
import { addHarRoute } from './requests/har.ts';
import { addRequestRoutes } from './requests/requests.ts';
import { addVerifyRoute } from './requests/verify.ts';
import { addWaitRoute } from './requests/wait.ts';
import { addClockRoutes } from './state/clock.ts';
import { addFaultRoutes } from './state/faults.ts';
import { addProfileRoute } from './state/profiles.ts';
import { addReadingRoutes } from './state/readings.ts';
import { addReplicaRoute } from './state/replicas.ts';
import { addResetRoute } from './state/reset.ts';
import { addSnapshotRoutes } from './state/snapshots.ts';

/** The parts of the sandbox that its admin surface shows or calls. */
export interface AdminOptions {
  documents: ServiceDocuments;
  /** The numbers of its generations, newest first. */
  numbers: Generations;
  quoter: Quoter;
  /** Its base URL, for an admin surface on a port of its own. */
  serviceUrl?: string | undefined;
  inner: InnerService;
  agents: AgentServer;
}

/**
 * The sandbox's own surface, under `/__admin`, separate from everything that the service answers.
 */
export async function addAdminSurface(
  scope: FastifyInstance,
  deps: Deps,
  { documents, numbers, quoter, serviceUrl, inner, agents }: AdminOptions,
): Promise<void> {
  const app: Scope = scope;
  parseBodies(scope);
  const { adminHosts, adminToken } = deps.settings;
  app.addHook('onRequest', async (request, reply) => {
    reply.header(sandboxHeader, version);
    const isOpen = request.routeOptions.config.needsNoToken === true;
    // Node passes on the first of two Host headers, and a proxy may have checked the second.
    if ((request.raw.headersDistinct?.['host']?.length ?? 1) > 1)
      throw new Problem(400, 'Send one Host header, not two.');
    checkAccess(request.headers, { hosts: adminHosts, token: isOpen ? undefined : adminToken });
    if (!isOpen) await refresh(deps.ledger);
  });
  // All replicas know the changes of a call when its reply comes.
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET') await deps.peers?.written().catch(() => {});
  });
  queueLongDocuments(scope);
  // Response schemas give types and the document only: fast-json-stringify would drop what they do not name.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setNotFoundHandler(sendNothingHere);
  app.setErrorHandler((error, request, reply) => {
    const refuse = (status: number, detail: string, more?: object) =>
      sendProblem(reply, status, new KeyRedactor(deps.ledger).text(detail), more);
    if (error instanceof Problem) return refuse(error.status, error.message, error.more);
    if (error instanceof CommitFailed) return refuse(503, error.message);
    if (error instanceof Refusal) return refuse(statusOf[error.kind] ?? 500, detailOf(error));
    if (isInvalid(error)) return refuse(400, invalidDetail(error, request));
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    if (statusCode < 500) return refuse(statusCode, message);
    deps.log.error({ err: error }, 'unexpected failure on the admin surface');
    return sendProblem(reply, 500, 'Something unexpected went wrong; see the log.');
  });

  const urlFor = serviceUrlOf(deps, serviceUrl);
  addOpenapiRoute(app, deps, documents, numbers, urlFor);
  for (const addRoutes of [
    ...routes,
    addInfoRoutes(urlFor),
    addQuoteRoute(quoter),
    addSendRoute(inner),
    addMcpRoutes(agents),
  ])
    addRoutes(app, deps);
}

/**
 * Many clients name the type of every call, so an empty body is none. Deep ones are refused: replies, journal and agents
 * walk through a body by recursion.
 */
function parseBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null);
    else if (isDeep(body)) done(new Problem(400, `The body is nested deeper than ${maxLevels} levels.`));
    else void parse(request, body, done);
  });
}

const routes = [
  addDashboardRoutes,
  addReplicaRoute,
  addCreatorRoute,
  addClockRoutes,
  addKeyRoutes,
  addResetRoute,
  addRequestRoutes,
  addHarRoute,
  addVerifyRoute,
  addWaitRoute,
  addReportRoutes,
  addMetricsRoute,
  addEventRoute,
  addSnapshotRoutes,
  addFaultRoutes,
  addProfileRoute,
  addReadingRoutes,
  addDecisionRoute,
];

/** Refusals of the ledger as statuses of the admin surface. */
const statusOf: Partial<Record<Refusal['kind'], number>> = {
  notFound: 404,
  // It was deleted a moment ago.
  keyUnknown: 404,
  conflict: 409,
  invalid: 422,
};

const detailOf = ({ kind, problems }: Refusal): string =>
  problems?.map(({ field, message }) => `${field}: ${message}`).join(' ') ??
  (statusOf[kind] === 404 ? noSuchKey : `The ledger refused it: ${kind}.`);
