import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { ensureWorld, type Progress } from '../../../seed/build.ts';
import { openWorldWithFixtures } from '../../../seed/fixtures/with-fixtures.ts';
import { isLoopback } from '../../admin/guard.ts';
import { redactedMatch } from '../../admin/redacted-rule.ts';
import type { Assumption, Sandbox } from '../../client/sandbox-interface.ts';
import { UsageError } from '../../core/errors.ts';
import type { LatencyTable } from '../../core/latency-table.ts';
import { databaseOf, type Settings } from '../../core/settings.ts';
import { openWorld, type World } from '../../creators/world/world.ts';
import type { SandboxEvent } from '../../journal/events.ts';
import { checkSharedLedger } from '../../ledger/open.ts';
import { settingsFingerprint } from '../../replicas/config-fingerprint.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { ReplyRewriter } from '../../service/http/reply-rewriter.ts';
import { reportOf } from '../../service/http/report.ts';
import { cacheDir } from '../../system/cache-dir.ts';
import { parseFile } from '../../system/read-file.ts';
import { version } from '../../system/version.ts';
import { openReadingsFiles } from './readings-file.ts';
import { openCertificate } from './served-certificate.ts';
import type { Servers } from './servers.ts';

export interface LaunchOptions {
  log: Logger;
  /** Makes the admin token optional: the project's image publishes no port by itself. */
  inContainer?: boolean;
  onProgress?: (progress: Progress) => void;
  /** Called with each event of the sandbox, from its start. */
  onEvent?: (event: SandboxEvent) => void;
  /** Called with a sentence when the sandbox waits for the database of its ledger; by default it is logged. */
  onWait?: (sentence: string) => void;
  /** Stops making a world, removes what was written of it, and ends the wait for a database. */
  signal?: AbortSignal;
  /** Changes replies on purpose. */
  replyRewriter?: ReplyRewriter | undefined;
  /** The secret of the recordings, in place of that of the project. */
  secret?: Buffer | undefined;
  /** Called before the sandbox listens. */
  prepare?: (deps: Deps) => Promise<void>;
}

/** A sandbox of a process that a signal may stop. */
export type LaunchedSandbox = Sandbox & Pick<Servers, 'drain'>;

/**
 * Opens world and ledger, builds the app and listens. Resolves when the sandbox is ready; until then connections are
 * refused.
 * @throws UsageError for settings that cannot work; the listen error of Node (`EADDRINUSE`, …)
 */
export async function launch(settings: Settings, options: LaunchOptions): Promise<LaunchedSandbox> {
  checkAdmin(settings, options);
  const opened: (() => Promise<void> | void)[] = [];
  const onOpen = (close: () => Promise<void> | void) => void opened.push(close);
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    return await open(settings, options, onOpen, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function open(
  settings: Settings,
  options: LaunchOptions,
  onOpen: (close: () => Promise<void> | void) => void,
  closeAll: () => Promise<void>,
): Promise<LaunchedSandbox> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ...(options.signal ? [options.signal] : [])]);
  // At the first start of the package, threads unpack the world while this one loads the service.
  const opening = openWorldToJoin(settings, { ...options, signal });
  onOpen(() => {
    // Whatever fails meanwhile ends the making of a world.
    ended.abort();
    return opening.then((world) => world.close()).catch(() => {});
  });
  opening.catch(() => {});
  const [{ checkSettings, openDeps }, { openServers }] = await Promise.all([
    import('../deps.ts'),
    import('./servers.ts'),
  ]);
  checkSettings(settings);
  const secured = await openCertificate(settings);
  const recordings = await recordingsOf(settings, options);
  const latency = await latencyOf(settings);
  const readings = openReadingsFiles(settings, options.log);
  const { log, onWait = (sentence: string) => log.warn(sentence), replyRewriter } = options;
  const { deps, close } = await openDeps(settings, {
    world: await opening,
    log,
    waiting: { onWait, signal },
    replyRewriter,
    recordings,
    latency,
    readings,
  });
  onOpen(close);
  await options.prepare?.(deps);
  if (options.onEvent) deps.events.listen(options.onEvent, 'here');
  onOpen(() => warnOfUnmatchedRules(deps));

  const servers = await openServers(deps, { secured, onOpen });
  const { url, adminUrl, agents } = servers;
  // Closed before all else, because an open stream of an agent would hold the service.
  onOpen(() => agents.close());

  let closed: Promise<void> | undefined;
  return {
    url,
    adminUrl,
    exampleUrl: `${url}${deps.words.pathsOf('clip/profile')[0]}?uniqueId=${encodeURIComponent(deps.world.example.clip)}`,
    world: deps.world.info,
    certificate:
      secured?.file === undefined
        ? null
        : { file: secured.file, fingerprint: secured.certificate.fingerprint },
    assumptions: () => assumptionsOf(deps),
    reportNow: () => reportOf(deps),
    drain: servers.drain,
    close: () => (closed ??= closeAll()),
  };
}

