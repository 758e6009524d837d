import { expect, test } from 'vitest';
import { nearest, nearestHint } from '../../src/core/nearest.ts';

test('the nearest name is the one with the fewest changed letters', () => {
  expect(nearest('prot', ['host', 'port', 'pace'])).toBe('port');
  expect(nearestHint('prot', ['host', 'port', 'pace'])).toBe('; the nearest valid one is port');
});

test('no name is near if all differ by more than the given distance, or if there is none', () => {
  expect(nearest('credits', ['rate', 'allow'], 3)).toBeUndefined();
  expect(nearest('credits', [])).toBeUndefined();
  expect(nearestHint('credits', [])).toBe('');
});
