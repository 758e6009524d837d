import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pino } from 'pino';
import { adminClient } from '../admin-client.ts';
import { UsageError } from '../core/errors.ts';
import { launch } from '../sandbox.ts';
import type { Io } from './io.ts';
import { worldProgress } from './progress.ts';
import { settingsOf } from './settings.ts';

/** Runs a command beside a sandbox of its own, on a free port, and passes on how the command ended. */
export async function exec(
  command: readonly string[],
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf({ ...flags, port: flags['port'] ?? '0' }, io);
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void io.stderr.write(line) });
  const sandbox = await launch(settings, { log, onProgress: worldProgress(io.stderr) });
  try {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: {
        ...io.env,
        CREATOR_SANDBOX_URL: sandbox.url,
        CREATOR_SANDBOX_KEY: 'demo-full',
        CREATOR_SANDBOX_ADMIN: sandbox.adminUrl ?? '',
      },
    });
    void io.untilStopped(async () => {
      child.kill('SIGTERM');
      await sandbox.close();
    });
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new UsageError(`${program} cannot be run: ${error.message}.`)));
      child.once('exit', (ended, signal) => resolve(ended ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    if (sandbox.adminUrl !== null)
      io.stderr.write(`${await report(sandbox.adminUrl, settings.adminToken)}\n`);
    return code;
  } finally {
    await sandbox.close();
  }
}

/** What the command did, in one line. */
async function report(adminUrl: string, token: string | undefined): Promise<string> {
  const requests = await adminClient(adminUrl, token).requests();
  const refused = requests.filter(({ status }) => status === null || status >= 400).length;
  const credits = requests.reduce((sum, each) => sum + each.credits, 0);
  const injected = requests.filter((each) => each.injected !== null).length;
  return `creator-sandbox: ${requests.length} requests, ${refused} of them refused (${injected} injected), ${Math.round(credits * 1000) / 1000} credits.`;
}