/** Read before the world is awaited, so that a wrong folder shows at once. */
async function recordingsOf(settings: Settings, { secret }: LaunchOptions): Promise<Deps['recordings']> {
  const { recordings: folder, recordingsOnly, recordingsMaxAge } = settings;
  if (folder === undefined) return undefined;
  const [{ openRecordings }, { knownSecret }] = await Promise.all([
    import('../../recording/recordings.ts'),
    import('../../recording/secret.ts'),
  ]);
  return openRecordings({
    folder,
    secret: secret ?? knownSecret(resolve('.')),
    isOnly: recordingsOnly,
    maxAge: recordingsMaxAge,
    now: Date.now(),
  });
}

/** Read before the world is awaited too. */
async function latencyOf({ latency: name }: Settings): Promise<LatencyTable | undefined> {
  if (name === 'off') return undefined;
  const { readLatencies, usualLatencies } = await import('../../core/latency-table.ts');
  if (name === 'usual') return usualLatencies();
  try {
    return readLatencies(parseFile(resolve('.', name)), name);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The latencies in ${name} cannot be read: ${(error as Error).message}.`);
  }
}

function assumptionsOf({ decisions }: Pick<Deps, 'decisions'>): readonly Assumption[] {
  const counts = decisions.counts();
  return decisions.all
    .flatMap(({ id, what, tag, strict = null }) => {
      const requests = counts.get(id) ?? 0;
      return tag === 'assumed' && requests > 0 ? [{ id, what, strict, requests }] : [];
    })
    .sort(compareAssumptions);
}

/** The order in which assumptions are shown: those that may mislead client code first, then by their requests. */
const compareAssumptions = (a: Assumption, b: Assumption): number =>
  Number(b.strict !== null) - Number(a.strict !== null) || b.requests - a.requests;

/** A rule that matched no request was probably meant for one that looks different. */
function warnOfUnmatchedRules(deps: Pick<Deps, 'faults' | 'ledger' | 'log'>): void {
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

/** Opens the world of a replica, which is not built in vain. @throws UsageError the replica may not join */
async function openWorldToJoin(
  settings: Settings,
  options: Pick<LaunchOptions, 'onProgress' | 'signal'>,
): Promise<World> {
  const database = databaseOf(settings);
  if (database !== undefined)
    await checkSharedLedger(database, settingsFingerprint(settings, version), options.signal);
  return openWorldOf(settings, options);
}

/** Opens the world of the settings with the user's fixtures over it. Makes the world first if it does not exist. */
export async function openWorldOf(
  { seed, size, fixtures }: Settings,
  { onProgress, signal }: Pick<LaunchOptions, 'onProgress' | 'signal'>,
): Promise<World> {
  const file = await ensureWorld({
    seed,
    size,
    cacheDir: cacheDir(),
    onProgress,
    signal,
  });
  return fixtures === undefined ? openWorld(file) : openWorldWithFixtures(file, fixtures);
}
