import { databaseOf, type Settings } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import type { SandboxEvent } from '../journal/events.ts';
import { launch, type Sandbox } from '../sandbox.ts';
import { version } from '../version.ts';
import { assumptionsReport } from './assumptions-report.ts';
import { exitCode, type Io } from './io.ts';
import { createLog } from './log.ts';
import type { Ready } from './processes.ts';
import { worldProgress } from './progress.ts';
import { createRequestLines, requestIn } from './request-lines.ts';
import { settingsOf } from './settings.ts';

/** Runs the sandbox until a signal stops it. */
export async function start(flags: Record<string, unknown>, io: Io): Promise<number> {
  const { settings, warnings } = settingsOf(flags, io);
  let leave = () => {};
  if (settings.processes > 1) {
    const { default: cluster } = await import('node:cluster');
    if (cluster.isPrimary) {
      const { keepProcesses } = await import('./processes.ts');
      const show = (of: Ready) =>
        io.stdout.write(io.stdout.isTTY ? banner(of, settings) : `${JSON.stringify(of)}\n`);
      return keepProcesses(cluster, settings, io, show);
    }
    // The channel to the first process would keep this one.
    leave = () => void cluster.worker?.disconnect();
  }
  const { log, open } = createLog(io, settings.logLevel);
  for (const warning of warnings) log.warn(warning);

  const starting = new AbortController();
  const { promise: launching, resolve: launched } = Promise.withResolvers<Sandbox>();
  // Before anything is written, so that a signal never leaves half of it.
  const stopped = io.untilStopped(async () => {
    starting.abort();
    const sandbox = await launching.catch(() => undefined);
    await sandbox?.close();
    const assumptions = sandbox?.assumptions() ?? [];
    const report = assumptionsReport(assumptions, settings.strict);
    if (report !== undefined && io.stdout.isTTY) io.stderr.write(`${report}\n`);
    else if (report !== undefined) log.info({ assumptions: assumptions.map(({ id }) => id) }, report);
    log.info('stopped');
  });

  const onEvent = showRequests(settings, io);
  launched(
    launch(settings, {
      log,
      ...(onEvent && { onEvent }),
      inContainer: io.env['SANDBOX_IN_CONTAINER'] === '1',
      onProgress: worldProgress(io.stderr),
      signal: starting.signal,
    }),
  );
  try {
    const sandbox = await launching;
    io.stdout.write(
      io.stdout.isTTY ? banner(ready(sandbox), settings) : `${JSON.stringify(ready(sandbox))}\n`,
    );
    open();
    io.started?.();
  } catch (error) {
    // Warnings would hide the one sentence about a wrong setting.
    if (!(error instanceof UsageError)) open(true);
    // A signal during the start is an end, not a failure.
    if (!starting.signal.aborted) {
      leave();
      throw error;
    }
  }
  await stopped;
  return exitCode.ok;
}

/** On a terminal one line for each request, with `logRequests` one of JSON; otherwise nothing. */
function showRequests({ quiet, logRequests }: Settings, { stdout }: Io) {
  if (!logRequests && (quiet || !stdout.isTTY)) return undefined;
  const lines = createRequestLines((line) => void stdout.write(`${line}\n`));
  return (event: SandboxEvent) => {
    const request = requestIn(event);
    if (request && logRequests) stdout.write(`${JSON.stringify({ event: 'request', ...request })}\n`);
    else if (request) lines.show(request);
  };
}

/** The ready line, for the program that started the sandbox. */
const ready = ({ url, adminUrl, exampleUrl }: Sandbox) => ({
  event: 'ready',
  url,
  ...(adminUrl && { admin: adminUrl }),
  example: exampleUrl,
});

function placeOf({ data, ledger, processes }: Settings): string {
  if (databaseOf({ ledger }) === undefined) return data === undefined ? 'in memory' : `in ${data}`;
  return processes > 1 ? `in PostgreSQL, ${processes} processes` : 'in PostgreSQL';
}

function banner({ url, admin, example }: Ready, settings: Settings): string {
  const { clock, size, seed } = settings;
  const lines = [
    `creator-sandbox ${version}`,
    `  generation 3  ${url}        header api-key`,
    `  generation 2  ${url}/v2     header apiId`,
    `  dashboard     ${admin === undefined ? 'off' : `${admin}/`}`,
    `  world         ${size} people, seed ${seed}; ledger ${placeOf(settings)}`,
    `  clock         ${clock.mode === 'frozen' ? `frozen at ${new Date(clock.at).toISOString()}` : clock.mode}`,
    '  demo keys     demo-full  demo-standard  demo-low  demo-empty  demo-capped  demo-throttled  demo-unlimited …',
    `  try           curl -s -H 'api-key: demo-full' '${example}'`,
  ];
  return `${lines.join('\n')}\n`;
}
