/**
 * The sandbox's clock gives instants (timestamps, renewals, windows, recency). Waits are real time divided
 * by its scale, so that a frozen clock never hangs a stream.
 */
export interface Clock {
  now(): number;
  /** Frozen: every instant is the same until someone moves it, and runs repeat byte for byte. */
  readonly frozen: boolean;
  /** Waits are divided by this. */
  readonly scale: number;
  readonly setting: ClockSetting;
  set(setting: ClockSetting): void;
  /** Moves it by so many milliseconds. A real clock becomes an offset one. */
  advance(byMs: number): void;
}

export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: number }
  | { readonly mode: 'offset'; readonly offset: number }
  /** Runs `scale` times as fast from `at` on; from the present instant when it is not given. */
  | { readonly mode: 'scaled'; readonly scale: number; readonly at?: number };

/** The years 1 to 9999: no clock of a sandbox leaves them, so that every instant near it is still a date. */
export const earliestAt = Date.parse('0001-01-01T00:00:00.000Z');
export const latestAt = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * `2026-02-31` would silently be another day: a date that a text begins with must be one of the calendar.
 * @returns true for a text that begins with none
 */
export function hasDay(text: string): boolean {
  const date = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (!date) return true;
  const [year = 0, month = 0, day = 0] = date.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `system` is the machine's clock; tests give their own. */
export function createClock(initial: ClockSetting, system: () => number = Date.now): Clock {
  let setting = initial;
  /** The machine's instant at which a scaled clock showed `base`. */
  let startedAt = system();
  let base = startedAt;
  set(initial);

  return {
    now,
    get frozen() {
      return setting.mode === 'frozen';
    },
    get scale() {
      return setting.mode === 'scaled' ? setting.scale : 1;
    },
    get setting() {
      return setting;
    },
    set,
    advance(byMs) {
      if (setting.mode === 'frozen') setting = { mode: 'frozen', at: setting.at + byMs };
      else if (setting.mode === 'scaled') base += byMs;
      else setting = { mode: 'offset', offset: (setting.mode === 'offset' ? setting.offset : 0) + byMs };
    },
  };

  function now(): number {
    return Math.min(latestAt, Math.max(earliestAt, read()));
  }

  function read(): number {
    switch (setting.mode) {
      case 'real':
        return system();
      case 'frozen':
        return setting.at;
      case 'offset':
        return system() + setting.offset;
      case 'scaled':
        return base + Math.floor((system() - startedAt) * setting.scale);
    }
  }

  function set(to: ClockSetting): void {
    if (to.mode === 'scaled') {
      base = to.at ?? now();
      startedAt = system();
    }
    setting = to;
  }
}
