import { describe, expect, it } from 'vitest';
import { GramProfile } from '../../../src/creators/records/gram-profile.ts';
import { testApp } from '../../harness.ts';
import { describeLookup } from './lookups.ts';

const of = describeLookup(await testApp(), { operation: 'gram/profile', reply: GramProfile, price: 2 });

describe('/gram/profile', () => {
  it('shows every field of a creator', async () => {
    expect(await of('sample.creator')).toMatchObject({
      uniqueId: 'sample.creator',
      displayName: 'Sample Creator',
      category: 'Food blogger',
      country: 'GBR',
      mainLanguage: 'eng',
      secondLanguage: 'spa',
      languages: ['eng', 'spa'],
      isBusinessAccount: true,
      isPrivateAccount: false,
      isVerified: true,
      hasSponsors: true,
      totalFollowers: 128440,
      totalFollowing: 498,
      niches: ['id_food_All', 'id_homecooking_All'],
      relatedCreators: ['sample.friend'],
      otherLinks: [
        { title: 'Recipes', url: 'https://sample-creator.example/recipes' },
        { title: 'Newsletter', url: 'https://sample-creator.example/letters' },
      ],
    });
  });

  it('has the last publish time 0 and no hashtags without contents', async () => {
    expect(await of('no.contents')).toMatchObject({ totalContents: 0, lastPublishTime: 0, hashtags: [] });
  });

  it('knows a private and a business account', async () => {
    expect(await of('private.account')).toMatchObject({ isPrivateAccount: true, isBusinessAccount: false });
    expect(await of('verified.business')).toMatchObject({ isVerified: true, isBusinessAccount: true });
  });

  it('has an empty country and no second language where they are unknown', async () => {
    expect(await of('unknown.country')).toMatchObject({
      country: '',
      mainLanguage: 'und',
      languages: ['und'],
      secondLanguage: null,
    });
  });

  it('takes handles as long as they may be', async () => {
    expect((await of('thirty.characters.is.the.limit')).uniqueId).toHaveLength(30);
    expect((await of('@thirty.characters.is.the.limit')).uniqueId).toHaveLength(30);
  });
});
