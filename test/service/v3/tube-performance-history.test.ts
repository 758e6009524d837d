import { expect, it } from 'vitest';
import { TubePerformanceHistory } from '../../../src/creators/records/performance-history.ts';
import { testApp } from '../../harness.ts';
import { describeHistory } from './histories.ts';

const of = describeHistory(await testApp(), 'tube', TubePerformanceHistory);

it('/tube/performance-history sums up videos and shorts apart', async () => {
  const [today] = (await of('shorts.only', 1)).histories;
  expect(today?.videosPerformanceAll.views.all).toBe(0);
  expect(today?.shortsPerformanceAll.views.all).toBe(9720);
});
