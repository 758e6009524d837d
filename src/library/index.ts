import { versions } from 'node:process';
import { pino } from 'pino';
import { generations } from '../app/app.ts';
import { createPactExchanges } from '../app/sandbox/pact-exchanges.ts';
import { launch } from '../app/sandbox/sandbox.ts';
import { createAdminClient } from '../client/admin-client.ts';
import type { Admin } from '../client/admin-interface.ts';
import type { Sandbox, SettingsInput } from '../client/sandbox-interface.ts';
import { UsageError } from '../core/errors.ts';
import { findOperation, type Operation } from '../core/operations.ts';
import { freePort, readSettings, type Settings } from '../core/settings.ts';
import { outcomesOf } from '../faults/outcomes.ts';
import type { Deps } from '../service/http/deps.ts';
import { nodeFlaw } from '../system/node-version.ts';
import { tracing } from '../system/trace.ts';
import type { Mutant as Mutation } from '../trials/mutation/mutant.ts';
import type { ClientSchedule, ScheduledClient, ScheduleOptions } from './schedules.ts';

export { AdminError } from '../client/admin-error.ts';
export { forKey, type KeyAdmin } from '../client/admin-for-key.ts';
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
} from '../client/admin-interface.ts';
export { type ConnectedSandbox, type ConnectOptions, connect } from '../client/connect.ts';
export type { Assumption, Sandbox, SettingsInput } from '../client/sandbox-interface.ts';
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
  Replica,
  ReplyProfile,
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
} from '../client/types.ts';
export type { Mutant as Mutation } from '../trials/mutation/mutant.ts';
export type { ClientSchedule, ScheduledClient, ScheduleFinding, ScheduleOptions } from './schedules.ts';
export { UsageError };

/** More about a sandbox of this process. */
export interface SandboxMore {
  /** One of `mutations()`: the sandbox changes its replies so. */
  mutation?: Mutation;
  /** The secret of the recordings, such as `process.env.RECORDING_SECRET`; otherwise that of the project. */
  secret?: string;
  /** Keeps what `pact()` writes. */
  pact?: boolean;
}

/** How a mutation changed the replies of a sandbox so far. */
export interface Mutated {
  /** Replies that it was about. */
  readonly reached: number;
  /** Replies that it changed. */
  readonly changed: number;
}

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
export const createSandbox = (
  options: SettingsInput = {},
  more: SandboxMore = {},
): Promise<Sandbox & Admin & OwnParts> => tracing(() => openSandbox(options, more));

/** The parts that only a sandbox of this process has. */
export interface OwnParts {
  mutated(): Mutated;
  /** A Pact file, version 4, about the requests so far. @throws UsageError without `{ pact: true }` */
  pact(): Promise<string>;
}

async function openSandbox(options: SettingsInput, { mutation, secret, pact: hasPact = false }: SandboxMore) {
  const flaw = nodeFlaw(versions.node);
  if (flaw !== undefined) throw new UsageError(flaw);
  const content = { port: freePort, logLevel: 'warn', ...options };
  const { settings } = readSettings({ file: { name: 'the options', content } });
  const log = pino({ level: settings.logLevel });
  const active = mutation && (await activated(mutation, settings));
  const exchanges = hasPact ? createPactExchanges() : undefined;
  const sandbox = await launch(settings, {
    log,
    ...(exchanges && { prepare: async (deps: Deps) => exchanges.open(deps) }),
    replyRewriter: active?.rewriter,
    ...(secret !== undefined && {
      secret: (await import('../recording/secret.ts')).secretFrom(secret, 'The option secret'),
    }),
  });
  const { certificate } = sandbox;
  if (certificate) await (await import('../system/certificate.ts')).trust([certificate.file]);
  const mutated = () => ({ reached: active?.effects.reached ?? 0, changed: active?.effects.changed ?? 0 });
  const pact = async (): Promise<string> => {
    if (!exchanges) throw new UsageError('pact() needs createSandbox(options, { pact: true }).');
    return (await exchanges.write()).text;
  };
  return { ...sandbox, mutated, pact, ...createAdminClient(sandbox.adminUrl, settings.adminToken) };
}

async function activated(mutation: Mutation, settings: Settings) {
  const { activate } = await import('../trials/mutation/activate.ts');
  const outcomes = outcomesOf(generations.map((make) => make(settings)));
  const operation = findOperation(mutation.operation) as Operation;
  return activate(mutation, { operation, schema: undefined, outcomes });
}

/** Selects mutations. */
export interface MutationOptions {
  /** Such as `clip/profile`; all by default. */
  operations?: readonly string[];
  /** Such as `field-missing`; all by default. */
  rules?: readonly string[];
  /** Takes fields and lists one by one, not all of an operation at once. */
  eachField?: boolean;
}

/**
 * Every way in which a sandbox can change the replies of one operation, so that a suite can run itself over them:
 *
 *     describe.each(await mutations({ operations: ['clip/profile'] }))('$id', (mutation) => {
 *       it('is noticed', async () => {
 *         const sandbox = await createSandbox({}, { mutation });
 *         await expect(checkMyClient(sandbox.url)).rejects.toThrow();
 *         await sandbox.close();
 *       });
 *     });
 */
export const mutations = (selection: MutationOptions = {}): Promise<Mutation[]> =>
  tracing(() => selectMutations(selection));

async function selectMutations({ operations, ...options }: MutationOptions): Promise<Mutation[]> {
  const { mutantsOf } = await import('../trials/mutation/mutants.ts');
  const { settings } = readSettings({
    file: { name: 'the options', content: { port: freePort, admin: false } },
  });
  let deps: Deps | undefined;
  const sandbox = await launch(settings, {
    log: pino({ level: 'silent' }),
    prepare: async (opened) => {
      deps = opened;
    },
  });
  await sandbox.close();
  if (!deps) return [];
  const { servedRoutes, operation: operationOf, outcomes } = deps;
  // Some operations have several routes.
  const schemas = new Map(servedRoutes.map(({ operation, reply }) => [operation, reply]));
  return [...schemas]
    .filter(([id]) => operations?.includes(id) ?? true)
    .flatMap(([id, schema]) => mutantsOf({ operation: operationOf(id), schema, outcomes }, options));
}

/**
 * Every fault at every call of a client, so that a suite can run itself over them. Each is judged by what was charged and
 * what was delivered:
 *
 *     describe.each(await schedules((url) => importCreators(url)))('$id', (schedule) => {
 *       it('costs no more than it must', async () => {
 *         expect(await schedule.findings()).toEqual([]);
 *       });
 *     });
 *
 * The client runs once without faults, and for `depth` 2 once for each shorter schedule.
 *
 * @throws UsageError for a wrong name; Error if the client fails without faults, or makes no call
 */
export const schedules = (
  client: ScheduledClient,
  options: ScheduleOptions = {},
): Promise<ClientSchedule[]> =>
  tracing(async () => (await import('./schedules.ts')).listSchedules(client, options));
