import { createDecisionTracker } from '../core/decisions/decision-tracker.ts';
import { dayMs } from '../core/durations.ts';
import type { RefusalRow } from '../core/errors.ts';
import { numbersBy } from '../core/instants.ts';
import { looksReal } from '../core/keys/looks-real.ts';
import { labelOf } from '../core/keys/self-describing.ts';
import type { LatencyTable } from '../core/latency-table.ts';
import { createLoopShare } from '../core/loop-share.ts';
import { createLruCache } from '../core/lru-cache.ts';
import { memoryBounds } from '../core/memory-bounds.ts';
import { finderOf, type Operation } from '../core/operations.ts';
import { priceBook } from '../core/prices.ts';
import type { Settings } from '../core/settings.ts';
import { type AskModel, createModel, maxAnswerBytes } from '../creators/language/model.ts';
import { openReadings, type ReadingsFile, type UserReadings } from '../creators/language/user-readings.ts';
import { createSearches } from '../creators/search/searches.ts';
import { type LoadGenerator, livingWorld, type RunCalendar } from '../creators/world/view.ts';
import type { World } from '../creators/world/world.ts';
import { createFaults, type Faults, withRuleAfter } from '../faults/faults.ts';
import { outcomesOf } from '../faults/outcomes.ts';
import { createCallSites } from '../journal/call-sites.ts';
import { createEvents } from '../journal/events.ts';
import { createJournal } from '../journal/journal.ts';
import type { PostedEntry } from '../ledger/ledger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { ReplicaPeers } from '../replicas/peers.ts';
import { createKeyNames } from '../report/key-names.ts';
import { knownReplies } from '../report/outcomes.ts';
import { createTally } from '../report/tally.ts';
import type { Deps } from '../service/http/deps.ts';
import type { Generation } from '../service/http/generation.ts';
import { createLatency } from '../service/http/latency.ts';
import { publishEntries } from '../service/http/publish-entries.ts';
import { createRateWindows } from '../service/http/rate-windows.ts';
import type { ReplyRewriter } from '../service/http/reply-rewriter.ts';
import { createRandomIds, createTracer } from '../service/http/trace.ts';
import { createWait, type Wait } from '../service/http/wait.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { postJson } from '../system/post-json.ts';
import { version as packageVersion } from '../system/version.ts';
import { generations as allGenerations, type GenerationMaker } from './app.ts';
import { checkRecordings } from './check-recordings.ts';
import { allDecisions } from './decisions.ts';
import { faultContext } from './fault-context.ts';
import { openState, type State, type StateOptions } from './state.ts';

/**
 * Checks the settings that the composition would refuse later: a mistake should show before a world is built.
 * @throws UsageError
 */
export function checkSettings(settings: Settings, makers = allGenerations): void {
  const operations = makers.flatMap((make) => make(settings).operations);
  priceBook(settings.prices, operations);
  checkRecordings(settings);
}

/** Everything that a composition needs beside the settings. */
export interface DepsOptions extends StateOptions {
  /** By default real time passes, divided by the clock's scale. */
  wait?: Wait | undefined;
  generations?: readonly GenerationMaker[];
  /** Finds replies of a real service; none by default. */
  recordings?: Deps['recordings'];
  /** How long replies take; no time by default. */
  latency?: LatencyTable | undefined;
  /** The files that say what descriptions of /nls mean; none by default. */
  readings?: readonly ReadingsFile[] | undefined;
  /** Changes replies on purpose; none by default. */
  replyRewriter?: ReplyRewriter | undefined;
}

export interface OpenDeps {
  deps: Deps;
  /** Closes the ledger. The world belongs to the caller. */
  close(): Promise<void>;
}

/** Composes the dependencies of an app: for the sandbox, the tests, the documents' app and the benchmarks. */
export async function openDeps(settings: Settings, options: DepsOptions): Promise<OpenDeps> {
  const { log, version = packageVersion } = options;
  const catalogue = catalogueOf(settings, options.generations);
  const entries = createEntryRelay();
  const { ledger, shared, clock, epoch } = await openState(settings, options, catalogue, entries.publish);
  const names = shared?.names ?? createKeyNames();
  const served: Deps['servedRoutes'] = [];
  const { journal, tally, metrics, events, peers } = openRecords(
    settings,
    { ledger, shared, clock, names, served },
    catalogue,
    entries.connect,
  );
  const loopShare = createLoopShare();
  const world = worldInTime(options.world, { settings, epoch });
  const wait = options.wait ?? createWait(clock);
  const random = options.newId ?? createRandomIds();
  const ownReadings = openReadings(options.world, options.readings);
  const readings = shared?.readings(ownReadings) ?? ownReadings;
  const { generations: _, ...offered } = catalogue;
  const deps: Deps = {
    ...offered,
    settings,
    version,
    world,
    searches: createSearches(),
    log,
    clock,
    epoch,
    wait,
    loopShare,
    ledger,
    names,
    callSites: createCallSites(),
    servedRoutes: served,
    journal,
    tally,
    metrics,
    events,
    jsonCache: createLruCache(memoryBounds.recordJson),
    windows: shared?.windows ?? createRateWindows(),
    trace: shared?.tracer(settings.seed, random) ?? createTracer(clock, settings.seed, random),
    faults: openFaults({ ...offered, clock, wait }, shared, options.replyRewriter),
    recordings: options.recordings,
    latency: options.latency && createLatency(options.latency, settings.seed),
    replyRewriter: options.replyRewriter,
    decisions: decisionTrackerOf(settings, catalogue),
    readings,
    ...(settings.nlsModel !== undefined && {
      askModel: modelAt(settings.nlsModel, settings, options.world, readings),
    }),
    ...(peers && { peers }),
  };
  peers?.start(deps);
  return {
    deps,
    async close() {
      await peers?.close();
      await ledger.close();
    },
  };
}

