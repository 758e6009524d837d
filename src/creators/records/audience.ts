import { type Static, Type } from '@sinclair/typebox';
import { choice } from '../../core/schema.ts';
import { ageRanges, averageAge, round4 } from '../../core/statistics.ts';
import type { Audience as StoredAudience } from '../world/account.ts';
import { count, countryCode, object, record, share } from './atoms.ts';

export const Audience = record('Audience', 'The audience (contract 2.8). An unknown audience is all zeros.', {
  audienceLocations: Type.Array(
    object('A part of the audience.', {
      country: countryCode('The country of this part.'),
      share: share('Part of the whole audience.'),
    }),
    { description: 'At most 6 countries, largest share first.', maxItems: 6 },
  ),
  audienceGender: object('The parts sum to 1.', {
    maleRatio: share('Male part.'),
    femaleRatio: share('Female part.'),
  }),
  audienceAvgAge: count('Average age, whole years.'),
  audienceAgeBreakdown: Type.Array(
    object('An age group.', {
      ageRange: choice(ageRanges, 'The group, in years.'),
      share: share('Part of the whole audience.'),
    }),
    {
      description: 'The seven age groups, youngest first; their shares sum to 1.',
      minItems: 7,
      maxItems: 7,
    },
  ),
});
export type Audience = Static<typeof Audience>;

export const audienceOfAccount = (account: { audience: StoredAudience | null }): Audience =>
  audienceRecord(account.audience);

export const audienceRecord = (stored: StoredAudience | null): Audience => ({
  audienceLocations: stored?.locations ?? [],
  audienceGender: { maleRatio: stored?.maleRatio ?? 0, femaleRatio: stored ? femaleRatio(stored) : 0 },
  audienceAvgAge: averageAge(stored?.ages ?? []),
  audienceAgeBreakdown: ageRanges.map((ageRange, index) => ({ ageRange, share: stored?.ages[index] ?? 0 })),
});

/** The rest of the male share. */
export const femaleRatio = (stored: StoredAudience): number => round4(1 - stored.maleRatio);
