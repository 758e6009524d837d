import {
  decisionTable,
  filtersBy,
  onEveryPlatform,
  returnsParts,
  sortsBy,
} from '../../core/decisions/decision.ts';
import type { OperationId } from '../../core/operations.ts';

const performanceOperations = onEveryPlatform('{platform}/performance', '{platform}/performance-history');
const historyOperations = [
  ...onEveryPlatform('{platform}/performance-history'),
  ...onEveryPlatform('v2/{platform}History', 'v2/{platform}Detail'),
];
const basicOperations = onEveryPlatform('v2/{platform}Basic', 'v2/{platform}History', 'v2/{platform}Detail');
const gramBasicOperations: readonly OperationId[] = ['v2/gramBasic', 'v2/gramHistory'];
const clipBasicOperations: readonly OperationId[] = ['v2/clipBasic', 'v2/clipHistory'];
const tubeBasicOperations: readonly OperationId[] = ['v2/tubeBasic', 'v2/tubeHistory', 'v2/tubeDetail'];
const sponsorOperations: readonly OperationId[] = [
  'sponsor/creators',
  'sponsor/performance',
  'sponsor/audience',
  'sponsor/summary',
];

/** Fields of records that are computed from contents, or growths of these. */
const computedFigures = /Performance(Recent|All)$|Growth$|^sponsorList$/;

