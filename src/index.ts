import { pino } from 'pino';
import { readSettings, type SettingsInput } from './config.ts';
import { launch, type Sandbox } from './sandbox.ts';

export type { SettingsInput } from './config.ts';
export { UsageError } from './core/errors.ts';
export type { Sandbox } from './sandbox.ts';

/**
 * Starts a sandbox in this process, on a free port of the loopback interface unless told otherwise. The
 * environment and config files are not read: what is not given has its default.
 *
 *     const sandbox = await createSandbox();
 *     await fetch(`${sandbox.url}/usage`, { headers: { 'api-key': 'demo-full' } });
 *     await sandbox.close();
 *
 * @param options any setting by its name, such as `{ seed: 7, clock: '2026-01-01T00:00:00Z' }`
 * @throws UsageError one sentence that names the option that cannot be used
 */
export async function createSandbox(options: SettingsInput = {}): Promise<Sandbox> {
  const content = { port: 0, logLevel: 'warn', ...options };
  const { settings } = readSettings({ file: { name: 'the options', content } });
  return launch(settings, { log: pino({ level: settings.logLevel }) });
}
