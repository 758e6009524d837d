import { pino } from 'pino';
import { type LaunchOptions, launch } from '../app/sandbox/sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { withoutSelfDescribingKeys } from '../core/keys/redactor.ts';
import type { Settings } from '../core/settings.ts';
import { secretOfVariable } from '../recording/secret.ts';
import { interruptible } from './building.ts';
import type { Io } from './io.ts';

export interface OwnSandboxOptions extends Pick<LaunchOptions, 'onEvent' | 'prepare'> {
  /** Default: warnings go to the standard error output. */
  readonly log?: LaunchOptions['log'];
  /** Called at a signal, once the sandbox is ready: makes the verb end. */
  readonly onStop: (sandbox: Sandbox, signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a sandbox for one command. */
export async function startOwnSandbox(
  settings: Settings,
  io: Io,
  { onStop, log = warnings(io), ...more }: OwnSandboxOptions,
): Promise<Sandbox> {
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

const warnings = ({ stderr }: Io) =>
  pino(
    { level: 'warn', base: null },
    { write: (line: string) => void stderr.write(withoutSelfDescribingKeys(line)) },
  );

/** The flag by which a verb whose sandboxes answer by recordings finds their secret. */
export interface SecretFlags {
  readonly secretEnv?: string | undefined;
}

/** @throws UsageError if the variable holds no secret */
export const withSecret = (io: Io, { secretEnv }: SecretFlags): Io =>
  secretEnv === undefined ? io : { ...io, secret: secretOfVariable(io.env, secretEnv) };
