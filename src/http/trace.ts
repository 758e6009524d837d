import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';

/** Names one request: 32 lowercase hex digits. `keyId` is empty when no key was recognised. */
export interface Tracer {
  (keyId: string, path: string): string;
  /** Counts anew, for every key or for these. */
  clear(keyIds?: readonly string[]): void;
  /** By key id, how many requests were named. */
  saved(): Record<string, number>;
  restore(saved: Readonly<Record<string, number>>): void;
}

/**
 * Under a frozen clock a run repeats byte for byte, so the trace id is derived from the seed, the key, that
 * key's own request counter (two tests with two keys do not disturb each other) and the path. Otherwise it
 * is random.
 */
export function createTracer(clock: Clock, seed: number, random: () => string): Tracer {
  const requests = new Map<string, number>();

  function trace(keyId: string, path: string): string {
    if (!clock.frozen) return random();
    const count = (requests.get(keyId) ?? 0) + 1;
    requests.set(keyId, count);
    return createHash('sha256').update(`${seed}\n${keyId}\n${count}\n${path}`).digest('hex').slice(0, 32);
  }

  return Object.assign(trace, {
    clear(keyIds?: readonly string[]) {
      if (keyIds) for (const keyId of keyIds) requests.delete(keyId);
      else requests.clear();
    },
    saved: () => Object.fromEntries(requests),
    restore(saved: Readonly<Record<string, number>>) {
      requests.clear();
      for (const [keyId, count] of Object.entries(saved)) requests.set(keyId, count);
    },
  });
}
