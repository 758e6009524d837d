import { expect, it } from 'vitest';
import { countUp, instantOf, isByClock, machine, numbersBy } from '../../src/core/instants.ts';

const at = Date.UTC(2026, 0, 1);

it('an instant is a whole number of microseconds since 2020', () => {
  expect([instantOf(Date.UTC(2020, 0, 1)), instantOf(at)]).toEqual([0, 189_388_800_000_000]);
  expect(instantOf(at + 0.0014) - instantOf(at)).toBe(1);
  expect(machine(5) - machine(3)).toBeCloseTo(2, 3);
});

it('numbers by the clock are its instants, and rise where it stands still or goes back', () => {
  let now = at;
  const next = numbersBy(() => now);
  const first = next(7);
  expect(first).toBe(instantOf(at));
  expect([next(first), next(first + 1)]).toEqual([first + 1, first + 2]);
  now -= 1_000;
  expect(next(first + 2)).toBe(first + 3);
  now += 2_000;
  expect(next(first + 3)).toBe(instantOf(now));
});

it('a number of the clock is told from a count', () => {
  expect([countUp(0), countUp(41)]).toEqual([1, 42]);
  expect([1, 999_999_999_999, 1e12, instantOf(at)].map(isByClock)).toEqual([false, false, true, true]);
});
