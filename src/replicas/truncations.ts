import type { SharedRows } from '../ledger/rows-shared.ts';

/** The clearings of the journals of all replicas, as a shared row: each replica carries them out before its next call. */
export interface Clears {
  /** Inside a batch: clears the requests of all keys or of these. */
  clear(keyIds?: readonly string[]): void;
  onCleared(listener: (keyIds?: readonly string[]) => void): void;
  /** How many this replica has carried out. */
  readonly seen: number;
  /** Whether a request was cleared since its replica had seen so many. */
  isCleared(keyId: string | null, seen: number): boolean;
}

interface ClearsRow {
  count: number;
  /** The latest that cleared everything, and by key. */
  all: number;
  keys: Record<string, number>;
}

const none: ClearsRow = { count: 0, all: 0, keys: {} };

/** The number of keys, cleared one by one, that are remembered. */
const mostKeys = 1_000;

export function createClears(shared: SharedRows, name: string): Clears {
  const listeners: ((keyIds?: readonly string[]) => void)[] = [];
  const row = (): ClearsRow => (shared.get(name)?.value as ClearsRow | undefined) ?? none;
  // Clears before this replica joined do not concern it.
  let seen = row().count;
  shared.onChange(update);

  return {
    clear(keyIds) {
      const { count, all, keys } = row();
      const next = count + 1;
      const latest = Object.entries({
        ...keys,
        ...Object.fromEntries((keyIds ?? []).map((id) => [id, next])),
      });
      const value: ClearsRow = keyIds
        ? {
            count: next,
            all,
            keys: Object.fromEntries(latest.sort((a, b) => b[1] - a[1]).slice(0, mostKeys)),
          }
        : { count: next, all: next, keys: {} };
      shared.set({ name, account: null, counter: false, value });
    },
    onCleared: (listener) => void listeners.push(listener),
    get seen() {
      return seen;
    },
    isCleared(keyId, before) {
      const { all, keys } = row();
      return before < all || (keyId !== null && before < (keys[keyId] ?? 0));
    },
  };

  function update(): void {
    const { count, all, keys } = row();
    const before = seen;
    seen = count;
    if (count === before) return;
    const ids = Object.keys(keys).filter((id) => (keys[id] ?? 0) > before);
    for (const listener of listeners) listener(all > before ? undefined : ids);
  }
}
