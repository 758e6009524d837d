import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/core/durations.ts';

test.each([
  ['0ms', 0],
  ['250ms', 250],
  ['10s', 10_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['31d', 2_678_400_000],
  ['100000d', 8_640_000_000_000],
])('%s is %d ms', (text, durationMs) => {
  expect(parseDuration(text)).toBe(durationMs);
});

test.each([
  '',
  '10',
  's',
  '1.5s',
  '-1s',
  '+1s',
  '1 s',
  '1S',
  '1w',
  '1e3s',
  '1s1s',
  '100001d',
  `${'9'.repeat(40)}d`,
])('%j is not a duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each([
  [0, '0ms'],
  [250, '250ms'],
  [1_500, '1500ms'],
  [10_000, '10s'],
  [90_000, '90s'],
  [2_592_000_000, '30d'],
])('%d ms is written %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});
