import { describe, expect, it } from 'vitest';
import { type ClockSetting, createClock } from '../../src/core/clock.ts';

/** A clock of the machine that the test moves. */
function machine(startAt = 1_000_000) {
  let now = startAt;
  return {
    now: () => now,
    pass: (byMs: number) => {
      now += byMs;
    },
  };
}

describe('the clock', () => {
  it.each<[ClockSetting, number, number]>([
    [{ mode: 'real' }, 1_000_000, 1_000_010],
    [{ mode: 'frozen', at: 5 }, 5, 5],
    [{ mode: 'offset', offset: -7 }, 999_993, 1_000_003],
    [{ mode: 'scaled', scale: 60 }, 1_000_000, 1_000_600],
    [{ mode: 'scaled', scale: 0.5, at: 100 }, 100, 105],
  ])('%j shows %i, and %i after 10 ms', (setting, before, after) => {
    const { now, pass } = machine();
    const clock = createClock(setting, now);

    expect(clock.now()).toBe(before);
    pass(10);
    expect(clock.now()).toBe(after);
  });

  it('advances in every mode, and a real one becomes an offset one', () => {
    const { now, pass } = machine();
    const clock = createClock({ mode: 'real' }, now);
    clock.advance(500);
    expect([clock.now(), clock.setting]).toEqual([1_000_500, { mode: 'offset', offset: 500 }]);
    clock.advance(500);
    expect(clock.setting).toEqual({ mode: 'offset', offset: 1000 });

    clock.set({ mode: 'frozen', at: 10 });
    clock.advance(5);
    expect([clock.now(), clock.frozen]).toEqual([15, true]);

    clock.set({ mode: 'scaled', scale: 2 });
    pass(10);
    expect([clock.now(), clock.scale]).toEqual([35, 2]);
    clock.advance(5);
    pass(10);
    expect(clock.now()).toBe(60);
  });

  it('continues from its present instant when it is set to run faster', () => {
    const { now, pass } = machine();
    const clock = createClock({ mode: 'scaled', scale: 10 }, now);
    pass(10);
    clock.set({ mode: 'scaled', scale: 100 });
    expect(clock.now()).toBe(1_000_100);
    pass(1);
    expect(clock.now()).toBe(1_000_200);
  });
});
