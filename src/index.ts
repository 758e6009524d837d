import { versions } from 'node:process';
import { pino } from 'pino';
import type { Admin } from './admin/admin.ts';
import type { Sandbox, SettingsInput } from './admin/sandbox.ts';
import { adminClient } from './admin-client.ts';
import { readSettings } from './config.ts';
import { UsageError } from './core/errors.ts';
import { nodeFlaw } from './node-version.ts';
import { launch } from './sandbox.ts';

export type {
  Admin,
  Bounds,
  CreatorFilter,
  EventFeed,
  FaultRule,
  Instant,
  MadeKey,
  PlacedFault,
  RequestFilter,
} from './admin/admin.ts';
export { AdminError } from './admin/error.ts';
export { forKey, type KeyAdmin } from './admin/for-key.ts';
export type { Assumption, Sandbox, SettingsInput } from './admin/sandbox.ts';
export type {
  Check,
  ClockChange,
  ClockView,
  CreditBounds,
  DecisionView,
  Entry,
  FaultView,
  FoundCreator,
  FoundRequest,
  GateResult,
  Gates,
  Health,
  Key,
  KeyChanges,
  KeyTerms,
  Match,
  NearRequest,
  Quote,
  QuotedRequest,
  RecordedReply,
  Renewed,
  Report,
  ReportCell,
  RequestView,
  Restored,
  Route,
  SandboxEvent,
  SavedState,
  SentReply,
  SentRequest,
  Settings,
  SnapshotView,
  TopUp,
  TortureProfile,
} from './admin/types.ts';
export { type ConnectedSandbox, type ConnectOptions, connect } from './connect.ts';
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
 * @throws UsageError one sentence that names the wrong option, or a Node that is too old
 */
export async function createSandbox(options: SettingsInput = {}): Promise<Sandbox & Admin> {
  const flaw = nodeFlaw(versions.node);
  if (flaw !== undefined) throw new UsageError(flaw);
  const content = { port: 0, logLevel: 'warn', ...options };
  const { settings } = readSettings({ file: { name: 'the options', content } });
  if (settings.processes > 1)
    throw new UsageError('createSandbox() starts no processes: use creator-sandbox start --processes.');
  const sandbox = await launch(settings, { log: pino({ level: settings.logLevel }) });
  const { certificate } = sandbox;
  if (certificate) await (await import('./certificate.ts')).trust([certificate.file]);
  return { ...sandbox, ...adminClient(sandbox.adminUrl, settings.adminToken) };
}
