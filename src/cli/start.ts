import { pino } from 'pino';
import type { Settings } from '../config.ts';
import { launch, type Sandbox } from '../sandbox.ts';
import { version } from '../version.ts';
import { exitCode, type Io } from './io.ts';
import { worldProgress } from './progress.ts';
import { settingsOf } from './settings.ts';

/** Runs the sandbox until a signal stops it. */
export async function start(flags: Record<string, unknown>, io: Io): Promise<number> {
  const { settings, warnings } = settingsOf(flags, io);
  const terminal = io.stdout.isTTY === true;
  // On a terminal the lines are for a person, and only what goes wrong is added to them.
  const level = terminal && settings.logLevel === 'info' ? 'warn' : settings.logLevel;
  const log = pino(
    { level, base: null },
    { write: (line: string) => void io[terminal ? 'stderr' : 'stdout'].write(line) },
  );
  for (const warning of warnings) log.warn(warning);

  const sandbox = await launch(settings, {
    log,
    inContainer: io.env['SANDBOX_IN_CONTAINER'] === '1',
    onProgress: worldProgress(io.stderr),
  });
  io.stdout.write(terminal ? banner(sandbox, settings) : `${JSON.stringify(ready(sandbox))}\n`);

  const code = await io.untilStopped(() => sandbox.close());
  log.info('stopped');
  return code === 0 ? exitCode.ok : exitCode.runtime;
}

/** What a program reads to learn that the sandbox is ready: one line of JSON. */
const ready = ({ url, adminUrl, exampleUrl }: Sandbox) => ({
  event: 'ready',
  url,
  ...(adminUrl && { admin: adminUrl }),
  example: exampleUrl,
});

function banner({ url, adminUrl, exampleUrl, world }: Sandbox, { clock, data }: Settings): string {
  const lines = [
    `creator-sandbox ${version}`,
    `  generation 3  ${url}        header api-key`,
    `  generation 2  ${url}/v2     header apiId`,
    `  admin         ${adminUrl ?? 'off'}`,
    `  world         ${world.size} people, seed ${world.seed}; ledger ${data === undefined ? 'in memory' : `in ${data}`}`,
    `  clock         ${clock.mode === 'frozen' ? `frozen at ${new Date(clock.at).toISOString()}` : clock.mode}`,
    '  demo keys     demo-full  demo-standard  demo-low  demo-empty  demo-capped  demo-throttled  demo-unlimited …',
    `  try           curl -s -H 'api-key: demo-full' '${exampleUrl}'`,
  ];
  return `${lines.join('\n')}\n`;
}
