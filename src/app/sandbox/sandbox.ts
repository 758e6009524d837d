import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureWorld, type Progress } from '../../../seed/build.ts';
import { openWorldWithFixtures } from '../../../seed/fixtures/with-fixtures.ts';
import { isLoopback } from '../../admin/guard.ts';
import type { AgentServer } from '../../admin/mcp.ts';
import { redactedMatch } from '../../admin/redacted-rule.ts';
import { createAdminClient } from '../../client/admin-client.ts';
import type { Admin } from '../../client/admin-interface.ts';
import type { Assumption, Sandbox } from '../../client/sandbox-interface.ts';
import { UsageError } from '../../core/errors.ts';
import { type Settings, schemeOf } from '../../core/settings.ts';
import { openWorld, type World } from '../../creators/world/world.ts';
import type { SandboxEvent } from '../../journal/events.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { reportOf } from '../../service/http/report.ts';
import { cacheDir } from '../../system/cache-dir.ts';
import type { Certificate } from '../../system/certificate.ts';
import type { RunInputs } from '../../trials/capsule/tape.ts';
import { checkSettings, openDeps } from '../deps.ts';
import { openApps } from './apps.ts';

export interface LaunchOptions {
  log: Logger;
  /** Inside the project's image, which publishes no port by itself, the admin token is optional. */
  inContainer?: boolean;
  onProgress?: (progress: Progress) => void;
  /** Called with every event from the start on. */
  onEvent?: (event: SandboxEvent) => void;
  /** The certificate for https; by default that of the settings. */
  certificate?: Promise<Certificate> | undefined;
  /** Called when the fixtures were read again, with the reason if they were refused and the old ones stay. */
  onFixtures?: (outcome: { refused?: string }) => void;
  /** Called with a sentence when the sandbox waits for the database of its ledger; by default it is logged. */
  onWait?: (sentence: string) => void;
  /** Stops making a world and removes what was written of it; ends the wait for a database. */
  signal?: AbortSignal;
  /** Changes replies on purpose. */
  replyChange?: ReplyRewriter | undefined;
  /** Records or repeats what the sandbox takes from outside. */
  inputs?: RunInputs | undefined;
  /** Called before the sandbox listens. */
  prepare?: (deps: Deps) => Promise<void>;
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
    const secured = settings.tls ? await import('../../system/certificate.ts') : undefined;
    const certificate = (await options.certificate) ?? (await secured?.certificateOf(settings));
    const recorder = settings.recordCapsule
      ? (await import('../../trials/capsule/recorder.ts')).createCapsuleRecorder(settings)
      : undefined;
    const tape = recorder?.inputs ?? options.inputs;
    const first = await openWorldOf(settings, options);
    opened.push(() => first.close());
    let world = first;
    const { deps, close } = await openDeps(settings, {
      ...tape,
      world,
      log,
      waiting: { onWait: options.onWait ?? ((sentence) => log.warn(sentence)), signal: options.signal },
      replyChange: options.replyChange,
    });
    opened.push(close);
    await options.prepare?.(deps);
    await recorder?.begin(deps);

    if (options.onEvent) deps.events.listen(options.onEvent, 'here');
    opened.push(() => warnOfUnmatchedRules(deps));

    let adminPort: number | undefined;
    let adminUrl: string | null = null;
    let file = settings.tlsCert;
    const agents = lazyAgents(async () => {
      if (file !== undefined) await secured?.trust([file]);
      return createAdminClient(adminUrl, settings.adminToken);
    });
    const appsOptions = { certificate, adminPort: () => adminPort, agents, capsule: recorder?.capsule };
    const { service, admin: openAdmin, closeQuoter } = await openApps(deps, appsOptions);
    opened.push(closeQuoter, () => closeApp(service));
    tape?.attach(service.server);
    const url = await listen(service, settings, settings.port);

