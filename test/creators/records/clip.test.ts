import { expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { clipHistory } from '../../../src/creators/records/clip-history.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { clipAccount } from '../../seed/hand-written.ts';

test('the history of a young account begins with its creation, and every growth over 30 days is 0', () => {
  const createdAt = epochAt - 20 * dayMs;
  const young = clipAccount({ createdAt, contents: clipAccount().contents.slice(0, 9), older: [] });
  const { basicClip, histories } = clipHistory(young, 0);
  expect(histories.map(({ timestamp }) => timestamp)).toEqual([0, 7, 14].map((day) => epochAt - day * dayMs));
  const none = { gRateFollowers: 0, gRateHearts: 0, gRateAvgPlays: 0, gRateEngageRate: 0 };
  expect(basicClip).toMatchObject(none);
});
