import { describe, expect, it } from 'vitest';
import { ageRanges } from '../../../src/core/statistics.ts';
import { Audience } from '../../../src/creators/records/audience.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'clip/audience', reply: Audience, price: 10 });

describe('/clip/audience', () => {
  it('shows where the audience lives, its genders and its ages', async () => {
    expect(await of('sample.creator')).toEqual({
      audienceLocations: [
        { country: 'USA', share: 0.4213 },
        { country: 'GBR', share: 0.1187 },
        { country: 'CAN', share: 0.0734 },
        { country: 'AUS', share: 0.0522 },
        { country: 'DEU', share: 0.0311 },
        { country: 'IND', share: 0.0208 },
      ],
      audienceGender: { maleRatio: 0.412, femaleRatio: 0.588 },
      audienceAvgAge: 31,
      audienceAgeBreakdown: [0.052, 0.314, 0.331, 0.168, 0.081, 0.036, 0.018].map((share, index) => ({
        ageRange: ageRanges[index],
        share,
      })),
    });
  });

  it('is zeros when it is unknown', async () => {
    expect(await of('unknown.audience')).toEqual({
      audienceLocations: [],
      audienceGender: { maleRatio: 0, femaleRatio: 0 },
      audienceAvgAge: 0,
      audienceAgeBreakdown: ageRanges.map((ageRange) => ({ ageRange, share: 0 })),
    });
  });
});
