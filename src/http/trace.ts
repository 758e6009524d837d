import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';

/** Names one request: 32 lowercase hex digits. `keyId` is empty when no key was recognised. */
export type Tracer = (keyId: string, path: string) => string;

/**
 * Under a frozen clock a run repeats byte for byte, so the trace id is derived from the seed, the key, that
 * key's own request counter (two tests with two keys do not disturb each other) and the path. Otherwise it
 * is random.
 */
export function createTracer(clock: Clock, seed: number, random: () => string): Tracer {
  const requests = new Map<string, number>();

  return (keyId, path) => {
    if (!clock.frozen) return random();
    const count = (requests.get(keyId) ?? 0) + 1;
    requests.set(keyId, count);
    return createHash('sha256').update(`${seed}\n${keyId}\n${count}\n${path}`).digest('hex').slice(0, 32);
  };
}
