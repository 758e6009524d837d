import { pino } from 'pino';
import { type Admin, adminClient } from './admin-client.ts';
import { readSettings, type SettingsInput } from './config.ts';
import { UsageError } from './core/errors.ts';
import { launch, type Sandbox } from './sandbox.ts';

export type {
  Admin,
  Criteria,
  DecisionView,
  FaultRule,
  GateResult,
  Gates,
  Key,
  KeyChanges,
  KeyTerms,
  MadeKey,
  PlacedFault,
  Quote,
  Report,
  RequestFilter,
  RequestView,
} from './admin-client.ts';
export { AdminError } from './admin-client.ts';
export type { SettingsInput } from './config.ts';
export type { Assumption, Sandbox } from './sandbox.ts';
export { UsageError };

/**
 * Starts a sandbox in this process, by default on a free port of the loopback interface. It reads neither the
 * environment nor a config file: options that are not given have their defaults.
 *
 *     const sandbox = await createSandbox();
 *     const key = await sandbox.key({ plan: 100, fractional: true });
 *     await fetch(`${sandbox.url}/usage`, { headers: key.headers });
 *     await sandbox.verify({ key: key.id, operation: 'usage' }, { exactly: 1 });
 *     await sandbox.close();
 *
 * @param options any setting by its name, such as `{ seed: 7, clock: '2026-01-01T00:00:00Z' }`
 * @throws UsageError one sentence that names the wrong option
 */
export async function createSandbox(options: SettingsInput = {}): Promise<Sandbox & Admin> {
  const content = { port: 0, logLevel: 'warn', ...options };
  const { settings } = readSettings({ file: { name: 'the options', content } });
  if (settings.processes > 1)
    throw new UsageError('createSandbox() starts no processes: use creator-sandbox start --processes.');
  const sandbox = await launch(settings, { log: pino({ level: settings.logLevel }) });
  return { ...sandbox, ...adminClient(sandbox.adminUrl, settings.adminToken) };
}
