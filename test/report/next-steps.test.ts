import { expect, it } from 'vitest';
import type { Cells } from '../../src/report/cells.ts';
import { createNextSteps } from '../../src/report/next-steps.ts';

it('retries count by how long they waited, where the clock runs, and as retries where it stands', () => {
  const steps = createNextSteps({ list: [{}, {}, {}] } as unknown as Cells);
  for (const waitMs of [0, 99, 100, 4_999, 5_000, undefined, undefined]) steps.retried(1, waitMs);
  steps.wentOn(1);
  for (let n = 0; n < 2; n++) steps.askedElse(1);
  const next = { retried: 7, waited: 3, gaveUp: 4, wentOn: 1, askedElse: 2 };
  expect(steps.summary(1, 4, false)).toEqual(next);
  expect(steps.summary(1, 4, true)).toEqual({ ...next, waits: { atOnce: 2, soon: 2, later: 1 } });
  const none = { retried: 0, waited: 0, gaveUp: 0, wentOn: 0, askedElse: 0 };
  expect([0, 2].map((cell) => steps.summary(cell, 0, false))).toEqual([none, none]);
  steps.clear();
  expect(steps.summary(1, 0, false)).toEqual(none);
});
