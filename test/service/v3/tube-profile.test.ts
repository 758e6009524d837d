import { describe, expect, it } from 'vitest';
import { TubeProfile } from '../../../src/creators/records/tube-profile.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'tube/profile', reply: TubeProfile, price: 2 });

describe('/tube/profile', () => {
  it('shows every field of a channel, its handle with a leading @', async () => {
    expect(await of('sample.creator')).toMatchObject({
      channelId: 'UCsample-creator00000000',
      uniqueId: '@sample.creator',
      displayName: 'Sample Creator',
      isVerified: true,
      hasSponsors: true,
      hasMemberOnlyContents: true,
      secondLanguage: 'spa',
      totalSubscribers: 231900,
      topics: ['id_homecooking_Food', 'id_food_All'],
    });
  });

  it('finds a handle in any case', async () => {
    for (const handle of ['Mixed-Case_Handle', 'mixed-case_handle', '@MIXED-CASE_HANDLE'])
      expect(await of(handle)).toMatchObject({
        channelId: 'UCMixedCase_Handle-00000',
        uniqueId: '@Mixed-Case_Handle',
      });
  });

  it('has empty text for an unknown second language, and prices of 0 without contents', async () => {
    expect(await of('no.contents')).toMatchObject({
      secondLanguage: '',
      categoryBreakdown: [],
      lastPublishTime: 0,
      videoPrice: { priceLow: 0, priceRaw: 0, priceHigh: 0 },
      shortsPrice: { priceLow: 0, priceRaw: 0, priceHigh: 0 },
    });
  });

  it('knows contents for members', async () => {
    expect(await of('members.and.streams')).toMatchObject({
      hasMemberOnlyContents: true,
      languages: ['deu', 'eng'],
      categoryBreakdown: [
        { category: 'Gaming', share: 0.75 },
        { category: 'Entertainment', share: 0.25 },
      ],
    });
  });

  it('carries any script unchanged', async () => {
    expect((await of('moji.jpn')).displayName).toMatch(/\p{Script=Han}/u);
  });
});
