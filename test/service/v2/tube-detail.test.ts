import { describe, expect, it } from 'vitest';
import type { Audience } from '../../../src/creators/records/audience.ts';
import { TubeDetail } from '../../../src/creators/records/tube-detail.ts';
import type { TubeHistory } from '../../../src/creators/records/tube-history.ts';
import type { TubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { testApp } from '../../harness.ts';
import { describeWeeks } from './histories.ts';
import { describeLookup } from './lookups.ts';

const sandbox = await testApp();
const of = describeLookup(sandbox, { name: 'tubeDetail', platform: 'tube', reply: TubeDetail, price: 5 });
describeWeeks('/v2/tubeDetail', of, 'basicTube', 'UCsample-creator00000000');

const read = async <Data>(url: string) => {
  const get = url.startsWith('/v2') ? sandbox.getV2 : sandbox.get;
  return (await get(url, 'demo-unlimited')).body['data'] as Data;
};

describe('/v2/tubeDetail', () => {
  it('agrees with the history of generation 2 and the audience and performance of generation 3', async () => {
    let known = 0;
    for (const { channelId } of sandbox.world.accounts('tube')) {
      const { detailTube, ...rest } = await of(channelId);
      const { audienceLocations, audienceGender, audienceAvgAge } = await read<Audience>(
        `/tube/audience?channelId=${channelId}`,
      );
      const { contentCountByDays, ranking } = await read<TubePerformance>(
        `/tube/performance?channelId=${channelId}`,
      );
      const { totalSubscribers } = ranking;
      expect(rest).toEqual(await read<TubeHistory>(`/v2/tubeHistory?tubeId=${channelId}`));
      expect(detailTube).toEqual({
        videosIn30Days: contentCountByDays['30d'],
        videosIn90Days: contentCountByDays['90d'],
        ytDgMainCountry: audienceLocations[0]?.country ?? '',
        ytDgMainCountryRatio: audienceLocations[0]?.share ?? 0,
        ytDgGenderMaleRatio: audienceGender.maleRatio,
        ytDgGenderFemaleRatio: audienceGender.femaleRatio,
        ytDgAvgAge: audienceAvgAge,
        ranking: {
          score: Math.floor(totalSubscribers.global * 100 + 0.5),
          subscribers: totalSubscribers.global,
        },
      });
      if (detailTube.ytDgAvgAge > 0) known += 1;
    }
    expect(known).toBeGreaterThan(20);
  });
});
