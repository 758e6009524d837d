import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { TubeAccount } from '../world/account.ts';
import { type Timeline, timeline } from '../world/timeline.ts';
import { count, countryCode, object, record, share } from './atoms.ts';
import { audienceOfAccount } from './audience.ts';
import { publishedWithin } from './performance.ts';
import { rank } from './ranking.ts';
import { platformScore } from './search-figures.ts';
import { TubeHistory, tubeHistory } from './tube-history.ts';

const DetailTube = record(
  'DetailTube',
  'Recent uploads, audience and rank of a tube channel, generation 2.',
  {
    videosIn30Days: count('Contents published in the last 30 days.'),
    videosIn90Days: count('Contents published in the last 90 days.'),
    ytDgMainCountry: countryCode('Largest location of the audience.'),
    ytDgMainCountryRatio: share('Part of the audience there.'),
    ytDgGenderMaleRatio: share('Male part of the audience.'),
    ytDgGenderFemaleRatio: share('Female part of the audience.'),
    ytDgAvgAge: count('Average age of the audience, whole years.'),
    ranking: object('Rank among all channels.', {
      score: Type.Integer({ minimum: 0, maximum: 100, description: 'Score by subscribers; 100 is the top.' }),
      subscribers: share('Part of the channels that have fewer subscribers.'),
    }),
  },
);
export type DetailTube = Static<typeof DetailTube>;

/** The reply of `GET /v2/tubeDetail`. */
export const TubeDetail = record('TubeDetail', 'A tube channel, its audience, rank and weekly history.', {
  basicTube: TubeHistory.properties.basicTube,
  detailTube: DetailTube,
  histories: TubeHistory.properties.histories,
});
export type TubeDetail = Static<typeof TubeDetail>;

export function tubeDetail(account: TubeAccount, shiftMs: number): TubeDetail {
  const { basicTube, histories } = tubeHistory(account, shiftMs);
  return { basicTube, detailTube: detailTube(account), histories };
}

export function detailTube(account: TubeAccount, line: Timeline = timeline(account)): DetailTube {
  const { audienceLocations, audienceGender, audienceAvgAge } = audienceOfAccount(account);
  const [main] = audienceLocations;
  return {
    videosIn30Days: publishedWithin(line, 30),
    videosIn90Days: publishedWithin(line, 90),
    ytDgMainCountry: main?.country ?? '',
    ytDgMainCountryRatio: main?.share ?? 0,
    ytDgGenderMaleRatio: audienceGender.maleRatio,
    ytDgGenderFemaleRatio: audienceGender.femaleRatio,
    ytDgAvgAge: audienceAvgAge,
    ranking: {
      score: platformScore(account),
      subscribers: rank(account, 'totalSubscribers').global,
    },
  };
}
