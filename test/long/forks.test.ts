import { expect, it } from 'vitest';
import { repeatForks } from '../runs/random-forks.ts';

it('200 random runs are played again byte for byte, and by the price book with another price', async () => {
  const { unequal, wrong, replies, dearer } = await repeatForks(200);
  expect([unequal, wrong]).toEqual([[], []]);
  expect(replies).toBeGreaterThan(1_500);
  expect(dearer).toBeGreaterThan(60);
});
