import { describe, expect, it } from 'vitest';
import { ClipPerformanceHistory } from '../../../src/creators/records/performance-history.ts';
import { testApp } from '../../harness.ts';
import { describeHistory } from './histories.ts';

const of = describeHistory(await testApp(), 'clip', ClipPerformanceHistory);

describe('/clip/performance-history', () => {
  it('begins with the birth of the account', async () => {
    const { histories } = await of('newborn.account', 30);
    expect(histories.map(({ totalContents }) => totalContents)).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1, 0]);
  });

  it('shows lost followers', async () => {
    const followers = (await of('losing.followers', 30)).histories.map((day) => day.totalFollowers);
    const weekly = followers.filter((_, day) => day % 7 === 0);
    expect(weekly).toEqual([...weekly].sort((a, b) => a - b));
    expect(followers[0]).toBeLessThan(followers[29] ?? 0);
  });

  it('sums up nothing without contents', async () => {
    const { histories } = await of('no.contents', 2);
    expect(histories[0]?.videosPerformanceRecent.views.all).toBe(0);
  });
});
