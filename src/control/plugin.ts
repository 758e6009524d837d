import type { FastifyInstance } from 'fastify';
import { Refusal } from '../core/errors.ts';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { createKeyRedactor } from '../keys/redactor.ts';
import { decisions } from './decisions.ts';
import { docs } from './docs/docs.ts';
import { openapi, type ServiceDocuments, serviceUrlOf } from './docs/openapi.ts';
import { guard } from './guard.ts';
import { Health, health } from './health.ts';
import { invalidDetail, isInvalid } from './invalid.ts';
import { keys } from './keys/keys.ts';
import { noSuchKey } from './keys/named-key.ts';
import { Problem, sendNothingHere, sendProblem } from './problem.ts';
import { events } from './requests/events.ts';
import { requests } from './requests/requests.ts';
import { verify } from './requests/verify.ts';
import { routes } from './routes.ts';
import { clock } from './state/clock.ts';
import { faults } from './state/faults.ts';
import { reset } from './state/reset.ts';
import { snapshots } from './state/snapshots.ts';

/**
 * The sandbox's own surface, under `/__admin`, apart from everything that the service answers.
 * @param serviceUrl where the service is when this surface stands alone
 */
export async function control(
  scope: FastifyInstance,
  deps: Deps,
  documents: ServiceDocuments,
  serviceUrl?: string,
): Promise<void> {
  const app: Scope = scope;
  const { adminHosts, adminToken } = deps.settings;
  const startedAt = performance.now();

  app.addHook('onRequest', async (request) => {
    // Health tells nothing that needs guarding by a token, and probes cannot keep one.
    const token = request.routeOptions.url === '/__admin/health' ? undefined : adminToken;
    // Node hands over the first of two; whoever stands before us may have looked at the other.
    if ((request.raw.headersDistinct?.['host']?.length ?? 1) > 1)
      throw new Problem(400, 'A request has one Host.');
    guard(request.headers, { hosts: adminHosts, token });
  });
  app.setNotFoundHandler(sendNothingHere);
  app.setErrorHandler((error, request, reply) => {
    const refuse = (status: number, detail: string, more?: object) =>
      sendProblem(reply, status, createKeyRedactor(deps.ledger).text(detail), more);
    if (error instanceof Problem) return refuse(error.status, error.message, error.more);
    if (error instanceof Refusal) return refuse(statusOf[error.kind] ?? 500, detailOf(error));
    if (isInvalid(error)) return refuse(400, invalidDetail(error, request));
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 400 && status < 500) return refuse(status, (error as Error).message);
    deps.log.error({ err: error }, 'unexpected failure on the admin surface');
    return sendProblem(reply, 500, 'Something unexpected went wrong; the log says more.');
  });

  const urlFor = serviceUrlOf(deps, serviceUrl);
  openapi(app, deps, documents, urlFor);
  docs(app, documents, urlFor);
  app.get(
    '/health',
    { config: { summary: 'Whether the sandbox is ready, and what it is. Needs no token.', answer: Health } },
    () => health(deps, Math.round(performance.now() - startedAt)),
  );
  app.get('/prices', { config: { summary: 'The price book, by operation.' } }, () => deps.prices.toJSON());
  for (const family of families) family(app, deps);
}

const families = [clock, keys, reset, requests, verify, events, snapshots, faults, decisions, routes];

/** What the ledger refuses, in the admin surface's own words. */
const statusOf: Partial<Record<Refusal['kind'], number>> = { notFound: 404, conflict: 409, invalid: 422 };

const detailOf = ({ kind, problems }: Refusal): string =>
  problems?.map(({ field, message }) => `${field}: ${message}`).join(' ') ??
  (kind === 'notFound' ? noSuchKey : `The ledger refuses it: ${kind}.`);
