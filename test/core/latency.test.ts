import { expect, test } from 'vitest';
import { latencyAt } from '../../src/core/latency.ts';

test('a longer delay takes the maximum, also at the largest random number', () => {
  const distribution = { medianMs: 100, p99Ms: 1_000, maxMs: 1_500 };
  expect(latencyAt(distribution, 1 - 2 ** -32)).toBe(1_500);
  expect(latencyAt(distribution, 0)).toBe(0);
  expect(latencyAt(distribution, 0.5)).toBe(100);
  expect(latencyAt(distribution, 0.99)).toBe(1_000);
});

test('delays whose median and 99th percentile are equal do not vary', () => {
  const distribution = { medianMs: 300, p99Ms: 300, maxMs: 300 };
  expect([0, 0.01, 0.5, 0.9, 0.999].map((share) => latencyAt(distribution, share))).toEqual([
    300, 300, 300, 300, 300,
  ]);
});
