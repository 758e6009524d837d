import { pino } from 'pino';
import { launch } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import type { Settings } from '../core/settings.ts';
import type { SandboxEvent } from '../journal/events.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';

/**
 * Starts a sandbox for one command, which logs warnings to the standard error output.
 * @param onStop closes the sandbox on a signal, once it is ready
 * @param onEvent called with each of its events
 */
export async function startOwnSandbox(
  settings: Settings,
  io: Io,
  onStop: (sandbox: Sandbox) => Promise<void>,
  onEvent?: (event: SandboxEvent) => void,
): Promise<Sandbox> {
  const log = pino(
    { level: 'warn', base: null },
    { write: (line: string) => void io.stderr.write(withoutSelfDescribingKeys(line)) },
  );
  let ready: Sandbox | undefined;
  ready = await interruptible(
    { ...io, untilStopped: (close) => io.untilStopped(() => (ready ? onStop(ready) : close())) },
    (options) => launch(settings, { log, secret: io.secret, ...options, ...(onEvent && { onEvent }) }),
  );
  return ready;
}