/** The world and the figures of its records. */
export const worldDecisions = decisionTable({
  'world-epoch': {
    what: 'the world is made for one fixed day, which is the epoch of the run; from then on time passes, or, in a still world, its times move with the clock by whole days',
    tag: 'assumed',
    at: 'creators/world/world.ts openWorld',
    setting: 'worldTime',
    reliedOnBy: 'general',
  },
  'one-truth': {
    what: 'followers, contents, names and links of a creator agree across every operation and both generations',
    tag: 'observed',
    at: 'creators/world/account.ts epochAt',
    reliedOnBy: 'general',
  },
  'lower-case-handles': {
    what: 'the world’s own handles are lower case, because known clients send handles in lower case',
    tag: 'assumed',
    at: 'creators/world/account.ts ClipHandle',
    setting: 'fixtures',
    reliedOnBy: 'general',
  },
  codes: {
    what: 'countries are ISO 3166-1 alpha-3, languages ISO 639-3 with `zht` and `zhs` for Chinese, instants 13-digit milliseconds',
    tag: 'observed',
    at: 'creators/world/account.ts Language',
    reliedOnBy: 'general',
  },
  'content-growth': {
    what: 'a content’s numbers grow with its age as age / (age + 2 days)',
    tag: 'assumed',
    at: 'creators/world/timeline.ts shareReached',
    reliedOnBy: { on: historyOperations },
  },
  'older-contents': {
    what: 'contents before the listed ones are computed, not stored',
    tag: 'assumed',
    at: 'creators/world/timeline.ts earlierContents',
    reliedOnBy: { on: historyOperations },
  },
  'listing-window': {
    what: 'any day of a history lists as many contents as today does; blocks cover these',
    tag: 'assumed',
    at: 'creators/world/timeline.ts listedOn',
    reliedOnBy: { on: historyOperations },
  },
  'history-days': {
    what: 'a performance history skips no day, though the published one may; it has no days before the account existed',
    tag: 'assumed',
    at: 'creators/records/performance-history.ts daysOf',
    reliedOnBy: { on: onEveryPlatform('{platform}/performance-history') },
  },
  'daily-followers': {
    what: 'between two stored weeks followers change unevenly: some days gain more, some less, some lose; the weekly numbers are exact',
    tag: 'assumed',
    at: 'creators/world/followers.ts followerLine',
    reliedOnBy: { on: onEveryPlatform('{platform}/performance-history') },
  },
  'following-history': {
    what: 'the number of accounts followed rises linearly from the creation of the account to the epoch, then slowly towards one and a half times as many, of at most 7,500',
    tag: 'assumed',
    at: 'creators/world/followers.ts followingBy',
    reliedOnBy: { on: historyOperations.filter((id) => !/tube/i.test(id)) },
  },
  'recent-20': {
    what: '`…Recent` blocks cover the latest 20 contents (observed on tube)',
    tag: 'assumed',
    at: 'creators/records/windows.ts recentItems',
    reliedOnBy: { on: performanceOperations, when: returnsParts(/Recent$|^recent/) },
  },
  'tube-all': {
    what: '`…PerformanceAll` covers all listed contents',
    tag: 'assumed',
    at: 'creators/records/recent-blocks.ts tubeAllOn',
    reliedOnBy: { on: ['tube/performance', 'tube/performance-history'], when: returnsParts(/All$/) },
  },
  settling: {
    what: 'contents of the last 4 days do not count in the averages of performance, its history and searches; they do in content detail, sponsorship and content search',
    tag: 'observed',
    at: 'creators/records/windows.ts settlingMs',
    reliedOnBy: { on: [...performanceOperations, ...onEveryPlatform('{platform}/search')] },
  },
  'counts-whole': {
    what: '`contentCountByDays`, `contentsIn30Days`, `videosIn30Days` and `videosIn90Days` count every content of their window, the last 4 days included',
    tag: 'assumed',
    at: 'creators/records/performance.ts publishedWithin',
    reliedOnBy: [
      { on: onEveryPlatform('{platform}/performance'), when: returnsParts(/^contentCountByDays$/) },
      { on: onEveryPlatform('{platform}/search'), when: filtersBy(['contentsIn30Days']) },
      { on: onEveryPlatform('{platform}/search'), when: sortsBy(/^contentsIn30Days$/) },
    ],
  },
  'young-growth': {
    what: 'growth over a span longer than the account’s life is 0',
    tag: 'assumed',
    at: 'creators/world/timeline.ts followerGrowth',
    reliedOnBy: 'general',
  },
  'item-rates': {
    what: '`engagementRate` of an item: (likes + comments) / views on tube and gram, with shares on clip, over followers for images',
    tag: 'observed',
    at: 'core/statistics.ts engagementByViews',
    reliedOnBy: {
      on: onEveryPlatform('{platform}/content-detail', '{platform}/content-search', '{platform}/sponsorship'),
    },
  },
  'block-rates': {
    what: '`avgEngagementRate` is the mean of the items’ rates; averages and medians are whole, the median of two is their mean, figures per follower have 4 decimals; an empty block is all zeros with two nulls',
    tag: 'observed',
    at: 'creators/records/performance-block.ts engagement',
    reliedOnBy: {
      on: [...performanceOperations, ...onEveryPlatform('{platform}/sponsorship')],
      when: returnsParts(computedFigures),
    },
  },
  'reels-rate': {
    what: 'the rate of a reel is over views, in its creator’s blocks, histories and searches too; only `sponsoredReelsPerformance` is over followers',
    tag: 'observed',
    at: 'creators/records/performance-block.ts reelsBlock',
    reliedOnBy: {
      on: ['gram/performance', 'gram/performance-history', 'gram/sponsorship'],
      when: returnsParts(/reels|^sponsorList$/i),
    },
  },
  'rank-scale': {
    what: 'ranks are 0 to 1, 1 is the top',
    tag: 'observed',
    at: 'creators/records/ranking.ts rank',
    reliedOnBy: { on: onEveryPlatform('{platform}/performance'), when: returnsParts(/^ranking$/) },
  },
  'rank-engagement': {
    what: 'the rank by engagement on gram and tube uses the mean of the block rates of the kinds that the account posts',
    tag: 'assumed',
    at: 'creators/records/ranking.ts rankedFigures',
    reliedOnBy: { on: ['gram/performance', 'tube/performance'], when: returnsParts(/^ranking$/) },
  },
  'tube-prices': {
    what: 'prices on tube: cpm = the usual one of the niche (finance 35, tech 30, fitness 28, beauty 25, gaming, comedy, music and dance 17.5, others 22.5) · (0.4 + 0.6 · share of the audience in high-price countries) · (1 + min(0.3, 5 · rate)); the low and high estimates are published bounds of the niche, the further apart the more the views vary; a short costs 0.55 of a video',
    tag: 'assumed',
    at: 'creators/records/price.ts price',
    reliedOnBy: {
      on: ['tube/profile', 'tube/performance', 'sponsor/performance'],
      when: returnsParts(/Price$/),
    },
  },
  'last-publish-none': {
    what: 'the last publish time of an account without contents is 0',
    tag: 'assumed',
    at: 'creators/records/shared.ts lastPublishedAt',
    reliedOnBy: 'general',
  },
  'hashtags-100': {
    what: 'a profile lists at most 100 hashtags (observed on tube)',
    tag: 'assumed',
    at: 'creators/records/shared.ts hashtagCounts',
    reliedOnBy: 'general',
  },
  'second-language': {
    what: 'an unknown second language is null on clip and gram, empty on tube',
    tag: 'observed',
    at: 'creators/records/tube-profile.ts tubeProfile',
    reliedOnBy: { on: onEveryPlatform('{platform}/profile'), when: returnsParts(/^secondLanguage$/) },
  },
  'has-sponsors-clip': {
    what: '`hasSponsors` of a clip creator is true when a listed content is an ad',
    tag: 'assumed',
    at: 'creators/records/sponsored.ts sponsoredContents',
    reliedOnBy: { on: ['clip/profile'], when: returnsParts(/^hasSponsors$/) },
  },
  'partnered-brands': {
    what: '`partneredBrands` are the ids of the brands, or the names of brands without an id',
    tag: 'assumed',
    at: 'creators/records/content-search-item.ts partneredBrandsOf',
    reliedOnBy: { on: ['gram/content-search', 'tube/content-search'] },
  },
  'gram-content-type': {
    what: 'a carousel has the type `slideshow`, a single picture has none',
    tag: 'assumed',
    at: 'creators/records/content-search-item.ts gramContentType',
    reliedOnBy: { on: ['gram/content-search'] },
  },
  'subtitle-names': {
    what: 'a subtitle track has the English name of its language, with `(Auto-generated)` if it is automatic',
    tag: 'observed',
    at: 'creators/records/subtitle-phrases.ts languageName',
    reliedOnBy: { on: ['tube/subtitles/meta'] },
  },
  'sponsor-window': {
    what: 'the latest 60 sponsored contents count (observed on tube)',
    tag: 'assumed',
    at: 'creators/records/sponsored.ts maxSponsoredContents',
    reliedOnBy: { on: ['gram/sponsorship', ...sponsorOperations] },
  },
  'sponsor-order': {
    what: 'the brand that sponsored last comes first',
    tag: 'assumed',
    at: 'creators/records/sponsored.ts bySponsor',
    reliedOnBy: { on: onEveryPlatform('{platform}/sponsorship') },
  },
  'sponsor-audience': {
    what: 'a brand’s audience is that of its tube creators, weighted by followers; null when none is known',
    tag: 'assumed',
    at: 'creators/records/sponsor-audience.ts weightedAudience',
    reliedOnBy: { on: ['sponsor/audience'] },
  },
  'sponsor-audience-gram': {
    what: 'a brand has no audience on gram yet: the block is null',
    tag: 'observed',
    at: 'creators/records/sponsor-audience.ts sponsorAudience',
    reliedOnBy: { on: ['sponsor/audience'] },
  },
  'views-nd': {
    what: '`views7d`, `views30d`, `views90d` are the views of a content’s first 7, 30 and 90 days; null while it is younger',
    tag: 'assumed',
    at: 'creators/records/sponsor-performance.ts firstViews',
    reliedOnBy: { on: ['sponsor/performance'] },
  },
  'month-growth': {
    what: 'growth in a summary compares the contents of the last 30 days with those of the 30 days before',
    tag: 'assumed',
    at: 'creators/records/sponsor-summary.ts growthOf',
    reliedOnBy: { on: ['sponsor/summary'] },
  },
  'v2-latest-24': {
    what: 'generation 2 averages cover exactly the posts that the record lists',
    tag: 'observed',
    at: 'creators/records/windows.ts recentPosts',
    reliedOnBy: { on: [...gramBasicOperations, ...clipBasicOperations] },
  },
  'v2-weeks': {
    what: 'a generation 2 history has at most 53 weekly entries at 00:00 UTC, the first equal to the basic record',
    tag: 'assumed',
    at: 'creators/records/windows.ts weeksOf',
    reliedOnBy: { on: onEveryPlatform('v2/{platform}History', 'v2/{platform}Detail') },
  },
  'v2-rounded': {
    what: 'generation 2 rates come from the rounded averages of the reply; on tube over views',
    tag: 'assumed',
    at: 'creators/records/tube-history.ts videoAverages',
    reliedOnBy: { on: basicOperations },
  },
  'v2-clip-rate': {
    what: 'generation 2 `engageRate` of clip is (hearts + comments + shares) / followers',
    tag: 'assumed',
    at: 'creators/records/clip-history.ts clipFiguresOfDay',
    reliedOnBy: { on: clipBasicOperations },
  },
  'v2-tube-record': {
    what: 'the fields of `basicTube`',
    tag: 'observed',
    at: 'creators/records/tube-history.ts BasicTube',
    reliedOnBy: { on: tubeBasicOperations },
  },
  'posts-per-day': {
    what: '`avgPostsPerDay` is the latest 24 posts over the days since the oldest of them',
    tag: 'assumed',
    at: 'creators/records/gram-history.ts postsPerDay',
    reliedOnBy: { on: gramBasicOperations },
  },
  'user-type': {
    what: '`activeUserType` from `avgPostsPerDay`: at least 1 `DAU`, 1/7 `WAU`, 1/30 `MAU`, else `YAU`',
    tag: 'assumed',
    at: 'creators/records/gram-history.ts activity',
    reliedOnBy: { on: gramBasicOperations },
  },
  'plays-views': {
    what: '`plays` and `videoViews` count repeated plays too, so they are at least `views`, on most reels more',
    tag: 'assumed',
    at: 'creators/records/gram-history.ts playsOf',
    reliedOnBy: { on: gramBasicOperations },
  },
  'mentioned-creators': {
    what: '`mentionedCreators` are the handles that the caption names after `@`',
    tag: 'assumed',
    at: 'creators/records/gram-content-detail.ts mentionsIn',
    reliedOnBy: {
      on: ['gram/content-detail', 'gram/sponsorship'],
      when: returnsParts(/^recent(Images|Reels)$|^sponsorList$/),
    },
  },
  'bd-fields': {
    what: 'the undocumented `bd…` fields repeat their plain counterparts; `isBD` is true for one account in eight, `isBDDAU` for those that post daily, which have up to four `bdDauCheckedTimestamps`',
    tag: 'assumed',
    at: 'creators/records/gram-history.ts unexplained',
    reliedOnBy: { on: gramBasicOperations },
  },
  taxonomy: {
    what: 'a world lists thirty wide niches with three narrower ones each, and the topics of tube; `channelCount` counts the creators of this world',
    tag: 'assumed',
    at: 'seed/niches.ts nicheList',
    reliedOnBy: { on: [...onEveryPlatform('{platform}/niches'), 'tube/topics', 'v2/topicTable'] },
  },
  freshness: {
    what: 'the service updated every account within 12 days, those with more than 100,000 followers within one, others at a step of their own, and has seen no content that is newer; numbers are those of 00:00 UTC',
    tag: 'observed',
    at: 'seed/account.ts refreshedAgo',
    reliedOnBy: 'general',
  },
  'living-range': {
    what: 'time passes for five years after the epoch and two before it; earlier and later the world stands still, the instants of its replies too',
    tag: 'assumed',
    at: 'creators/world/view.ts firstDay',
    reliedOnBy: 'general',
  },
  'living-growth': {
    what: 'after the epoch followers go on at the pace of the latest 12 weeks, which halves within 26 weeks, with the same ups and downs and a rare burst; more than a year before the epoch they rise from the creation of the account',
    tag: 'assumed',
    at: 'creators/world/followers.ts weeksAfter',
    reliedOnBy: 'general',
  },
  'living-rhythm': {
    what: 'after its last update an account publishes as in its latest listed weeks, at these days and hours, with new ids and texts and the sponsors that it has; what it published before the epoch is seen after it; an account that published nothing for 35 days, or three times its usual pause, stays silent',
    tag: 'assumed',
    at: 'creators/world/schedule.ts scheduleOf',
    reliedOnBy: 'general',
  },
  'living-accounts': {
    what: 'one account in 40 disappears in a year, a few turn private, and one content in 50 is deleted; of the accounts of the epoch, one in twelve became known in the two years before it',
    tag: 'assumed',
    at: 'creators/world/lifetime.ts isKnownOn',
    reliedOnBy: 'general',
  },
  'living-newcomers': {
    what: 'after the epoch the service finds as many people a year as before it, one for 25 of the world, at most 100; their accounts are made as those of the world, without sponsors and narrow niches; nothing is known of them before',
    tag: 'assumed',
    at: 'seed/newcomers.ts newcomersOf',
    reliedOnBy: 'general',
  },
  'living-standings': {
    what: 'ranks, audience, names and linked accounts are those of the epoch on every day, or of the first day of an account that is found later, because to rank one account by figures of the day all others would have to be read; related accounts are those of the epoch that are known on the day, and up to three newcomers of the niche; niches count the accounts of the epoch and the newcomers; all other numbers follow from the contents and followers of the day',
    tag: 'assumed',
    at: 'creators/world/view.ts relatedOn',
    reliedOnBy: 'general',
  },
  'fixture-times': {
    what: 'instants in fixtures are ages before the epoch, such as `3d`',
    tag: 'assumed',
    at: 'seed/fixtures/shape.ts Age',
    reliedOnBy: 'general',
  },
  'fixture-ranks': {
    what: 'a user’s new accounts are ranked against the first 1,000 of their platform',
    tag: 'assumed',
    at: 'seed/fixtures/ranks.ts rankerFor',
    reliedOnBy: 'general',
  },
});
