import type { Logger } from 'pino';
import { type LaunchedSandbox, type LaunchOptions, launch } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { SandboxEvent } from '../journal/events.ts';
import { banner } from './banner.ts';
import { exitCode, type Io } from './io.ts';
import { createLog } from './log.ts';
import { noteProbeAddress } from './probe-address.ts';
import type { ReadyLine } from './processes.ts';
import { worldProgress } from './progress.ts';
import { createRequestLines, requestIn } from './request-lines.ts';
import { endOf, type RunEnd, sendEnd, sendFigures, showEnd } from './run-end.ts';
import { type SecretFlags, withSecret } from './secret-env.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { receiveCertificate } from './worker-certificate.ts';

/** Runs the sandbox until a signal stops it. */
export async function start({ secretEnv, ...flags }: Flags & SecretFlags, io: Io): Promise<number> {
  const { secret } = withSecret(io, { secretEnv });
  const { settings, warnings } = settingsOf(flags, io);
  const worker = settings.processes > 1 ? (await import('node:cluster')).default.worker : undefined;
  const ownLog = createLog(io, settings.logLevel, worker?.id);
  const { log, open } = ownLog;
  // One process warns for all, because they have the same settings.
  if (!worker) for (const warning of warnings) log.warn(warning);
  if (settings.processes > 1 && !worker) return startProcesses(settings, io, ownLog);

  const starting = new AbortController();
  const { promise: launching, resolve: launched } = Promise.withResolvers<LaunchedSandbox>();
  // Listens for signals before anything is written, so that none leaves a file half written.
  const stopped = io.untilStopped(async (signal) => {
    starting.abort();
    const sandbox = await launching.catch(() => undefined);
    // Whoever manages processes sends this one, and clients go on elsewhere; Ctrl-C ends at once.
    if (signal === 'SIGTERM') await sandbox?.drain();
    await sandbox?.close();
    if (sandbox) {
      const end = endOf(sandbox, settings);
      if (worker) await sendEnd(worker, end);
      else showEnd(end, settings, io, log);
    }
    log.info('stopped');
  });

  const onEvent = requestListener(settings, io);
  const inContainer = io.env['SANDBOX_IN_CONTAINER'] === '1';
  const measuring = worker ? undefined : coreSpeedOf(settings, io, starting.signal);
  const launchMeasured = async (options: LaunchOptions) => {
    await measuring;
    return launch(settings, options);
  };
  launched(
    launchMeasured({
      log,
      secret,
      certificate: worker && settings.tls ? receiveCertificate(worker) : undefined,
      ...(onEvent && { onEvent }),
      onFixtures: ({ refused }) => {
        const text =
          refused === undefined ? 'The fixtures were read again.' : `The old fixtures stay: ${refused}`;
        if (io.stdout.isTTY) io.stdout.write(`${text}\n`);
        else if (refused === undefined) log.info(text);
        else log.warn(text);
      },
      inContainer,
      onProgress: worldProgress(io.stderr),
      onWait: (sentence) => void io.stderr.write(`creator-sandbox: ${sentence}\n`),
      signal: starting.signal,
    }),
  );
  try {
    const sandbox = await launching;
    io.stdout.write(
      io.stdout.isTTY
        ? banner(sandbox, settings, io.stdout.paint)
        : `${JSON.stringify(readyLine(sandbox))}\n`,
    );
    open();
    if (settings.load && !worker) showCoreSpeed(await measuring, io, log);
    if (inContainer) noteProbeAddress(sandbox, log);
    io.started?.();
    if (worker) sendFigures(worker, () => endOf(sandbox, settings));
  } catch (error) {
    // Warnings would hide the one sentence about a wrong setting.
    if (!(error instanceof UsageError)) open(true);
    // A signal during the start is an end, not a failure.
    if (!starting.signal.aborted) {
      // The channel to the first process would keep this process running.
      worker?.disconnect();
      throw error;
    }
  }
  await stopped;
  return exitCode.ok;
}

/** Measured before the port opens: whoever tests the load finds a sandbox that does nothing else. */
async function coreSpeedOf(
  settings: Settings,
  { stderr }: Io,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (!settings.load) return undefined;
  const { measureCoreSpeed } = await import('./core-speed.ts');
  return measureCoreSpeed(settings, { signal, onProgress: worldProgress(stderr) });
}

function showCoreSpeed(speed: number | undefined, { stdout }: Io, log: Logger): void {
  const requestsPerSecond = speed && Number(speed.toPrecision(2));
  const sentence =
    requestsPerSecond === undefined
      ? 'Load: these settings do not answer the look-up by which a core is measured.'
      : `Load: one core serves ${requestsPerSecond} requests a second here, each a look-up of one creator. The journal holds a sample; GET /__admin/metrics has exact totals.`;
  if (stdout.isTTY) stdout.write(`${sentence}\n`);
  else log.info({ requestsPerSecond }, sentence);
}

async function startProcesses(
  settings: Settings,
  io: Io,
  { log, open, pass }: ReturnType<typeof createLog>,
): Promise<number> {
  const [{ default: cluster }, { superviseProcesses: keepProcesses }] = await Promise.all([
    import('node:cluster'),
    import('./processes.ts'),
  ]);
  const show = (of: ReadyLine) => {
    io.stdout.write(
      io.stdout.isTTY
        ? banner(asOneSandbox(of, settings), settings, io.stdout.paint)
        : `${JSON.stringify(of)}\n`,
    );
    open();
    if (settings.load) showCoreSpeed(speed, io, log);
  };
  const end = (of: RunEnd) => showEnd(of, settings, io, log);
  let speed: number | undefined;
  const prepare = async (signal: AbortSignal) => {
    speed = await coreSpeedOf(settings, io, signal);
  };
  return keepProcesses({ cluster, settings, io, log, pass, prepare, show, end });
}

/** Writes a line for each request: on a terminal for people, with `logRequests` as JSON; otherwise none. */
function requestListener({ quiet, logRequests }: Settings, { stdout }: Io) {
  if (!logRequests && (quiet || !stdout.isTTY)) return undefined;
  const lines = createRequestLines((line) => void stdout.write(`${line}\n`), stdout.paint);
  return (event: SandboxEvent) => {
    const request = requestIn(event);
    if (request && logRequests) stdout.write(`${JSON.stringify({ event: 'request', ...request })}\n`);
    else if (request) lines.show(request);
  };
}

/** The ready line, for the program that started the sandbox. */
const readyLine = ({ url, adminUrl, exampleUrl, certificate }: Sandbox) => ({
  event: 'ready',
  url,
  ...(adminUrl && { admin: adminUrl }),
  example: exampleUrl,
  ...(certificate && { certificate }),
});

/** Several processes, shown as one sandbox. */
const asOneSandbox = ({ url, admin, example, certificate }: ReadyLine, { size, seed }: Settings) => ({
  url,
  adminUrl: admin ?? null,
  exampleUrl: example,
  certificate: certificate ?? null,
  world: { size, seed },
});
