import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, createClock } from '../core/clock.ts';
import { createDecisionTracker } from '../core/decisions/decision-tracker.ts';
import { type RefusalRow, UsageError } from '../core/errors.ts';
import { demoKeys } from '../core/keys/demo-keys.ts';
import { looksReal } from '../core/keys/looks-real.ts';
import { labelOf } from '../core/keys/self-describing.ts';
import { createLruCache } from '../core/lru-cache.ts';
import { finderOf } from '../core/operations.ts';
import { priceBook } from '../core/prices.ts';
import { databaseOf, type Settings } from '../core/settings.ts';
import { createTurns, type Turns } from '../core/turns.ts';
import type { World } from '../creators/world/world.ts';
import { createFaults, withRuleBefore } from '../faults/faults.ts';
import { outcomesOf } from '../faults/outcomes.ts';
import { createEvents } from '../journal/events.ts';
import { createJournal } from '../journal/journal.ts';
import type { LedgerSettings } from '../ledger/ledger-on.ts';
import { type LedgerOptions, openLedger, openSharedLedger, type Waiting } from '../ledger/open.ts';
import { instantOf } from '../ledger/replicas.ts';
import { configFingerprint } from '../replicas/config-fingerprint.ts';
import { createKeyNames } from '../report/key-names.ts';
import { createTally, type TallyOptions } from '../report/tally.ts';
import type { Deps } from '../service/http/deps.ts';
import { publishEntries } from '../service/http/publish-entries.ts';
import { createRateWindows } from '../service/http/rate-windows.ts';
import type { ReplyRewriter } from '../service/http/reply-rewriter.ts';
import { createRandomIds, createTracer } from '../service/http/trace.ts';
import { createWait, type Wait } from '../service/http/wait.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { version as packageVersion } from '../system/version.ts';
import { generations as allGenerations, type GenerationMaker } from './app.ts';
import { allDecisions } from './decisions.ts';

/**
 * Checks the settings that the composition would refuse later: a mistake should show before a world is built.
 * @throws UsageError
 */
export function checkSettings(settings: Settings, makers = allGenerations): void {
  const operations = makers.flatMap((make) => make(settings).operations);
  priceBook(settings.prices, operations);
  createWords(settings);
  if (!settings.recordCapsule) return;
  // A recording has what one process took from outside, over one world.
  const unrecorded = databaseOf(settings)
    ? 'a shared ledger'
    : settings.watch
      ? 'fixtures that change'
      : undefined;
  if (unrecorded) throw new UsageError(`A run with ${unrecorded} cannot be recorded.`);
}

/** Everything that a composition needs beside the settings. */
export interface Parts {
  world: World;
  log: Logger;
  /** The keys that exist from the start; by default the demo keys. */
  keys?: LedgerOptions['keys'];
  clock?: Clock;
  /** Ids of keys and requests, 32 hex digits each; random by default. */
  newId?: () => string;
  /** By default waits for real, by the clock's scale. */
  wait?: Wait | undefined;
  /** The id of a key, and the order of the ledger's jobs, for a run that is repeated. */
  idOf?: LedgerOptions['idOf'];
  jobOrder?: LedgerOptions['jobOrder'];
  /** How long an answer may work inside a batch. */
  maxInBatchMs?: number;
  turns?: Turns;
  /** Replaces the package's version. */
  version?: string;
  generations?: readonly GenerationMaker[];
  /** While the database of the ledger is not up. */
  waiting?: Waiting;
  /** Changes replies on purpose; none by default. */
  replyChange?: ReplyRewriter | undefined;
}

export interface OpenDeps {
  deps: Deps;
  /** Closes the ledger. The world belongs to the caller. */
  close(): Promise<void>;
}

