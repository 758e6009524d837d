import { expect, test } from 'vitest';
import { latencyAt } from '../../src/core/latency.ts';

test.each([
  [1e-9, -5.997807015],
  [0.001, -3.0902323062],
  [0.07, -1.4757910282],
  [0.08, -1.4050715603],
  [0.25, -0.6744897502],
  [0.4, -0.2533471031],
  [0.75, 0.6744897502],
  [0.9, 1.2815515655],
  [0.99, 2.326347874],
  [0.999999, 4.7534243088],
])(
  'the share %d of all delays is below the one that lies %d standard deviations off',
  (share, deviations) => {
    const distribution = { medianMs: 1e9, p99Ms: 1e10, maxMs: 1e15 };
    const delay = 1e9 * 10 ** (deviations / 2.3263478740408408);
    expect(Math.abs(latencyAt(distribution, share) / delay - 1)).toBeLessThan(1e-6);
  },
);

test('the shortest delay is that of the smallest share that random numbers can have, halved', () => {
  const distribution = { medianMs: 1e9, p99Ms: 1e10, maxMs: 1e15 };
  expect(latencyAt(distribution, 0)).toBe(latencyAt(distribution, 2 ** -33));
});

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
