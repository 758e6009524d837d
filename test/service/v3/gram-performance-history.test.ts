import { expect, it } from 'vitest';
import { GramPerformanceHistory } from '../../../src/creators/records/performance-history.ts';
import { testApp } from '../../harness.ts';
import { describeHistory } from './histories.ts';

const of = describeHistory(await testApp(), 'gram', GramPerformanceHistory);

it('/gram/performance-history sums up pictures and reels apart, pictures without views', async () => {
  const [today] = (await of('few.items', 1)).histories;
  expect(Object.keys(today?.imagesPerformanceRecent ?? {})).toEqual(['likes', 'comments', 'engagement']);
  expect(today?.imagesPerformanceRecent.likes.all).toBe(0);
  expect(today?.reelsPerformanceRecent.views.all).toBe(3000);
});
