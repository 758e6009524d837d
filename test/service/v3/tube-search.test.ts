import { ChannelItem, channelItem } from '../../../src/creators/records/creator-item.ts';
import { testApp } from '../../harness.ts';
import { creatorNames, describeCreatorSearch, recent } from './creator-search-rules.ts';
import { describeSearch } from './search-rules.ts';

const sandbox = await testApp({ size: 100 });

const counts = [
  ...['totalSubscribers', 'totalContents', 'totalViews', 'subscriberGrowthIn30d'],
  ...['contentsIn30Days', 'platformScore', 'lastPublishTime'],
  ...recent('Videos'),
  ...recent('Shorts'),
];

describeSearch(sandbox, {
  operation: 'tube/search',
  ...creatorNames(counts, ['topics']),
  number: 'totalSubscribers',
  string: 'country',
  price: 1,
});

describeCreatorSearch(sandbox, {
  platform: 'tube',
  item: ChannelItem,
  items: [...sandbox.world.accounts('tube')].map(channelItem),
  id: 'channelId',
  followers: 'totalSubscribers',
  blocks: {
    profile: { fields: ['topics', 'subscriberGrowth'], whole: 2 },
    contact: { fields: ['emails'], whole: 15 },
    performance: { fields: ['videoPrice', 'shortsPrice'], whole: 2 },
    audience: { fields: ['audienceAgeBreakdown'], whole: 10 },
    'content-detail': { fields: { recentVideos: 0, recentShorts: 3 }, whole: 3 },
    sponsorship: { fields: { sponsorList: 1 }, whole: 5 },
  },
});
