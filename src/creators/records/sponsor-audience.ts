import type { Static } from '@sinclair/typebox';
import { nullable } from '../../core/schema.ts';
import { ageRanges, round4, shares, sum } from '../../core/statistics.ts';
import type { Audience as StoredAudience } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { record } from './atoms.ts';
import { Audience, audienceRecord } from './audience.ts';
import type { Sponsorship } from './sponsored.ts';

const AudienceOrNull = nullable(Audience);

export const SponsorAudience = record(
  'SponsorAudience',
  'The audience of the creators whom a brand sponsors, at most 5 countries; not known on gram yet.',
  {
    tube: AudienceOrNull,
    gram: AudienceOrNull,
  },
);
export type SponsorAudience = Static<typeof SponsorAudience>;

/** The service has no audience of brands on gram yet (observed). */
export const sponsorAudience = (sponsorships: readonly Sponsorship[]): SponsorAudience => ({
  tube: weightedAudience(sponsorships),
  gram: null,
});

/** Audiences are weighted by followers (assumed: sponsor-audience); null if no audience is known. */
function weightedAudience(sponsorships: readonly Sponsorship[]): Audience | null {
  const known: { audience: StoredAudience; weight: number }[] = [];
  for (const { account } of sponsorships)
    if (account.platform === 'tube' && account.audience)
      known.push({ audience: account.audience, weight: Math.max(1, followersOn(account, 0)) });
  if (known.length === 0) return null;
  const all = sum(known.map(({ weight }) => weight));
  const weighted = (of: (audience: StoredAudience) => number): number =>
    sum(known.map(({ audience, weight }) => of(audience) * weight)) / all;

  const countries = new Set(
    known.flatMap(({ audience }) => audience.locations.map(({ country }) => country)),
  );
  const locations = [...countries]
    .map((country) => ({
      country,
      share: round4(
        weighted(({ locations }) => locations.find((one) => one.country === country)?.share ?? 0),
      ),
    }))
    .sort((a, b) => b.share - a.share || (a.country < b.country ? -1 : 1))
    .slice(0, 5);
  return audienceRecord({
    locations,
    maleRatio: round4(weighted(({ maleRatio }) => maleRatio)),
    ages: shares(
      ageRanges.map((_, index) => Math.round(weighted(({ ages }) => ages[index] as number) * 1e9)),
    ),
  });
}
