import { expect, it } from 'vitest';
import { createRandom } from '../../src/core/random.ts';

it('random numbers are the same for the same seed, spread evenly, and never 1', () => {
  const first = createRandom(1);
  expect([first(), first(), first()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);

  const random = createRandom(7);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let i = 0; i < 10_000; i++) {
    const tenth = Math.floor(random() * 10);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  expect(counts).toHaveLength(10);
  expect(Math.min(...counts)).toBeGreaterThan(900);
  expect(Math.max(...counts)).toBeLessThan(1100);
});
