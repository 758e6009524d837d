import type { Caller } from '../ledger/ledger.ts';

/** The sliding request windows of all keys. */
export interface RateWindows {
  /** Counts a request unless the key's window is full. Refused requests do not count. */
  admit(caller: Caller, now: number): boolean;
  /** Forgets every window, or those of these keys. @returns how many */
  clear(keyIds?: readonly string[]): number;
  /** By key id: the times of the admitted requests. */
  saved(): Record<string, readonly number[]>;
  restore(saved: Readonly<Record<string, readonly number[]>>): void;
}

export function createRateWindows(): RateWindows {
  const admittedAt = new Map<string, number[]>();

  return {
    admit(caller, now) {
      if (!caller.rate) return true;
      const { count, windowMs } = caller.rate;
      const before = admittedAt.get(caller.id) ?? [];
      // Times from before the clock was moved back mean nothing, so the window restarts.
      const recent = (before.at(-1) ?? now) > now ? [] : before.filter((at) => now - at < windowMs);
      const admitted = recent.length < count;
      if (admitted) recent.push(now);
      admittedAt.set(caller.id, recent);
      return admitted;
    },
    clear(keyIds) {
      if (keyIds) return keyIds.filter((keyId) => admittedAt.delete(keyId)).length;
      const { size } = admittedAt;
      admittedAt.clear();
      return size;
    },
    saved: () => Object.fromEntries([...admittedAt].map(([keyId, at]) => [keyId, [...at]])),
    restore(saved) {
      admittedAt.clear();
      for (const [keyId, at] of Object.entries(saved)) admittedAt.set(keyId, [...at]);
    },
  };
}