const modelAt = (
  url: string,
  { nlsModelName: name = 'default' }: Settings,
  world: World,
  readings: UserReadings,
): AskModel =>
  createModel(world, readings, {
    name,
    post: (body, signal) =>
      postJson(`${url.replace(/\/$/, '')}/chat/completions`, body, { signal, maxBytes: maxAnswerBytes }),
  });

/** What the generations offer, with the words and prices of the settings. */
interface Catalogue
  extends Pick<Deps, 'keyHeaders' | 'operations' | 'operation' | 'outcomes' | 'prices' | 'words'> {
  readonly generations: readonly Generation[];
}

function catalogueOf(settings: Settings, makers: DepsOptions['generations'] = allGenerations): Catalogue {
  const generations = makers.map((make) => make(settings));
  // Lists show the newest generation first.
  const operations = generations
    .toSorted((a, b) => b.number - a.number)
    .flatMap((generation) => generation.operations);
  const find = finderOf(operations);
  return {
    generations,
    keyHeaders: generations.map(({ header }) => header.toLowerCase()),
    operations,
    operation: (id) => find(id) as Operation,
    outcomes: outcomesOf(generations),
    prices: priceBook(settings.prices, operations),
    words: createWords(settings),
  };
}

/** Passes the entries of a ledger on to what is made after the ledger, and holds them until then. */
function createEntryRelay() {
  type Listener = (entry: PostedEntry) => void;
  let held: PostedEntry[] = [];
  let listener: Listener = (entry) => void held.push(entry);
  return {
    publish: (entry: PostedEntry): void => listener(entry),
    connect(to: Listener): void {
      listener = to;
      for (const entry of held) to(entry);
      held = [];
    },
  };
}

/** The records of what the sandbox was asked: of this process, or of all replicas. */
interface Records extends Pick<Deps, 'journal' | 'tally' | 'metrics' | 'events'> {
  readonly peers?: ReplicaPeers;
}

function openRecords(
  settings: Settings,
  {
    ledger,
    shared,
    clock,
    names,
    served,
  }: Omit<State, 'epoch'> & Pick<Deps, 'names'> & { readonly served: Deps['servedRoutes'] },
  { generations, operations, prices }: Catalogue,
  onEntries: (listener: (entry: PostedEntry) => void) => void,
): Records {
  const { replicas } = ledger;
  const isShared = replicas !== undefined && settings.journal > 0 && !settings.isJournalLocal;
  const journal = createJournal({
    maxEntries: settings.journal,
    // Requests of several replicas are in the order of their instants.
    ...(isShared && { nextId: numbersBy(replicas.clock.now) }),
  });
  const newTally = (isFrozen: () => boolean) =>
    createTally({
      on: journal.on,
      generations,
      operations,
      prices,
      served,
      labelOf: (keyId) => names.labelOf(keyId),
      about: (secret) => ({
        label: typeof secret === 'string' ? labelOf(secret) : null,
        looksReal: typeof secret === 'string' && ledger.originOf(secret) === undefined && looksReal(secret),
      }),
      isFrozen,
      now: clock.now,
    });
  const local = { journal, tally: newTally(() => clock.frozen) };
  const events = createEvents();
  const all = isShared
    ? shared?.records({ ...local, events, newTally, maxRequests: settings.journal })
    : undefined;
  const tally = all?.tally ?? local.tally;
  const metrics = createMetrics(knownReplies(local.tally.outcomes, operations));
  onEntries(publishEntries({ journal, tally, events, metrics }));
  return {
    journal: all?.journal ?? journal,
    tally,
    metrics,
    events: all?.events ?? events,
    ...(all && { peers: all.peers }),
  };
}

function openFaults(
  deps: Parameters<typeof faultContext>[0],
  shared: State['shared'],
  replyRewriter: ReplyRewriter | undefined,
): Faults {
  const context = faultContext(deps);
  const faults = createFaults(context, shared?.rules);
  return replyRewriter?.ruleFor ? withRuleAfter(faults, context, replyRewriter.ruleFor) : faults;
}

const decisionTrackerOf = (
  { strict, prices }: Settings,
  { generations, operations }: Catalogue,
): Deps['decisions'] =>
  createDecisionTracker(allDecisions, {
    strict,
    prices,
    operations,
    beforeReading: generations.flatMap(({ refusals }) =>
      Object.values<RefusalRow>(refusals).flatMap((row) => (row.beforeReading ? [row.errorCode] : [])),
    ),
  });

/** The world in which time passes from the epoch on, or which moves along with the clock. */
function worldInTime(base: World, { settings, epoch }: Pick<Deps, 'settings' | 'epoch'>): World {
  const calendar: RunCalendar = {
    mode: settings.worldTime,
    epochDay: (now) => Math.floor((now - epoch.at) / dayMs),
  };
  return livingWorld(base, calendar, loadGenerator);
}

/** Contents and accounts that no world stores are made by the generator, which loads once a day other than the epoch is read. */
const loadGenerator: LoadGenerator = async (base) => (await import('../../seed/later.ts')).generatorOf(base);
