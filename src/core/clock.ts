/**
 * The sandbox's clock gives instants (timestamps, renewals, windows, recency). Waits are real time divided
 * by its scale, so that a frozen clock never hangs a stream.
 */
export interface Clock {
  now(): number;
  readonly frozen: boolean;
  /** Waits are divided by this. */
  readonly scale: number;
}

export type ClockMode =
  | { mode: 'real' }
  | { mode: 'frozen'; at: number }
  | { mode: 'offset'; offset: number }
  | { mode: 'scaled'; scale: number };

/** `system` is the machine's clock; tests give their own. */
export function createClock(setting: ClockMode, system: () => number = Date.now): Clock {
  switch (setting.mode) {
    case 'real':
      return { now: system, frozen: false, scale: 1 };
    case 'frozen':
      return { now: () => setting.at, frozen: true, scale: 1 };
    case 'offset':
      return { now: () => system() + setting.offset, frozen: false, scale: 1 };
    case 'scaled': {
      const startedAt = system();
      return {
        now: () => startedAt + Math.floor((system() - startedAt) * setting.scale),
        frozen: false,
        scale: setting.scale,
      };
    }
  }
}
