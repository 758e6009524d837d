import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, createClock } from '../core/clock.ts';
import { demoKeys } from '../core/keys/demo-keys.ts';
import { finderOf } from '../core/operations.ts';
import { databaseOf, type Settings } from '../core/settings.ts';
import type { World } from '../creators/world/world.ts';
import { inTransaction } from '../ledger/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerSettings } from '../ledger/ledger-on.ts';
import { beginSharedLedger, type LedgerOptions, openLedger, type Waiting } from '../ledger/open.ts';
import { configFingerprint } from '../replicas/config-fingerprint.ts';
import type { SharedState } from '../replicas/shared-state.ts';
import type { Deps } from '../service/http/deps.ts';
import { createEpoch, type Epoch } from '../service/http/epoch.ts';
import { version as packageVersion } from '../system/version.ts';

export interface StateOptions {
  world: World;
  log: Logger;
  /** The keys that exist from the start; by default the demo keys. */
  keys?: LedgerOptions['keys'];
  clock?: Clock;
  /** Ids of keys and requests, 32 hex digits each; random by default. */
  newId?: () => string;
  /** Replaces the package's version. */
  version?: string;
  /** While the database of the ledger is not up. */
  waiting?: Waiting;
}

/** The ledger, its clock and epoch, and what the replicas of a shared ledger have in common. */
export interface State {
  readonly ledger: Ledger;
  readonly shared: SharedState | undefined;
  readonly clock: Clock;
  readonly epoch: Epoch;
}

/** Opens them. @throws UsageError when they cannot be used, or as `Epoch.begin` */
export async function openState(
  settings: Settings,
  { world, log, keys = demoKeys, version = packageVersion, ...options }: StateOptions,
  { operations }: Pick<Deps, 'operations'>,
  onEntry: LedgerSettings['onEntry'],
): Promise<State> {
  const clock = options.clock ?? createClock(settings.clock);
  const find = finderOf(operations);
  const ledgerSettings: LedgerSettings = {
    keys,
    now: clock.now(),
    cycleMs: settings.cycleMs,
    maxKeys: settings.maxKeys,
    isOperation: (id) => find(id) !== undefined,
    newId: options.newId ?? keyIds(settings, clock),
    onEntry,
    onTrouble: (trouble) =>
      trouble
        ? log.error({ err: trouble }, `${trouble.message} Until it can, calls that change it are refused.`)
        : log.warn('The ledger can be written again.'),
    warn: (message) => log.warn(message),
  };
  const database = databaseOf(settings);
  if (database === undefined) {
    const ledger = openLedger({ ...ledgerSettings, folder: settings.data });
    const epoch = await beginEpoch(ledger, clock, settings).catch(async (error: unknown) => {
      await ledger.close();
      throw error;
    });
    return { ledger, shared: undefined, clock, epoch };
  }
  const { clockNote, createSharedState, writeInitialState } = await import('../replicas/shared-state.ts');
  const fingerprint = configFingerprint(settings, world, version);
  // All batches of a start run here, so that the loss of the database in any of them begins it again.
  const state = await beginSharedLedger(database, fingerprint, ledgerSettings, {
    ...options.waiting,
    async begin(ledger): Promise<State> {
      await writeInitialState(ledger, settings.clock);
      const shared = ledger.replicas && createSharedState(ledger, ledger.replicas, settings.clock);
      const epoch = await beginEpoch(ledger, shared?.clock ?? clock, settings);
      return { ledger, shared, clock: shared?.clock ?? clock, epoch };
    },
  });
  const note = state.shared && clockNote(state.shared.clock, settings.clock);
  if (note !== undefined) log.warn(note);
  return state;
}

/** @throws UsageError as `Epoch.begin` */
async function beginEpoch(ledger: Ledger, clock: Clock, { epoch: given }: Settings): Promise<Epoch> {
  const epoch = createEpoch(clock, ledger.shared, given);
  await inTransaction(ledger, undefined, epoch.begin);
  return epoch;
}

/**
 * Under a frozen clock a run repeats, ids of new keys included. With a ledger on disk or in a database they are random,
 * because it may hold the ids of an earlier run.
 */
function keyIds(settings: Settings, clock: Clock): () => string {
  const { seed, data, ledger } = settings;
  const isRepeatable = clock.frozen && data === undefined && !databaseOf({ ledger });
  if (!isRepeatable) return randomHex;
  let ids = 0;
  return () => createHash('sha256').update(`${seed} id ${ids++}`).digest('hex').slice(0, 32);
}

const randomHex = (): string => randomUUID().replaceAll('-', '');
