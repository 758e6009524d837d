import { inTransaction } from '../../ledger/job.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Caller, limitProblem } from './request-access.ts';

/** Counts the event streams and waits of each token, over all replicas. */
export interface Watchers {
  /** @returns how to leave @throws Problem 409 if the token has as many as it may */
  enter(caller: Caller): Promise<() => void>;
}

const watcherPrefix = 'watchers ';

/** The watchers of a token by the number of the replica. */
type WatcherRow = Readonly<Record<string, number>>;

export function createWatchers(ledger: Ledger): Watchers {
  const { replicas, shared } = ledger;
  const local = new Map<string, number>();

  return {
    async enter(caller) {
      const { name, maxWatchers } = caller;
      if (maxWatchers === undefined) return () => {};
      const add = (change: number) => {
        const after = (local.get(name) ?? 0) + change;
        if (after > 0) local.set(name, after);
        else local.delete(name);
      };
      const assertRoom = (count: number) => {
        if (count >= maxWatchers)
          throw limitProblem(caller, 'maxWatchers', maxWatchers, 'event streams and waits');
      };
      if (!replicas) {
        assertRoom(local.get(name) ?? 0);
        add(1);
        return once(() => add(-1));
      }
      await inTransaction(ledger, undefined, () => {
        assertRoom(sumOf(name));
        add(1);
        write(name);
      });
      return once(() => {
        add(-1);
        inTransaction(ledger, undefined, () => write(name)).catch(() => {});
      });
    },
  };

  /** Those of replicas that left are gone with them. */
  function sumOf(name: string): number {
    const row = (shared.get(watcherPrefix + name)?.value ?? {}) as WatcherRow;
    return Object.entries(row)
      .filter(([number]) => Number(number) !== replicas?.number && !replicas?.hasLeft(Number(number)))
      .reduce((sum, [, count]) => sum + count, local.get(name) ?? 0);
  }

  function write(name: string): void {
    const row = (shared.get(watcherPrefix + name)?.value ?? {}) as WatcherRow;
    const others = Object.entries(row).filter(
      ([number]) => Number(number) !== replicas?.number && !replicas?.hasLeft(Number(number)),
    );
    const count = local.get(name) ?? 0;
    const value = Object.fromEntries([...others, ...(count > 0 ? [[String(replicas?.number), count]] : [])]);
    shared.set({ name: watcherPrefix + name, account: null, counter: false, value });
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
