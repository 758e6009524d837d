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
 * @param onStop called at a signal, once the sandbox is ready: makes the verb end
 * @param onEvent called with each of its events
 */
export async function startOwnSandbox(
  settings: Settings,
  io: Io,
  onStop: (sandbox: Sandbox, signal?: NodeJS.Signals) => Promise<void>,
  onEvent?: (event: SandboxEvent) => void,
): Promise<Sandbox> {
  const log = pino(
    { level: 'warn', base: null },
    { write: (line: string) => void io.stderr.write(withoutSelfDescribingKeys(line)) },
  );
  let ready: Sandbox | undefined;
  ready = await interruptible(
    {
      ...io,
      untilStopped: (close) => io.untilStopped((signal) => (ready ? onStop(ready, signal) : close(signal))),
    },
    async (options) => {
      const launched = await launch(settings, {
        ...{ log, secret: io.secret, ...options },
        ...(onEvent && { onEvent }),
      });
      // The signal may have come too late to end the launch.
      if (options.signal.aborted) await launched.close();
      options.signal.throwIfAborted();
      return launched;
    },
  );
  return ready;
}
