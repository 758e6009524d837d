import type { FastifyInstance } from 'fastify';
import type { Deps } from '../http/deps.ts';
import { guard } from './guard.ts';
import { health } from './health.ts';
import { Problem, sendProblem } from './problem.ts';

/** The sandbox's own surface, under `/__admin`, apart from everything that the service answers. */
export async function control(app: FastifyInstance, deps: Deps): Promise<void> {
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
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 400 && status < 500) return sendProblem(reply, status, (error as Error).message);
    deps.log.error({ err: error }, 'unexpected failure on the admin surface');
    return sendProblem(reply, 500, 'Something unexpected went wrong; the log says more.');
  });

  app.get('/health', () => health(deps, Math.round(performance.now() - startedAt)));
}
