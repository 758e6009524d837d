import type { FastifyInstance } from 'fastify';
import { Refusal } from '../core/errors.ts';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { clock } from './clock.ts';
import { faults } from './faults.ts';
import { guard } from './guard.ts';
import { health } from './health.ts';
import { Problem, sendProblem } from './problem.ts';

/** The sandbox's own surface, under `/__admin`, apart from everything that the service answers. */
export async function control(scope: FastifyInstance, deps: Deps): Promise<void> {
  const app: Scope = scope;
  const { adminHosts, adminToken } = deps.settings;
  const startedAt = performance.now();

  app.addHook('onRequest', async (request) => {
    // Health tells nothing that needs guarding by a token, and probes cannot keep one.
    const token = request.routeOptions.url === '/__admin/health' ? undefined : adminToken;
    guard(request.headers, { hosts: adminHosts, token });
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      404,
      `There is no ${request.method} ${request.url.split('?')[0]} on the admin surface.`,
    ),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Problem) return sendProblem(reply, error.status, error.message);
    if (error instanceof Refusal) return sendProblem(reply, statusOf[error.kind] ?? 500, detailOf(error));
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 400 && status < 500) return sendProblem(reply, status, (error as Error).message);
    deps.log.error({ err: error }, 'unexpected failure on the admin surface');
    return sendProblem(reply, 500, 'Something unexpected went wrong; the log says more.');
  });

  app.get('/health', () => health(deps, Math.round(performance.now() - startedAt)));
  app.get('/prices', () => deps.prices.toJSON());
  clock(app, deps);
  faults(app, deps);
}

/** What the ledger refuses, in the admin surface's own words. */
const statusOf: Partial<Record<Refusal['kind'], number>> = { notFound: 404, conflict: 409, invalid: 422 };

const detailOf = ({ kind, problems }: Refusal): string =>
  problems?.map(({ field, message }) => `${field}: ${message}`).join(' ') ??
  (kind === 'notFound' ? 'There is no such key.' : 'This contradicts the present state.');
