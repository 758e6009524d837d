import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { inSlices } from '../../../src/core/steps.ts';
import { makeLexicon } from '../../../src/creators/language/lexicon.ts';
import { readDescription } from '../../../src/creators/language/read.ts';
import { queryReader } from '../../../src/service/v3/nls-search.ts';
import { noon, testApp } from '../../harness.ts';

const { deps } = await testApp();
const lexicon = await inSlices(makeLexicon(deps.world));

describe('a description that is read again', () => {
  it.each([
    'food creators in Europe, biggest first',
    'tube channels that published in the last week',
    'gamers active since June',
    'creators who posted before last year',
    'kitchn creatrs with more than 10k followers',
    '',
  ])('has the meaning of its time: %s', (description) => {
    const read = queryReader(lexicon);
    for (const days of [0, 0, 0, 3, 40, 40, 400, 5, 0]) {
      const now = noon + days * dayMs;
      expect(read(description, now)).toEqual(readDescription(description, lexicon, now));
    }
  });

  it('is not read at all where it means the same at any time', () => {
    const read = queryReader(lexicon);
    const [, , third, fourth] = [0, 1, 2, 3].map((days) => read('food creators', noon + days * dayMs));
    expect(fourth).toBe(third);
  });
});
