import { describe, expect, it } from 'vitest';
import { Audience } from '../../../src/creators/records/audience.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'gram/audience', reply: Audience, price: 10 });

describe('/gram/audience', () => {
  it('has shares that sum to 1, however even', async () => {
    const { audienceAgeBreakdown, audienceAvgAge, audienceGender } = await of('even.audience');

    expect(audienceAgeBreakdown.map(({ share }) => share)).toEqual([
      0.1429, 0.1429, 0.1429, 0.1429, 0.1428, 0.1428, 0.1428,
    ]);
    expect(audienceAvgAge).toBe(41);
    expect(audienceGender).toEqual({ maleRatio: 0.5, femaleRatio: 0.5 });
  });

  it('is zeros when it is unknown', async () => {
    expect(await of('unknown.audience')).toMatchObject({ audienceLocations: [], audienceAvgAge: 0 });
  });
});
