import type { SharedRows } from '../ledger/ledger-rows.ts';

/** The truncations of all journals, or of all reports, as a shared row: each replica applies them before its next call. */
export interface Truncations {
  /** Inside a batch: truncates what belongs to all keys or to these. */
  truncate(keyIds?: readonly string[]): void;
  onTruncated(listener: (keyIds?: readonly string[]) => void): void;
  /** How many this replica has applied. */
  readonly applied: number;
  /** Whether what a replica wrote about a key after so many truncations was truncated since. */
  isTruncated(keyId: string | null, applied: number): boolean;
}

interface TruncationsRow {
  count: number;
  /** The number of the latest one of all keys, and of the latest by key. */
  all: number;
  keys: Record<string, number>;
}

const noTruncations: TruncationsRow = { count: 0, all: 0, keys: {} };

/** The row names so many keys that were truncated one by one. */
const maxTruncatedKeys = 1_000;

/** @param name of the row */
export function createTruncations(shared: SharedRows, name: string): Truncations {
  const listeners: ((keyIds?: readonly string[]) => void)[] = [];
  const row = (): TruncationsRow => (shared.get(name)?.value as TruncationsRow | undefined) ?? noTruncations;
  // Truncations before this replica joined do not concern it.
  let applied = row().count;

  shared.onChange(() => {
    const { count, all, keys } = row();
    const before = applied;
    applied = count;
    if (count === before) return;
    const latest = Object.entries(keys).filter(([, number]) => number > before);
    for (const listener of listeners) listener(all > before ? undefined : latest.map(([id]) => id));
  });

  return {
    truncate(keyIds) {
      shared.set({ name, account: null, counter: false, value: truncated(row(), keyIds) });
    },
    onTruncated: (listener) => void listeners.push(listener),
    get applied() {
      return applied;
    },
    isTruncated(keyId, before) {
      const { all, keys } = row();
      return before < all || (keyId !== null && before < (keys[keyId] ?? 0));
    },
  };
}

function truncated({ count, all, keys }: TruncationsRow, keyIds?: readonly string[]): TruncationsRow {
  const next = count + 1;
  if (!keyIds) return { count: next, all: next, keys: {} };
  const latest = Object.entries({ ...keys, ...Object.fromEntries(keyIds.map((id) => [id, next])) });
  latest.sort(([, a], [, b]) => b - a);
  return { count: next, all, keys: Object.fromEntries(latest.slice(0, maxTruncatedKeys)) };
}
