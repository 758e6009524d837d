import { expect, it } from 'vitest';
import { randomNumbers } from '../bench/random-numbers.ts';
import { openMovingSandbox } from '../service/http/moving-sandbox.ts';

it('searches find what look-ups show, after each of 40 random moves', async () => {
  const { compareOn, indexes } = await openMovingSandbox();
  const random = randomNumbers(40);
  for (let move = 0; move < 40; move++) {
    // two years back, five years forward
    await compareOn(random.below(730 + 1826) - 730, random.unit);
    expect(indexes.counts()).toMatchObject({ started: 1, running: 1, waiting: 0 });
  }
});
