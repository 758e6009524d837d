import { expect, test } from 'vitest';
import { latencyAt } from '../../src/core/latency.ts';
import { createRandom } from '../../src/core/random.ts';

const draws = 100_000;

test.each([
  { medianMs: 200, p99Ms: 900, maxMs: 5_000 },
  { medianMs: 50, p99Ms: 300, maxMs: 60_000 },
  { medianMs: 1_000, p99Ms: 1_100, maxMs: 1_200 },
  { medianMs: 300, p99Ms: 300, maxMs: 300 },
])('100,000 delays of $medianMs, $p99Ms and $maxMs ms have that median and p99', (distribution) => {
  for (const seed of [1, 2]) {
    const random = createRandom(seed);
    const delays = Array.from({ length: draws }, () => latencyAt(distribution, random())).sort(
      (a, b) => a - b,
    );
    const at = (share: number) => delays[Math.floor(draws * share)] ?? Number.NaN;
    expect(Math.abs(at(0.5) / distribution.medianMs - 1)).toBeLessThan(0.02);
    expect(Math.abs(at(0.99) / distribution.p99Ms - 1)).toBeLessThan(0.02);
    expect(delays.at(-1)).toBeLessThanOrEqual(distribution.maxMs);
    expect(delays[0]).toBeGreaterThanOrEqual(0);
  }
});

test('a longer delay takes the maximum, also at the largest random number', () => {
  const distribution = { medianMs: 100, p99Ms: 1_000, maxMs: 1_500 };
  expect(latencyAt(distribution, 1 - 2 ** -32)).toBe(1_500);
  expect(latencyAt(distribution, 0)).toBeGreaterThanOrEqual(0);
  expect(latencyAt(distribution, 0.5)).toBe(100);
  expect(latencyAt(distribution, 0.99)).toBe(1_000);
});