    adminUrl = settings.admin ? `${url}/__admin` : null;
    let admin: FastifyInstance | undefined;
    if (separate) {
      const own = await openAdmin(url);
      admin = own;
      opened.push(() => closeApp(own));
      tape?.attach(own.server);
      adminUrl = `${await listen(own, settings, settings.adminPort ?? 0)}/__admin`;
      adminPort = portOf(own);
    }
    if (secured && certificate && file === undefined) {
      const files = [service, ...(admin ? [admin] : [])].map((app) =>
        secured.publishCertificate(certificate, portOf(app)),
      );
      opened.push(() => files.forEach(secured.withdrawCertificate));
      [file] = files;
    }
    if (settings.watch && settings.fixtures !== undefined) {
      const { watchFixtures } = await import('./watch-fixtures.ts');
      const stop = watchFixtures({
        deps,
        folder: settings.fixtures,
        service,
        admin,
        url,
        appsOptions,
        open: () => openWorldOf(settings, options),
        onWorld: (next) => {
          world = next;
        },
        onOutcome: options.onFixtures ?? (() => {}),
      });
      opened.push(stop);
    }

    // First of all, because an open stream of an agent would hold the service.
    opened.push(() => agents.close());
    let closed: Promise<void> | undefined;
    return {
      url,
      adminUrl,
      get exampleUrl() {
        return `${url}${deps.words.pathsOf('clip/profile')[0]}?uniqueId=${encodeURIComponent(world.example.clip)}`;
      },
      get world() {
        return world.info;
      },
      certificate: certificate && file !== undefined ? { file, fingerprint: certificate.fingerprint } : null,
      assumptions: () => assumptionsOf(deps),
      reportNow: () => reportOf(deps),
      capsuleNow: () => recorder?.capsule(),
      close: () => (closed ??= closeAll()),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Loads its modules at the first request of an agent. */
function lazyAgents(connect: () => Promise<Admin>): AgentServer {
  let opening: Promise<AgentServer> | undefined;
  return {
    async answer(...asked) {
      opening ??= import('../../mcp/http.ts').then(async ({ createAgentServer }) =>
        createAgentServer(await connect()),
      );
      return (await opening).answer(...asked);
    },
    close: async () => (await opening)?.close(),
  };
}

function assumptionsOf({ decisions }: Deps): readonly Assumption[] {
  const counts = decisions.counts();
  return decisions.all
    .flatMap(({ id, what, tag, strict = null }) => {
      const requests = counts.get(id) ?? 0;
      return tag === 'assumed' && requests > 0 ? [{ id, what, strict, requests }] : [];
    })
    .sort(byWeight);
}

/** The order in which assumptions are shown: those that may mislead client code first, then by their requests. */
export const byWeight = (a: Assumption, b: Assumption): number =>
  Number(b.strict !== null) - Number(a.strict !== null) || b.requests - a.requests;

/** A rule that matched no request was probably meant for one that looks different. */
function warnOfUnmatchedRules(deps: Deps): void {
  for (const { id, match, warning } of deps.faults.list().slice(0, maxWarnings))
    if (warning) deps.log.warn({ rule: id, match: redactedMatch(deps, match) }, warning);
}

const maxWarnings = 100;

/** The admin surface gives out credits, so it needs a token where other machines can reach it. */
function checkAdmin({ admin, adminToken, host }: Settings, { inContainer, log }: LaunchOptions): void {
  if (!admin || adminToken !== undefined || isLoopback(host)) return;
  if (!inContainer)
    throw new UsageError(
      `On ${host} others can reach the admin surface: give it a token with --admin-token, or switch it off with --no-admin.`,
    );
  log.warn('The admin surface has no token: publish the port on 127.0.0.1 only, or set SANDBOX_ADMIN_TOKEN.');
}

async function listen(app: FastifyInstance, settings: Settings, port: number): Promise<string> {
  const { host } = settings;
  await app.listen({ host, port });
  // Clients on this machine reach a wildcard address by loopback, so the URL names that.
  const reachable = host === '::1' ? '[::1]' : '127.0.0.1';
  return `${schemeOf(settings)}://${isLoopback(host) || host === '0.0.0.0' || host === '::' ? reachable : hostInUrl(host)}:${portOf(app)}`;
}

function portOf({ server }: FastifyInstance): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
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
