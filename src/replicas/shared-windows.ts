import type { Replicas } from '../ledger/replicas.ts';
import type { RateWindows } from '../service/http/rate-windows.ts';

const windowPrefix = 'window ';

/** The rate windows of all replicas: rows that belong to the account of their key, so its lock guards them. */
export function sharedWindows({ shared, accountOf }: Pick<Replicas, 'shared' | 'accountOf'>): RateWindows {
  const timesOf = (keyId: string) => shared.get(windowPrefix + keyId)?.value as readonly number[] | undefined;

  return {
    admit({ id, rate }, now) {
      if (!rate) return true;
      const before = timesOf(id) ?? [];
      const at = atLeast(before.at(-1), now);
      const inside = at === undefined ? [] : before.filter((each) => at - each < rate.windowMs);
      if (inside.length >= rate.count) return false;
      save(id, [...inside, at ?? now]);
      return true;
    },
    clear(keyIds) {
      const names =
        keyIds?.map((id) => windowPrefix + id) ?? shared.accountRows(windowPrefix).map(({ name }) => name);
      for (const name of names) shared.remove(name);
    },
    saved: () =>
      Object.fromEntries(
        shared
          .accountRows(windowPrefix)
          .map(({ name, value }) => [name.slice(windowPrefix.length), value as number[]]),
      ),
    restore(saved) {
      for (const { name } of shared.accountRows(windowPrefix)) shared.remove(name);
      for (const [id, times] of Object.entries(saved)) save(id, times);
    },
  };

  function save(id: string, value: readonly number[]): void {
    const account = accountOf(id);
    if (account !== undefined) shared.set({ name: windowPrefix + id, account, counter: false, value });
  }
}

/**
 * The clocks of replicas differ by a little, and the order of batches counts. A larger step back means that the clock
 * was moved: then the window begins anew.
 * @returns undefined if it does
 */
function atLeast(latest: number | undefined, now: number): number | undefined {
  if (latest === undefined) return now;
  return latest - now <= maxSkewMs ? Math.max(latest, now) : undefined;
}

const maxSkewMs = 1_000;
