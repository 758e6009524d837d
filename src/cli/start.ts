import { type LaunchedSandbox, launch } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { SandboxEvent } from '../journal/events.ts';
import { banner } from './banner.ts';
import { worldProgress } from './building.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { createLog } from './log.ts';
import { type SecretFlags, withSecret } from './own-sandbox.ts';
import { noteProbeAddress } from './probe-address.ts';
import { createRequestLines, requestIn } from './request-lines.ts';
import { showEnd } from './run-end.ts';
import { settingsOf } from './settings.ts';

/** Runs the sandbox until a signal stops it. */
export async function start({ secretEnv, ...flags }: Flags & SecretFlags, io: Io): Promise<number> {
  const { secret } = withSecret(io, { secretEnv });
  const { settings, warnings } = settingsOf(flags, io);
  const { log, open } = createLog(io, settings.logLevel);
  for (const warning of warnings) log.warn(warning);

  const starting = new AbortController();
  const { promise: launching, resolve: launched } = Promise.withResolvers<LaunchedSandbox>();
  // Listens for signals before anything is written, so that none leaves a file half written.
  const stopped = io.untilStopped(async (signal) => {
    starting.abort();
    const sandbox = await launching.catch(() => undefined);
    // Whoever manages processes sends this one, and clients go on elsewhere; Ctrl-C ends at once.
    if (signal === 'SIGTERM') await sandbox?.drain();
    await sandbox?.close();
    if (sandbox) showEnd(sandbox, settings, io, log);
    log.info('stopped');
  });

  const onEvent = requestListener(settings, io);
  const inContainer = io.env['SANDBOX_IN_CONTAINER'] === '1';
  launched(
    launch(settings, {
      log,
      secret,
      ...(onEvent && { onEvent }),
      inContainer,
      onProgress: worldProgress(io.stderr),
      onWait: (sentence) => tell(io, sentence),
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
    if (inContainer) noteProbeAddress(sandbox, log);
    io.started?.();
  } catch (error) {
    // Warnings would hide the one sentence about a wrong setting.
    if (!(error instanceof UsageError)) open(true);
    // A signal during the start is an end, not a failure.
    if (!starting.signal.aborted) throw error;
  }
  await stopped;
  return exitCode.ok;
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
