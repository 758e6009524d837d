import type { SharedRows } from '../ledger/shared-rows.ts';

/** The clearings of the journals of all replicas, as a shared row: each replica carries them out before its next call. */
export interface Truncations {
  /** Inside a batch: clears the requests of all keys or of these. */
  truncate(keyIds?: readonly string[]): void;
  onTruncated(listener: (keyIds?: readonly string[]) => void): void;
  /** How many this replica has carried out. */
  readonly applied: number;
  /** Whether a request was cleared since its replica had seen so many. */
  isTruncated(keyId: string | null, seen: number): boolean;
}

interface TruncationsRow {
  count: number;
  /** The latest that cleared everything, and by key. */
  all: number;
  keys: Record<string, number>;
}

const noTruncations: TruncationsRow = { count: 0, all: 0, keys: {} };

/** The number of keys, cleared one by one, that are remembered. */
const maxTruncatedKeys = 1_000;

export function createTruncations(shared: SharedRows, name: string): Truncations {
  const listeners: ((keyIds?: readonly string[]) => void)[] = [];
  const row = (): TruncationsRow => (shared.get(name)?.value as TruncationsRow | undefined) ?? noTruncations;
  // Clears before this replica joined do not concern it.
  let seen = row().count;
  shared.onChange(update);

  return {
    truncate(keyIds) {
      const { count, all, keys } = row();
      const next = count + 1;
      const latest = Object.entries({
        ...keys,
        ...Object.fromEntries((keyIds ?? []).map((id) => [id, next])),
      });
      const value: TruncationsRow = keyIds
        ? {
            count: next,
            all,
            keys: Object.fromEntries(latest.sort((a, b) => b[1] - a[1]).slice(0, maxTruncatedKeys)),
          }
        : { count: next, all: next, keys: {} };
      shared.set({ name, account: null, counter: false, value });
    },
    onTruncated: (listener) => void listeners.push(listener),
    get applied() {
      return seen;
    },
    isTruncated(keyId, before) {
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
