import { ask, type Clock, type Decision, type Fault, type Health, type Key, type Route } from './api.ts';
import { createStore, useStore } from './store.ts';

export const health = createStore<Health | undefined>(undefined);
export const clock = createStore<Clock | undefined>(undefined);
export const keys = createStore<readonly Key[]>([]);
export const faults = createStore<readonly Fault[]>([]);
export const routes = createStore<readonly Route[]>([]);
export const decisions = createStore<ReadonlyMap<string, Decision>>(new Map());

/** The id of the key that every screen shows; empty = all keys. */
export const chosenKey = createStore('');
/** The text of the search; each screen looks for it in what it shows. */
export const search = createStore('');
/** Says whether events arrive. */
export const connected = createStore(false);
/** Counts changes of the sandbox, so that screens ask again. */
export const changes = createStore(0);
/** A sentence about what was just done, or what went wrong. */
export const notice = createStore<{ text: string; failed: boolean } | undefined>(undefined);

/** Loads the facts that do not change while the sandbox runs. */
export async function loadFixed(): Promise<void> {
  const [{ routes: served }, { decisions: all }] = await Promise.all([
    ask('get', '/__admin/routes'),
    ask('get', '/__admin/decisions'),
  ]);
  routes.set(served);
  decisions.set(new Map(all.map((each) => [each.id, each])));
}

export async function loadState(): Promise<void> {
  const [healthNow, clockNow, { faults: rules }, allKeys] = await Promise.all([
    ask('get', '/__admin/health'),
    ask('get', '/__admin/clock'),
    ask('get', '/__admin/faults'),
    ask('get', '/__admin/keys', { query: { limit: '1000' } }),
  ]);
  health.set(healthNow);
  clock.set(clockNow);
  faults.set(rules);
  keys.set(allKeys.keys);
  changes.set(changes.value + 1);
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** Reads the state again, once for many events of one moment. */
export function stateChanged(): void {
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    loadState().catch(() => {});
  }, 150);
}

/** Does something and says how it went; then shows the state after it. */
export async function act(done: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    notice.set({ text: done, failed: false });
    await loadState();
    return true;
  } catch (error) {
    notice.set({ text: error instanceof Error ? error.message : String(error), failed: true });
    return false;
  }
}

const keyOf = (id: string): Key | undefined => keys.value.find((key) => key.id === id);

/** The name of a key: its label or its end; an unknown one has only its id. */
export function nameOf(id: string | null): string {
  if (id === null) return 'no key';
  const key = keyOf(id);
  return key?.label ?? key?.key ?? id.slice(0, 8);
}

/** The same for components: they are drawn again when the names come or change. */
export function useNameOf(): typeof nameOf {
  useStore(keys);
  return nameOf;
}

/** The base URL of the service: this page may be on a port of its own, with the admin surface. */
export const useServiceUrl = (): string => useStore(health)?.url ?? location.origin;

/** The part of a key that may be shown: a demo key whole, of others the end or the id. */
export const shownKey = (id: string): string => keyOf(id)?.key ?? id;

/** Assumptions that may mislead client code; nearly every answer relies on some harmless one. */
export const misleads = (id: string): boolean => {
  const decision = decisions.value.get(id);
  return decision?.tag === 'assumed' && decision.strict !== null;
};
