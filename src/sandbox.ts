import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureWorld, type Progress } from '../seed/build.ts';
import { openWorldWithFixtures } from '../seed/fixtures/with-fixtures.ts';
import { buildApp } from './app.ts';
import { cacheDir } from './cache-dir.ts';
import type { Settings } from './config.ts';
import type { ServiceDocuments } from './control/docs/openapi.ts';
import { isLoopback } from './control/guard.ts';
import { redactedMatch } from './control/redacted-rule.ts';
import { UsageError } from './core/errors.ts';
import { openDeps } from './deps.ts';
import type { Deps } from './http/deps.ts';
import { openWorld, type World } from './world/world.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Base URL of the service, always loopback: generation 3 at its root, generation 2 under `/v2`. */
  readonly url: string;
  /** Base URL of the admin surface, `…/__admin`; null when it is off. */
  readonly adminUrl: string | null;
  /** A URL that answers with a creator of this world. */
  readonly exampleUrl: string;
  readonly world: World['info'];
  /**
   * The assumed behaviours on which answers leaned since the start or the last whole reset: first those that may
   * mislead client code, then those on which more leaned. None while the journal is off.
   */
  assumptions(): readonly Assumption[];
  /** Stops accepting, lets what is under way end, writes what is unwritten. Calling it again waits for the same end. */
  close(): Promise<void>;
}

/** An assumed behaviour, and how many answers leaned on it. */
export interface Assumption {
  id: string;
  what: string;
  /** How it would mislead client code if it were wrong: then `strict` refuses it; null where it would not. */
  strict: string | null;
  requests: number;
}

export interface LaunchOptions {
  log: Logger;
  /** Runs inside our own image, which publishes nothing by itself: the admin token is not required there. */
  inContainer?: boolean;
  onProgress?: (progress: Progress) => void;
  /** Gives up making a world; nothing of it stays. */
  signal?: AbortSignal;
}

/**
 * Opens world and ledger, builds the app and listens. When this resolves the sandbox is ready; before that
 * a connection is refused.
 * @throws UsageError for settings that cannot work; the listen error of Node (`EADDRINUSE`, …)
 */
export async function launch(settings: Settings, options: LaunchOptions): Promise<Sandbox> {
  const { log } = options;
  const separate = settings.admin && settings.adminPort !== undefined;
  checkAdmin(settings, options);

  const opened: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const world = await openWorldOf(settings, options);
    opened.push(() => world.close());
    const { deps, close } = await openDeps(settings, { world, log });
    opened.push(close);

    opened.push(() => warnOfIdleRules(deps));

    const documents = lazyDocuments(settings, world);
    const service = await buildApp(deps, { service: true, control: settings.admin && !separate, documents });
    opened.push(() => closeApp(service));
    const url = await listen(service, settings.host, settings.port);

    let adminUrl = settings.admin ? `${url}/__admin` : null;
    if (separate) {
      const admin = await buildApp(deps, { service: false, control: true, serviceUrl: url, documents });
      opened.push(() => closeApp(admin));
      adminUrl = `${await listen(admin, settings.host, settings.adminPort ?? 0)}/__admin`;
    }

    let closed: Promise<void> | undefined;
    return {
      url,
      adminUrl,
      exampleUrl: `${url}${deps.words.pathsOf('clip/profile')[0]}?uniqueId=${encodeURIComponent(world.example.clip)}`,
      get world() {
        return world.info;
      },
      assumptions: () => assumedOf(deps),
      close: () => (closed ??= closeAll()),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The modules of the documents load at the first question. */
const lazyDocuments = (settings: Settings, world: World): ServiceDocuments => {
  let documents: ServiceDocuments | undefined;
  return async (generation, serviceUrl) => {
    documents ??= (await import('./openapi/documents.ts')).documentsOf({ settings, world });
    return documents(generation, serviceUrl);
  };
};

function assumedOf({ decisions }: Deps): readonly Assumption[] {
  const counts = decisions.counts();
  return decisions.all
    .flatMap(({ id, what, tag, strict = null }) => {
      const requests = counts.get(id) ?? 0;
      return tag === 'assumed' && requests > 0 ? [{ id, what, strict, requests }] : [];
    })
    .sort((a, b) => Number(b.strict !== null) - Number(a.strict !== null) || b.requests - a.requests);
}

/** A rule that nobody met was meant for a request that looks different. */
function warnOfIdleRules(deps: Deps): void {
  for (const { id, match, warning } of deps.faults.list().slice(0, mostWarnings))
    if (warning) deps.log.warn({ rule: id, match: redactedMatch(deps, match) }, warning);
}

const mostWarnings = 100;

/** The admin surface hands out credits: whoever else can reach the address needs a token for it. */
function checkAdmin({ admin, adminToken, host }: Settings, { inContainer, log }: LaunchOptions): void {
  if (!admin || adminToken !== undefined || isLoopback(host)) return;
  if (!inContainer)
    throw new UsageError(
      `On ${host} others can reach the admin surface: give it a token with --admin-token, or switch it off with --no-admin.`,
    );
  log.warn('The admin surface has no token: publish the port on 127.0.0.1 only, or set SANDBOX_ADMIN_TOKEN.');
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  // A wildcard address is reached from this machine by loopback, and the address that is told is always that.
  const reachable = host === '::1' ? '[::1]' : '127.0.0.1';
  return `http://${isLoopback(host) || host === '0.0.0.0' || host === '::' ? reachable : hostInUrl(host)}:${address.port}`;
}

const hostInUrl = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/** How long a request that is under way may take to end after the sandbox began to close. */
const graceMs = 1500;

/** Keep-alive sockets that become idle while the server closes would otherwise hold it open. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 20);
  const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/** The world that settings name, made now where it is not there yet, with the user's fixtures over it. */
export async function openWorldOf(
  { seed, size, workers, fixtures }: Settings,
  { onProgress, signal }: Pick<LaunchOptions, 'onProgress' | 'signal'>,
): Promise<World> {
  const file = await ensureWorld({
    seed,
    size,
    threads: workers,
    cacheDir: cacheDir(),
    onProgress,
    signal,
  });
  return fixtures === undefined ? openWorld(file) : openWorldWithFixtures(file, fixtures);
}
