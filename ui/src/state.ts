import { parseDuration } from '../../src/core/durations.ts';
import {
  AdminRefusal,
  type Clock,
  callAdmin,
  type Decision,
  type Fault,
  type Health,
  type Key,
  type Route,
  type RunReport,
} from './api.ts';
import { createStore, useStore } from './store.ts';

export const health = createStore<Health | undefined>(undefined);
export const clock = createStore<Clock | undefined>(undefined);
export const keys = createStore<readonly Key[]>([]);
export const faults = createStore<readonly Fault[]>([]);
/** The report on the requests of the run so far; undefined while nothing is counted. */
export const report = createStore<RunReport | undefined>(undefined);
export const routes = createStore<readonly Route[]>([]);
export const decisions = createStore<ReadonlyMap<string, Decision>>(new Map());

/** Whether events arrive. */
export const connected = createStore(false);
/** Whether the latest connection failed or ended; before the first answer nothing is lost. */
export const lost = createStore(false);
/** Whether the sandbox does not answer, so that nothing can be done. */
export function useIsAway(): boolean {
  const isConnected = useStore(connected);
  const isLost = useStore(lost);
  return isLost && !isConnected;
}
/** Counts changes of the sandbox, so that screens load again. */
export const changes = createStore(0);
/** A sentence about the last action: what it did, or why it failed. */
export const notice = createStore<Notice | undefined>(undefined);

interface Notice {
  text: string;
  failed: boolean;
}

/** Loads what does not change while the sandbox runs. */
export async function loadConstants(): Promise<void> {
  const [{ routes: served }, { decisions: all }] = await Promise.all([
    callAdmin('get', '/__admin/routes'),
    callAdmin('get', '/__admin/decisions'),
  ]);
  routes.set(served);
  decisions.set(new Map(all.map((each) => [each.id, each])));
}

/** How often the state was asked for, and which of these answers is shown. */
let asked = 0;
let shown = 0;

export async function loadState(): Promise<void> {
  const turn = ++asked;
  const [healthNow, clockNow, { faults: rules }, allKeys, reportNow] = await Promise.all([
    callAdmin('get', '/__admin/health'),
    callAdmin('get', '/__admin/clock'),
    callAdmin('get', '/__admin/faults'),
    callAdmin('get', '/__admin/keys', { query: { limit: '1000' } }),
    unlessOff(callAdmin('get', '/__admin/report')),
  ]);
  // A later question was answered before this one: nothing would ask again, and the older state would stay.
  if (turn < shown) return;
  shown = turn;
  health.set(healthNow);
  clock.set(clockNow);
  faults.set(rules);
  keys.set(allKeys.keys);
  report.set(reportNow);
  changes.set(changes.value + 1);
}

async function unlessOff<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    // The journal is off.
    if (error instanceof AdminRefusal && error.status === 409) return undefined;
    throw error;
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Loads the state again, once for many events that arrive together. */
export function stateChanged(): void {
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    loadState().catch(() => {});
  }, 150);
}

/**
 * Runs an action, loads the state again, and says that it is done or why not: by then the screen shows it too.
 * @param work may return what else to say
 */
export async function runAction(done: string, work: () => Promise<unknown>): Promise<boolean> {
  notice.set(undefined);
  try {
    const more = await work();
    await loadState();
    notice.set({ text: typeof more === 'string' ? `${done} ${more}` : done, failed: false });
    return true;
  } catch (error) {
    notice.set({ text: error instanceof Error ? error.message : String(error), failed: true });
    return false;
  }
}

/** Each operation of a generation once, whatever its methods. */
export const operationsOf = (all: readonly Route[], generation: number): Route[] => [
  ...new Map(
    all.filter((each) => each.generation === generation).map((each) => [each.operation, each]),
  ).values(),
];

/** The keys by id, made anew when they change: a list of thousands of requests asks for each of them. */
let keysById: ReadonlyMap<string, Key> = new Map();
let indexed: readonly Key[] = [];

function keyOf(id: string): Key | undefined {
  if (indexed !== keys.value) {
    indexed = keys.value;
    keysById = new Map(indexed.map((key) => [key.id, key]));
  }
  return keysById.get(id);
}

/** The name of a key: its label or its end; an unknown one has only its id. */
export function nameOf(id: string | null): string {
  if (id === null) return 'no key';
  const key = keyOf(id);
  return key?.label ?? key?.key ?? id.slice(0, 8);
}

/** `nameOf` for components, which are drawn again when names change. */
export function useNameOf(): typeof nameOf {
  useStore(keys);
  return nameOf;
}

/** The instant on the clock of a key's account, which may be ahead of the sandbox's or behind it. */
export function accountNow({ clockOffset }: Pick<Key, 'clockOffset'>, now: number): number {
  const ahead = Number(parseDuration(clockOffset.replace('-', '')));
  return now + (clockOffset.startsWith('-') ? -ahead : ahead);
}

/** The instant on the clock of the sandbox. */
export const useNow = (): number => useStore(clock)?.now ?? 0;

/** The base URL of the service: this page may be on a port of its own, with the admin surface. */
export const useServiceUrl = (): string => useStore(health)?.url ?? location.origin;

/** The part of a key that may be shown: a demo key whole, of others the end or the id. */
export const shownKey = (id: string): string => keyOf(id)?.key ?? id;

/** Whether a decision is an assumption that may mislead client code. Nearly every answer relies on harmless ones. */
export const isMisleading = (id: string): boolean => {
  const decision = decisions.value.get(id);
  return decision?.tag === 'assumed' && decision.strict !== null;
};
