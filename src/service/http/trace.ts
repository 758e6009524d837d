import { Buffer } from 'node:buffer';
import { createHash, randomFillSync } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';

/** Makes trace ids: 32 lowercase hex digits. `keyId` is empty if no key was recognised. */
export interface Tracer {
  (keyId: string, path: string): string;
  /** Resets the counters of all keys or of these. */
  clear(keyIds?: readonly string[]): void;
  /** By key id: the number of trace ids made. */
  saved(): Record<string, number>;
  restore(saved: Readonly<Record<string, number>>): void;
}

/**
 * Under a frozen clock a run must repeat byte for byte, so a trace id derives from the seed, the key, the path and a
 * request counter per key (tests with different keys do not affect each other). Otherwise it is random.
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

/**
 * Makes random ids: 32 lowercase hex digits each. Random bytes are drawn for a thousand ids at a time. Each id is a
 * string of its own: a slice of one long string would keep all of it in memory.
 */
export function createRandomIds(): () => string {
  const block = Buffer.allocUnsafeSlow(16_384);
  let at = block.length;
  return () => {
    if (at === block.length) {
      randomFillSync(block);
      at = 0;
    }
    at += 16;
    return block.toString('hex', at - 16, at);
  };
}
