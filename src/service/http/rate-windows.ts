import type { Caller } from '../../ledger/ledger.ts';

/** The sliding request windows of all keys. */
export interface RateWindows {
  /** Counts a request unless the key's window is full. Refused requests do not count. */
  admit(caller: Pick<Caller, 'id' | 'rate'>, now: number): boolean;
  /** Forgets every window, or those of these keys. */
  clear(keyIds?: readonly string[]): void;
  /** By key id: the times of the admitted requests. */
  saved(): Record<string, readonly number[]>;
  restore(saved: Readonly<Record<string, readonly number[]>>): void;
}

/** A queue: the times before `first` have left it. */
interface Window {
  /** When the admitted requests arrived, oldest first. */
  times: number[];
  first: number;
}

export function createRateWindows(): RateWindows {
  const windows = new Map<string, Window>();

  return {
    admit({ id, rate }, now) {
      if (!rate) return true;
      const window = windows.get(id) ?? { times: [], first: 0 };
      if (window.times.length === 0) windows.set(id, window);
      moveTo(window, now, rate.windowMs);
      const admitted = window.times.length - window.first < rate.count;
      if (admitted) window.times.push(now);
      return admitted;
    },
    clear(keyIds) {
      if (keyIds) for (const keyId of keyIds) windows.delete(keyId);
      else windows.clear();
    },
    saved: () => Object.fromEntries([...windows].map(([id, { times, first }]) => [id, times.slice(first)])),
    restore(saved) {
      windows.clear();
      for (const [keyId, times] of Object.entries(saved)) windows.set(keyId, { times: [...times], first: 0 });
    },
  };
}

/** Each time enters and leaves once, so a request costs the same in windows of any size. */
function moveTo(window: Window, now: number, windowMs: number): void {
  const { times } = window;
  const latest = times.at(-1);
  // Times from before the clock was moved back mean nothing, so the window restarts.
  if (latest !== undefined && latest > now) window.first = times.length;
  let oldest = times[window.first];
  while (oldest !== undefined && now - oldest >= windowMs) {
    window.first += 1;
    oldest = times[window.first];
  }
  // Half of the times or more have left: copying the rest costs at most as much as they did.
  if (window.first > 0 && window.first * 2 >= times.length) {
    window.times = times.slice(window.first);
    window.first = 0;
  }
}
