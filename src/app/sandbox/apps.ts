import type { FastifyInstance } from 'fastify';
import type { ServiceDocuments } from '../../admin/documents/openapi.ts';
import type { AgentServer } from '../../admin/mcp.ts';
import type { Quoter } from '../../admin/report/quote.ts';
import type { Deps } from '../../service/http/deps.ts';
import { buildApp, generations, innerService, type Surfaces } from '../app.ts';

/** The apps of one world: the service, and the admin surface if it has a port of its own. */
export interface WorldApps {
  readonly service: FastifyInstance;
  /** Builds the admin surface, which must know the address of the service. */
  admin(serviceUrl: string): Promise<FastifyInstance>;
}

interface AppsOptions {
  certificate: Surfaces['certificate'];
  /** The port of an admin surface of its own, once it listens. */
  adminPort: () => number | undefined;
  agents: AgentServer;
}

/** Builds what is served over the world of `deps`. */
export async function openApps(deps: Deps, { adminPort, ...options }: AppsOptions): Promise<WorldApps> {
  const { settings } = deps;
  const separate = settings.admin && settings.adminPort !== undefined;
  const quoter = lazyQuoter(deps);
  const shared = { ...options, documents: lazyDocuments(deps), quoter };
  const service = await buildApp(deps, {
    service: true,
    admin: settings.admin && !separate,
    ...shared,
    ...(separate && { adminPort }),
  });
  const inner = innerService(service, generations, settings);
  return {
    service,
    admin: (serviceUrl) => buildApp(deps, { service: false, admin: true, serviceUrl, ...shared, inner }),
  };
}

/** Loads the modules of the documents on first use. */
function lazyDocuments({ settings, world }: Pick<Deps, 'settings' | 'world'>): ServiceDocuments {
  let documents: ServiceDocuments | undefined;
  return async (generation, serviceUrl) => {
    documents ??= (await import('../openapi/packed.ts')).documentsOf({ settings, world });
    return documents(generation, serviceUrl);
  };
}

/** Loads its modules at the first quote. */
function lazyQuoter(deps: Deps): Quoter {
  let opening: Promise<Quoter> | undefined;
  return async (request) => {
    opening ??= import('../quotes/quoter.ts').then(({ createQuoter }) => createQuoter(deps));
    return (await opening)(request);
  };
}
