import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pino } from 'pino';
import { adminClient } from '../admin-client.ts';
import { roundedCredits } from '../core/credits.ts';
import { UsageError } from '../core/errors.ts';
import { withoutSelfDescribingKeys } from '../keys/redactor.ts';
import { launch } from '../sandbox.ts';
import { assumptionsReport } from './assumptions-report.ts';
import { environmentOf } from './env.ts';
import { interruptible } from './interruptible.ts';
import type { Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Runs a command beside a sandbox of its own, on a free port. @returns the exit code of the command */
export async function exec(
  command: readonly string[],
  flags: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf({ ...flags, port: flags['port'] ?? '0' }, io);
  const log = pino(
    { level: 'warn', base: null },
    { write: (line: string) => void io.stderr.write(withoutSelfDescribingKeys(line)) },
  );
  let child: ChildProcess | undefined;
  const sandbox = await interruptible(
    { ...io, untilStopped: (close) => io.untilStopped(() => (child ? end(child) : close())) },
    (options) => launch(settings, { log, ...options }),
  );
  const end = async (running: ChildProcess) => {
    running.kill('SIGTERM');
    await sandbox.close();
  };
  try {
    const [program = '', ...args] = command;
    const running = spawn(program, args, {
      stdio: 'inherit',
      env: { ...io.env, ...environmentOf(sandbox) },
    });
    child = running;
    const code = await new Promise<number>((resolve, reject) => {
      running.once('error', (error) => reject(new UsageError(`${program} cannot be run: ${error.message}.`)));
      running.once('exit', (ended, signal) =>
        resolve(ended ?? 128 + (signal ? constants.signals[signal] : 0)),
      );
    });
    if (sandbox.adminUrl !== null && settings.journal > 0)
      io.stderr.write(`${await report(sandbox.adminUrl, settings.adminToken)}\n`);
    const assumed = assumptionsReport(sandbox.assumptions(), settings.strict);
    if (assumed !== undefined) io.stderr.write(`creator-sandbox: ${assumed}\n`);
    return code;
  } finally {
    await sandbox.close();
  }
}

/** The requests of the command, in one line. */
async function report(adminUrl: string, token: string | undefined): Promise<string> {
  const requests = await adminClient(adminUrl, token).requests();
  const refused = requests.filter(({ status }) => status === null || status >= 400).length;
  const credits = requests.reduce((sum, each) => sum + each.credits, 0);
  const injected = requests.filter((each) => each.injected !== null).length;
  return `creator-sandbox: ${requests.length} ${requests.length === 1 ? 'request' : 'requests'}, ${refused} of them refused (${injected} injected), ${roundedCredits(credits)} credits.`;
}
