/**
 * The sandbox's clock. Timestamps, renewals, rate windows and recency read its instants. Waits take real time
 * divided by its scale, so a frozen clock never blocks a stream.
 */
export interface Clock {
  now(): number;
  /** The instant stays the same until the clock is moved, so runs repeat byte for byte. */
  readonly frozen: boolean;
  /** Waits are divided by this. */
  readonly scale: number;
  readonly setting: ClockSetting;
  set(setting: ClockSetting): void;
  /** Moves the clock by this many milliseconds. A real clock becomes an offset one. */
  advance(byMs: number): void;
}

export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly at: number }
  | { readonly mode: 'offset'; readonly offset: number }
  /** Runs `scale` times as fast as real time, starting at `at` (default: the present instant). */
  | { readonly mode: 'scaled'; readonly scale: number; readonly at?: number };

/** The years 1 to 9999. The clock never leaves them, so every instant near it is a valid date. */
export const earliestAt = Date.parse('0001-01-01T00:00:00.000Z');
export const latestAt = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether `2026-02-28` is a day of the calendar; `Date` would silently turn `2026-02-31` into March 3. */
function isDay(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const hour = '(?:[01]\\d|2[0-3])';
const instantParts = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)(?:T(${hour}:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?)(?:Z|([+-]${hour}):?([0-5]\\d)?)?)?$`,
);

/**
 * Epoch milliseconds, or ISO 8601 such as `2026-01-01`, `2026-01-01T12:00` and `2026-01-01T12:00:00.5+05:30` → epoch
 * milliseconds; NaN for anything else. Without a zone it is UTC, on every machine.
 */
export function parseInstant(text: string): number {
  if (/^-?\d{1,16}$/.test(text)) return Number(text);
  const [, day = '', time = '00:00', hours, minutes = '00'] = instantParts.exec(text) ?? [];
  if (day === '' || !isDay(day)) return Number.NaN;
  return Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
}

/** `2026-01-01` → the epoch milliseconds of its 00:00 UTC; NaN for anything else. */
export function parseDate(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? parseInstant(text) : Number.NaN;
  return isInYears(at) ? at : Number.NaN;
}

/** The UTC date of an instant, such as `2026-01-01`. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const isInYears = (at: number): boolean => at >= earliestAt && at <= latestAt;

/** @param system the machine's clock; tests pass their own */
export function createClock(initial: ClockSetting, system: () => number = Date.now): Clock {
  let setting = initial;
  /** The instant of the machine at which a scaled clock showed `base`. */
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
