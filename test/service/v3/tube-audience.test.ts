import { describe, expect, it } from 'vitest';
import { Audience } from '../../../src/creators/records/audience.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'tube/audience', reply: Audience, price: 10 });

describe('/tube/audience', () => {
  it('names the seven age groups of contract 2.8, youngest first', async () => {
    const { audienceAgeBreakdown } = await of('sample.creator');
    expect(audienceAgeBreakdown.map(({ ageRange }) => ageRange)).toEqual([
      '13-17',
      '18-24',
      '25-34',
      '35-44',
      '45-54',
      '55-64',
      '65+',
    ]);
  });

  it('lists at most six countries, largest share first', async () => {
    const { audienceLocations } = await of('sample.creator');
    const shares = audienceLocations.map(({ share }) => share);
    expect(shares).toHaveLength(6);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });

  it('is zeros when it is unknown', async () => {
    expect(await of('unknown.audience')).toMatchObject({
      audienceLocations: [],
      audienceGender: { maleRatio: 0, femaleRatio: 0 },
      audienceAvgAge: 0,
    });
  });
});
