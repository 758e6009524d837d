import { expect, it } from 'vitest';
import { randomNumbers } from '../bench/random-numbers.ts';
import { openMovingSandbox } from '../service/http/moving-sandbox.ts';

const moves = Number(process.env['MOVES'] ?? 40);

it(`searches find what look-ups show, after each of ${moves} random moves`, async () => {
  const { compareOn, indexes } = await openMovingSandbox();
  const random = randomNumbers(moves);
  for (let move = 0; move < moves; move++) {
    // two years back, five years forward
    await compareOn(random.below(730 + 1826) - 730, random.unit);
    // an idle thread ends, and on a slow machine it may be idle between two days
    const { running, waiting } = indexes.counts();
    expect(running).toBeLessThanOrEqual(1);
    expect(waiting).toBe(0);
  }
});
