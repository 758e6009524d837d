import { CreatorItem, creatorItem } from '../../../src/creators/records/creator-item.ts';
import { testApp } from '../../harness.ts';
import { creatorNames, describeCreatorSearch, recent } from './creator-search-rules.ts';
import { describeSearch } from './search-rules.ts';

const sandbox = await testApp({ size: 100 });

const counts = [
  ...['totalFollowers', 'totalContents', 'followerGrowthIn30d'],
  ...['contentsIn30Days', 'platformScore', 'lastPublishTime'],
  ...recent('Videos'),
];

describeSearch(sandbox, {
  operation: 'clip/search',
  ...creatorNames(counts),
  number: 'totalFollowers',
  string: 'country',
  price: 1,
});

describeCreatorSearch(sandbox, {
  platform: 'clip',
  item: CreatorItem,
  items: [...sandbox.world.accounts('clip')].map(creatorItem),
  id: 'uniqueId',
  followers: 'totalFollowers',
  blocks: {
    profile: { fields: ['country', 'languages'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['ranking', 'recentVideosGrowth'], whole: 1.5 },
    audience: { fields: ['audienceGender'], whole: 10 },
    'content-detail': { fields: { recentVideos: 7 }, whole: 3 },
  },
});
