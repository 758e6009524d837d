import { createHash } from 'node:crypto';
import { type LatencyDistribution, latencyAt } from '../../core/latency.ts';
import type { LatencyTable, OperationLatency } from '../../core/latency-table.ts';
import type { OperationId } from '../../core/operations.ts';
import { createRandom } from '../../core/random.ts';

/** The waits of one request, in milliseconds of the sandbox's clock. */
export interface RequestWaits {
  /** To the reply, or to the first event of a stream. */
  readonly firstMs: number;
  /** After each progress event; the last one is the wait for the result. */
  readonly eventsMs: readonly number[];
}

/** How long the replies of a sandbox take. */
export interface Latency {
  /** The waits of the next request of a key. They depend on the seed, the key and how many came before it, alone. */
  next(keyId: string, operation: OperationId): RequestWaits;
  /** Begins the waits of keys again, or of all. */
  forget(keyIds?: readonly string[]): void;
}

/** The number of the progress events of `/nls`. */
export const streamedEvents = 11;

export function createLatency(table: LatencyTable, seed: number): Latency {
  const requests = new Map<string, number>();
  return {
    next(keyId, operation) {
      const number = (requests.get(keyId) ?? 0) + 1;
      requests.set(keyId, number);
      const { first, between, end } = table.get(operation) as OperationLatency;
      const draw = createRandom(seedOf(`${seed} ${keyId} ${number}`));
      const firstMs = latencyAt(first, draw());
      const eventsMs = between
        ? Array.from({ length: streamedEvents }, (_, event) =>
            latencyAt(event === streamedEvents - 1 ? (end as LatencyDistribution) : between, draw()),
          )
        : [];
      return { firstMs, eventsMs };
    },
    forget(keyIds) {
      if (!keyIds) requests.clear();
      else for (const keyId of keyIds) requests.delete(keyId);
    },
  };
}

/** The same seed for the same text. */
const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