/** Composes the dependencies of an app: for the sandbox, the tests, the documents' app and the benchmarks. */
export async function openDeps(settings: Settings, parts: Parts): Promise<OpenDeps> {
  const { world, log, keys = demoKeys, version = packageVersion } = parts;
  const ownClock = parts.clock ?? createClock(settings.clock);
  const generations = (parts.generations ?? allGenerations).map((make) => make(settings));
  // Lists show the newest generation first.
  const operations = generations
    .toSorted((a, b) => b.number - a.number)
    .flatMap((generation) => generation.operations);
  const find = finderOf(operations);
  const outcomes = outcomesOf(generations);
  const words = createWords(settings);
  const database = databaseOf(settings);
  const sharesJournal = database !== undefined && settings.journal > 0 && !settings.isJournalLocal;
  const ownJournal = createJournal({
    maxEntries: settings.journal,
    replyBytes: settings.lastReplies * 2 ** 20,
    ...(sharesJournal && {
      // Requests of several replicas are in the order of their instants.
      nextId: (last: number) => Math.max(last + 1, instantOf(ledger.replicas?.clock.now() ?? 0)),
    }),
  });
  const events = createEvents();
  const prices = priceBook(settings.prices, operations);
  const served: Deps['servedRoutes'] = [];
  const tallyOptions: TallyOptions = {
    on: ownJournal.on,
    generations,
    operations,
    fullPrice: prices.full,
    served,
    labelOf: (keyId) => names.labelOf(keyId),
    about: (secret) => ({
      label: typeof secret === 'string' ? labelOf(secret) : null,
      looksReal: typeof secret === 'string' && ledger.originOf(secret) === undefined && looksReal(secret),
    }),
    isFrozen: () => clock.frozen,
  };
  let tally = createTally(tallyOptions);
  const ledgerSettings: LedgerSettings = {
    keys,
    now: ownClock.now(),
    cycleMs: settings.cycleMs,
    maxKeys: settings.maxKeys,
    isOperation: (id) => find(id) !== undefined,
    newId: parts.newId ?? keyIds(settings, ownClock),
    idOf: parts.idOf,
    jobOrder: parts.jobOrder,
    onEntry: publishEntries(ownJournal, () => tally, events),
    onTrouble: (trouble) =>
      trouble
        ? log.error({ err: trouble }, `${trouble.message} Until it can, calls that change it are refused.`)
        : log.warn('The ledger can be written again.'),
    warn: (message) => log.warn(message),
  };
  const ledger =
    database === undefined
      ? openLedger({ ...(settings.data !== undefined && { folder: settings.data }), ...ledgerSettings })
      : await openSharedLedger(database, configFingerprint(settings, world, version), ledgerSettings, {
          ...parts.waiting,
          begin: async (opened) =>
            (await import('../replicas/shared-state.ts')).writeInitialState(opened, settings.clock),
        });
  const { replicas } = ledger;
  const sharedState =
    replicas &&
    (await import('../replicas/shared-state.ts')).createSharedState(ledger, replicas, settings.clock);
  const clock = sharedState?.clock ?? ownClock;
  const names = sharedState?.names ?? createKeyNames();
  const sharedRecords = sharesJournal
    ? sharedState?.records({
        journal: ownJournal,
        tally,
        events,
        newTally: (isFrozen) => createTally({ ...tallyOptions, isFrozen }),
        maxRequests: settings.journal,
      })
    : undefined;
  if (sharedRecords) tally = sharedRecords.tally;
  const wait = parts.wait ?? createWait(clock);
  const random = parts.newId ?? createRandomIds();

  const ruleContext = { now: () => clock.now(), wait, operations, outcomes, pathsOf: words.pathsOf };
  const faults = createFaults(ruleContext, sharedState?.rules);
  const { replyChange } = parts;
  const deps: Deps = {
    settings,
    version,
    clock,
    world,
    ledger,
    keyHeaders: generations.map(({ header }) => header.toLowerCase()),
    operations,
    operation(id) {
      const operation = find(id);
      if (!operation) throw new Error(`${id} is not an operation`);
      return operation;
    },
    prices,
    words,
    jsonCache: textsOf(settings),
    windows: sharedState?.windows ?? createRateWindows(),
    trace: sharedState?.tracer(settings.seed, random) ?? createTracer(clock, settings.seed, random),
    wait,
    journal: sharedRecords?.journal ?? ownJournal,
    tally,
    names,
    events: sharedRecords?.events ?? events,
    servedRoutes: served,
    outcomes,
    faults: replyChange ? withRuleBefore(faults, ruleContext, replyChange) : faults,
    replyRewriter: replyChange,
    turns: parts.turns ?? createTurns(),
    maxInBatchMs: parts.maxInBatchMs,
    decisions: createDecisionTracker(allDecisions, {
      strict: settings.strict,
      prices: settings.prices,
      operations,
      beforeReading: generations.flatMap(({ refusals }) =>
        Object.values<RefusalRow>(refusals).flatMap((row) => (row.beforeReading ? [row.errorCode] : [])),
      ),
    }),
    ...(sharedRecords && { peers: sharedRecords.peers }),
    log,
  };
  sharedRecords?.peers.start(deps);
  return {
    deps,
    async close() {
      await sharedRecords?.peers.close();
      await ledger.close();
    },
  };
}

/** The same dependencies over another world, for an app of its own. Nothing that was kept of the world before is shown. */
export const depsOver = (deps: Deps, world: World): Deps => ({
  ...deps,
  world,
  jsonCache: textsOf(deps.settings),
  servedRoutes: [],
});

const textsOf = ({ cachedRecords }: Settings): Deps['jsonCache'] => createLruCache(cachedRecords * 2 ** 20);

/**
 * Under a frozen clock a run repeats, ids of new keys included. With a ledger on disk or in a database they are random,
 * because it may hold the ids of an earlier run.
 */
function keyIds({ seed, data, ledger }: Settings, clock: Clock): () => string {
  if (!clock.frozen || data !== undefined || databaseOf({ ledger })) return randomHex;
  let ids = 0;
  return () => createHash('sha256').update(`${seed} id ${ids++}`).digest('hex').slice(0, 32);
}

const randomHex = (): string => randomUUID().replaceAll('-', '');
