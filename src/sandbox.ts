import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureWorld, type Progress } from '../seed/build.ts';
import { openWorldWithFixtures } from '../seed/fixtures/with-fixtures.ts';
import { buildApp, generations, innerService } from './app.ts';
import { cacheDir } from './cache-dir.ts';
import type { Settings } from './config.ts';
import type { ServiceDocuments } from './control/documents/openapi.ts';
import { isLoopback } from './control/guard.ts';
import { redactedMatch } from './control/redacted-rule.ts';
import type { Quoter } from './control/report/quote.ts';
import { UsageError } from './core/errors.ts';
import { checkSettings, openDeps } from './deps.ts';
import type { Deps } from './http/deps.ts';
import { reportOf } from './http/report.ts';
import type { SandboxEvent } from './journal/events.ts';
import type { Report } from './report/model.ts';
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
   * The assumed behaviours that answers relied on since the start or the last whole reset: those that may mislead
   * client code first, then by the number of answers. Empty while the journal is off.
   */
  assumptions(): readonly Assumption[];
  /** The report on the requests so far, without gates. Empty while the journal is off. */
  reportNow(): Report;
  /** Stops accepting requests, lets running ones end and writes pending data. A second call waits for the same end. */
  close(): Promise<void>;
}

/** An assumed behaviour, and how many answers relied on it. */
export interface Assumption {
  id: string;
  what: string;
  /** How a wrong guess would mislead client code, so that `strict` refuses it; null if it would not. */
  strict: string | null;
  requests: number;
}

export interface LaunchOptions {
  log: Logger;
  /** Inside the project's image, which publishes no port by itself, the admin token is optional. */
  inContainer?: boolean;
  onProgress?: (progress: Progress) => void;
  /** Called with every event from the start on. */
  onEvent?: (event: SandboxEvent) => void;
  /** Stops making a world and removes what was written of it. */
  signal?: AbortSignal;
}

/**
 * Opens world and ledger, builds the app and listens. Resolves when the sandbox is ready; until then connections are
 * refused.
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
    checkSettings(settings);
    const world = await openWorldOf(settings, options);
    opened.push(() => world.close());
    const { deps, close } = await openDeps(settings, { world, log });
    opened.push(close);

    if (options.onEvent) deps.events.listen(options.onEvent, 'here');
    opened.push(() => warnOfUnmatchedRules(deps));

    const documents = lazyDocuments(settings, world);
    let adminPort: number | undefined;
    const quoter = lazyQuoter(deps);
    opened.push(() => quoter.close());
    const surfaces = { documents, quoter };
    const service = await buildApp(deps, {
      service: true,
      control: settings.admin && !separate,
      ...surfaces,
      ...(separate && { adminPort: () => adminPort }),
    });
    opened.push(() => closeApp(service));
    const url = await listen(service, settings.host, settings.port);

    let adminUrl = settings.admin ? `${url}/__admin` : null;
    if (separate) {
      const inner = innerService(service, generations, settings);
      const admin = await buildApp(deps, {
        service: false,
        control: true,
        serviceUrl: url,
        ...surfaces,
        inner,
      });
      opened.push(() => closeApp(admin));
      adminUrl = `${await listen(admin, settings.host, settings.adminPort ?? 0)}/__admin`;
      adminPort = Number(new URL(adminUrl).port);
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
      reportNow: () => reportOf(deps),
      close: () => (closed ??= closeAll()),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Loads the modules of the documents on first use. */
const lazyDocuments = (settings: Settings, world: World): ServiceDocuments => {
  let documents: ServiceDocuments | undefined;
  return async (generation, serviceUrl) => {
    documents ??= (await import('./openapi/documents.ts')).documentsOf({ settings, world });
    return documents(generation, serviceUrl);
  };
};

/** Loads its modules at the first quote. */
function lazyQuoter(deps: Deps): Quoter {
  let opening: Promise<Quoter> | undefined;
  return {
    async quote(request) {
      opening ??= import('./quotes/quoter.ts').then(({ createQuoter }) => createQuoter(deps));
      return (await opening).quote(request);
    },
    close: async () => (await opening)?.close(),
  };
}

function assumedOf({ decisions }: Deps): readonly Assumption[] {
  const counts = decisions.counts();
  return decisions.all
    .flatMap(({ id, what, tag, strict = null }) => {
      const requests = counts.get(id) ?? 0;
      return tag === 'assumed' && requests > 0 ? [{ id, what, strict, requests }] : [];
    })
    .sort((a, b) => Number(b.strict !== null) - Number(a.strict !== null) || b.requests - a.requests);
}

/** A rule that matched no request was probably meant for one that looks different. */
function warnOfUnmatchedRules(deps: Deps): void {
  for (const { id, match, warning } of deps.faults.list().slice(0, mostWarnings))
    if (warning) deps.log.warn({ rule: id, match: redactedMatch(deps, match) }, warning);
}

const mostWarnings = 100;

/** The admin surface gives out credits, so it needs a token where other machines can reach it. */
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
  // Clients on this machine reach a wildcard address by loopback, so the URL names that.
  const reachable = host === '::1' ? '[::1]' : '127.0.0.1';
  return `http://${isLoopback(host) || host === '0.0.0.0' || host === '::' ? reachable : hostInUrl(host)}:${address.port}`;
}

const hostInUrl = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/** How long a running request may take to end after the sandbox begins to close. */
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

/** Opens the world of the settings with the user's fixtures over it. Makes the world first if it does not exist. */
export async function openWorldOf(
  { seed, size, taxonomy, workers, fixtures }: Settings,
  { onProgress, signal }: Pick<LaunchOptions, 'onProgress' | 'signal'>,
): Promise<World> {
  const file = await ensureWorld({
    seed,
    size,
    taxonomy,
    threads: workers,
    cacheDir: cacheDir(),
    onProgress,
    signal,
  });
  return fixtures === undefined ? openWorld(file) : openWorldWithFixtures(file, fixtures);
}
