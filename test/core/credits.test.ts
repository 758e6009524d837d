import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCredits, toHundredths, toMillicredits } from '../../src/core/credits.ts';

test.each([
  [0, 0],
  [0.001, 1],
  [0.1, 100],
  [0.3, 300],
  [3.04, 3_040],
  [953_270.5, 953_270_500],
  [1e12, 1e15],
])('%d credits are %d thousandths', (credits, amount) => {
  expect(toMillicredits(credits)).toBe(amount);
  expect(toCredits(amount)).toBe(credits);
});

test.each([-1, -0.001, 0.0001, 1.0005, 0.1 + 0.2, 1e12 + 1, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is no amount of credits',
  (credits) => {
    expect(toMillicredits(credits)).toBeUndefined();
  },
);

test('every amount survives conversion to credits and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e15 }), (amount) => {
      expect(toMillicredits(toCredits(amount))).toBe(amount);
    }),
  );
});

test('the price by tokens is rounded to two decimals, half up', () => {
  expect([4, 5, 14, 15, 1_234, 1_235].map(toHundredths)).toEqual([0, 10, 10, 20, 1_230, 1_240]);
});
