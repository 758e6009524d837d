import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Replicas } from '../ledger/replicas.ts';
import type { Tracer } from '../service/http/trace.ts';

const tracePrefix = 'trace ';

/**
 * Trace ids under a frozen clock derive from a count of the key over all replicas. Requests without a key have no row
 * that is theirs, so the count of those is the replica's own and its number goes into the id.
 */
export function sharedTracer(
  clock: Clock,
  seed: number,
  random: () => string,
  replicas: Pick<Replicas, 'shared' | 'accountOf' | 'number'>,
): Tracer {
  const { shared, accountOf } = replicas;
  let keyless = 0;

  function trace(keyId: string, path: string): string {
    if (!clock.frozen) return random();
    const account = accountOf(keyId);
    const known = (shared.get(tracePrefix + keyId)?.value as number | undefined) ?? 0;
    if (account !== undefined)
      shared.set({ name: tracePrefix + keyId, account, counter: false, value: known + 1 });
    const count = account === undefined ? `${replicas.number}-${++keyless}` : known + 1;
    return createHash('sha256').update(`${seed}\n${keyId}\n${count}\n${path}`).digest('hex').slice(0, 32);
  }

  return Object.assign(trace, {
    clear(keyIds?: readonly string[]) {
      for (const name of keyIds?.map((id) => tracePrefix + id) ??
        shared.accountRows(tracePrefix).map((row) => row.name))
        shared.remove(name);
    },
    saved: () =>
      Object.fromEntries(
        shared
          .accountRows(tracePrefix)
          .map(({ name, value }) => [name.slice(tracePrefix.length), value as number]),
      ),
    restore(saved: Readonly<Record<string, number>>) {
      for (const { name } of shared.accountRows(tracePrefix)) shared.remove(name);
      for (const [keyId, value] of Object.entries(saved)) {
        const account = accountOf(keyId);
        if (account !== undefined) shared.set({ name: tracePrefix + keyId, account, counter: false, value });
      }
    },
  });
}
