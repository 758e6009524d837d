import { expect, it } from 'vitest';
import { repeatForks } from './random-forks.ts';

it('20 random runs are played again byte for byte, and by the price book with another price', async () => {
  const { unequal, wrong, replies, dearer } = await repeatForks(20);
  expect([unequal, wrong]).toEqual([[], []]);
  expect(replies).toBeGreaterThan(150);
  expect(dearer).toBeGreaterThan(5);
});
