import type { SharedRows } from '../ledger/ledger-rows.ts';

/** How often all journals, or all reports, were truncated, as a shared row: each replica follows before its next call. */
export interface Truncations {
  /** Inside a job that concerns all. */
  truncate(): void;
  onTruncated(listener: () => void): void;
  /** How many this replica has applied. */
  readonly applied: number;
}

/** @param name of the row */
export function createTruncations(shared: SharedRows, name: string): Truncations {
  const listeners: (() => void)[] = [];
  const count = () => (shared.get(name)?.value as number | undefined) ?? 0;
  // Truncations before this replica joined do not concern it.
  let applied = count();

  shared.onChange(() => {
    if (count() === applied) return;
    applied = count();
    for (const listener of listeners) listener();
  });

  return {
    truncate: () => shared.set({ name, account: null, counter: false, value: count() + 1 }),
    onTruncated: (listener) => void listeners.push(listener),
    get applied() {
      return applied;
    },
  };
}
