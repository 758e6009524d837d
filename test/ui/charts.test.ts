import { expect, it } from 'vitest';
import type { PaidTree } from '../../src/core/bill-nodes.ts';
import { niceTicks } from '../../ui/src/axis.ts';
import { groupBill } from '../../ui/src/bill-groups.ts';

it.each([
  [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [7, [0, 2, 4, 6, 8]],
  [25, [0, 5, 10, 15, 20, 25]],
  [100, [0, 20, 40, 60, 80, 100]],
  [101, [0, 50, 100, 150]],
  [999_987, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
  [0.003, [0, 0.001, 0.002, 0.003]],
])('an axis to %d has the labels %j', (largest, labels) => {
  expect(niceTicks(largest)).toEqual(labels);
});

it('has few labels for any value, the last one beyond it', () => {
  for (let value = 0.001; value < 1e12; value *= 1.37) {
    const labels = niceTicks(value);
    expect(labels.length).toBeGreaterThanOrEqual(3);
    expect(labels.length).toBeLessThanOrEqual(7);
    expect(labels.at(-1)).toBeGreaterThanOrEqual(value * 0.999999);
  }
});

const chain = (credits: number, requests: number) => ({
  replies: ['200'],
  chains: requests,
  requests,
  credits,
});
const bill: PaidTree = {
  credits: 6.3,
  calls: 7,
  tests: [
    {
      test: 'one',
      credits: 4.1,
      calls: 4,
      callSites: [
        {
          callSite: null,
          credits: 4.1,
          calls: 4,
          operations: [
            { operation: 'clip/profile', credits: 4, calls: 2, chains: [chain(4, 2)] },
            { operation: null, credits: 0.1, calls: 2, chains: [chain(0.1, 2)] },
          ],
        },
      ],
    },
    {
      test: null,
      credits: 2.2,
      calls: 3,
      callSites: [
        {
          callSite: null,
          credits: 2.2,
          calls: 3,
          operations: [{ operation: 'clip/profile', credits: 2.2, calls: 3, chains: [chain(2.2, 3)] }],
        },
      ],
    },
  ],
};

it('divides a bill by test, line and operation, each credit once, without levels of which nothing is known', () => {
  const tops = (order: 'test' | 'line' | 'operation') =>
    groupBill(bill, order).parts.map(({ name, credits, calls }) => `${name}: ${credits} in ${calls}`);
  expect(tops('test')).toEqual(['one: 4.1 in 4', 'no test named: 2.2 in 3']);
  expect(tops('line')).toEqual(['one: 4.1 in 4', 'no test named: 2.2 in 3']);
  expect(tops('operation')).toEqual(['clip/profile: 6.2 in 5', 'unknown paths: 0.1 in 2']);
  const [dearest] = groupBill(bill, 'operation').parts;
  expect(dearest?.parts.map(({ name }) => name)).toEqual(['one', 'no test named']);
  expect(dearest?.parts[0]?.parts).toEqual([{ name: '2 × 200', credits: 4, calls: 2, parts: [] }]);
});

it('orders parts of equal credits by their calls, and these by their names', () => {
  const operation = (name: string, calls: number) => ({
    operation: name,
    credits: 2,
    calls,
    chains: [chain(2, calls)],
  });
  const callSites = [
    {
      callSite: null,
      credits: 8,
      calls: 6,
      operations: [operation('b', 1), operation('a', 1), operation('c', 3), operation('d', 1)],
    },
  ];
  const tied: PaidTree = { credits: 8, calls: 6, tests: [{ test: null, credits: 8, calls: 6, callSites }] };
  expect(groupBill(tied, 'operation').parts.map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd']);
});
