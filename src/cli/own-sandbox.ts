import { pino } from 'pino';
import { type LaunchOptions, launch } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import type { Settings } from '../core/settings.ts';
import { interruptible } from './building.ts';
import type { Io } from './io.ts';

export interface OwnSandboxOptions extends Pick<LaunchOptions, 'onEvent' | 'prepare'> {
  /** Called at a signal, once the sandbox is ready: makes the verb end. */
  readonly onStop: (sandbox: Sandbox, signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a sandbox for one command, which logs warnings to the standard error output. */
export async function startOwnSandbox(
  settings: Settings,
  io: Io,
  { onStop, ...more }: OwnSandboxOptions,
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
      const launched = await launch(settings, { log, secret: io.secret, ...options, ...more });
      // The signal may have come too late to end the launch.
      if (options.signal.aborted) await launched.close();
      options.signal.throwIfAborted();
      return launched;
    },
  );
  return ready;
}
