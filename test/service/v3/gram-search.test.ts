import { CreatorItem, creatorItem } from '../../../src/creators/records/creator-item.ts';
import { testApp } from '../../harness.ts';
import { creatorNames, describeCreatorSearch, recent } from './creator-search-rules.ts';
import { describeSearch } from './search-rules.ts';

const sandbox = await testApp({ size: 100 });

const counts = [
  ...['totalFollowers', 'totalContents', 'followerGrowthIn30d'],
  ...['contentsIn30Days', 'platformScore', 'lastPublishTime'],
  ...recent('Reels'),
];

describeSearch(sandbox, {
  operation: 'gram/search',
  ...creatorNames(counts),
  number: 'totalFollowers',
  string: 'country',
  price: 1,
});

describeCreatorSearch(sandbox, {
  platform: 'gram',
  item: CreatorItem,
  items: [...sandbox.world.accounts('gram')].map(creatorItem),
  id: 'uniqueId',
  followers: 'totalFollowers',
  blocks: {
    profile: { fields: ['country', 'relatedCreators'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['reelsPerformanceRecent', 'imagesPerformanceRecent', 'ranking'], whole: 2 },
    audience: { fields: ['audienceAvgAge', 'audienceLocations'], whole: 10 },
    'content-detail': { fields: { recentImages: 2, recentReels: 1000 }, whole: 3 },
    sponsorship: { fields: { sponsorList: 2 }, whole: 5 },
  },
});
