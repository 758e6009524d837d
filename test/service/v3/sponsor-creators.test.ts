import { describe, expect, it } from 'vitest';
import { SponsorCreators } from '../../../src/creators/records/sponsor-creators.ts';
import { testApp } from '../../harness.ts';
import { brandId, describeSponsorLookup, describeSponsorPages } from './sponsors.ts';

const sandbox = await testApp();
const of = describeSponsorLookup(sandbox, {
  operation: 'sponsor/creators',
  reply: SponsorCreators,
  price: 15,
  rest: '&platform=tube',
});
const number = (name: string) => (item: Record<string, unknown>) => Number(item[name]);

describeSponsorPages(sandbox, 'sponsor/creators', 'creators', {
  lastSponsoredDate: number('lastSponsoredDate'),
  followers: number('followers'),
  avgRecentSponsoredEngagementRate: number('avgRecentSponsoredEngagementRate'),
  sponsoredCount: number('sponsoredCount'),
});

describe('/sponsor/creators', () => {
  it('lists whom a brand sponsors on a platform, with what it sponsored', async () => {
    const { creators } = await of(brandId);
    expect(creators.map(({ creatorId, sponsoredCount }) => [creatorId, sponsoredCount])).toEqual([
      ['UCsample-creator00000000', expect.any(Number)],
      ['UCseveral-brands00000000', 1],
    ]);
    for (const { sponsoredContent, sponsoredCount } of creators)
      expect(sponsoredContent).toHaveLength(sponsoredCount);
    const onGram = await of(brandId, '&platform=gram');
    expect(onGram.creators.map(({ creatorId }) => creatorId)).toContain('several.brands');
  });

  it('agrees with the profile of each creator', async () => {
    const { creators } = await of(brandId);
    for (const { creatorId, followers, displayName } of creators) {
      const { body } = await sandbox.get(`/tube/profile?channelId=${creatorId}`, 'demo-unlimited');
      expect(body['data']).toMatchObject({ totalSubscribers: followers, displayName });
    }
  });

  it('is empty for a brand that sponsors no creator', async () => {
    expect(await of('never-sponsored.example')).toEqual({
      creators: [],
      totalResults: 0,
      offset: 0,
      pageSize: 50,
    });
  });
});
