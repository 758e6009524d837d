import { isDeepStrictEqual } from 'node:util';
import { type Clock, type ClockSetting, createClock } from '../core/clock.ts';
import type { SharedRow } from '../ledger/ledger-rows.ts';
import type { Replicas } from '../ledger/replicas.ts';

interface SavedClock {
  setting: ClockSetting;
  /** The instant at which it was set, on the clock of the database, and what it showed then. */
  setAt: number;
  showed: number;
}

const name = 'clock';

/** Why a clock does not count: the ledger has another. undefined if it has this one. */
export function clockNote({ setting }: Pick<Clock, 'setting'>, given: ClockSetting): string | undefined {
  // A clock that runs faster shows another instant by now.
  const comparable = (one: ClockSetting) => (one.mode === 'scaled' ? one.scale : one);
  if (isDeepStrictEqual(comparable(setting), comparable(given))) return undefined;
  const { mode } = setting;
  const shown = mode === 'frozen' ? `frozen at ${new Date(setting.at).toISOString()}` : mode;
  return `The ledger keeps the clock that it has (${shown}): the setting 'clock' counts for a new ledger only. PUT /__admin/clock sets it.`;
}

/**
 * One clock over all replicas: its base is the database's clock, its setting a shared row. A batch brings a new setting
 * along, so that the next request of every replica sees it. It is set inside a batch that concerns everything.
 */
export function sharedClock(
  initial: ClockSetting,
  { shared, clock: database }: Pick<Replicas, 'shared' | 'clock'>,
): Clock & { begin(): void } {
  const base = () => Math.floor(database.now());
  const clock = createClock(initial, base);
  let seen: SharedRow | undefined;

  return {
    now: () => current().now(),
    get frozen() {
      return current().frozen;
    },
    get scale() {
      return current().scale;
    },
    get setting() {
      return current().setting;
    },
    set(setting) {
      current().set(setting);
      save();
    },
    advance(byMs) {
      current().advance(byMs);
      save();
    },
    begin() {
      if (!shared.get(name)) save();
    },
  };

  function current(): Clock {
    const row = shared.get(name) ?? seen;
    if (row === seen) return clock;
    seen = row;
    const { setting, setAt, showed } = (row as SharedRow).value as SavedClock;
    clock.set(
      setting.mode === 'scaled'
        ? { ...setting, at: showed + Math.floor((base() - setAt) * setting.scale) }
        : setting,
    );
    return clock;
  }

  function save(): void {
    const value: SavedClock = { setting: clock.setting, setAt: base(), showed: clock.now() };
    seen = { name, account: null, counter: false, value };
    shared.set(seen);
  }
}
