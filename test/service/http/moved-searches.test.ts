import { expect, it } from 'vitest';
import { randomNumbers } from '../../bench/random-numbers.ts';
import { openMovingSandbox } from './moving-sandbox.ts';

it('searches find what look-ups show, on whichever day', async () => {
  const { compareOn, indexes } = await openMovingSandbox();
  const random = randomNumbers(34).unit;
  let compared = 0;
  for (const day of [-40, 90]) compared += await compareOn(day, random);
  expect(compared).toBeGreaterThan(200);
  // the three indexes of a platform are made at once, on each of three platforms and two days
  expect(indexes.counts()).toMatchObject({ days: 2, begun: 6 });
});
