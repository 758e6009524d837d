import { expect } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { halfUp, mean, ratio, round4 } from '../../../src/core/statistics.ts';
import { audienceOfAccount } from '../../../src/creators/records/audience.ts';
import { type ClipPerformance, clipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { clipProfile } from '../../../src/creators/records/clip-profile.ts';
import {
  clipContentItem,
  gramContentItem,
  tubeContentItem,
} from '../../../src/creators/records/content-search-item.ts';
import { gramPerformance } from '../../../src/creators/records/gram-performance.ts';
import { gramProfile } from '../../../src/creators/records/gram-profile.ts';
import {
  clipPerformanceHistory,
  gramPerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import { sponsorInformation, sponsorReach } from '../../../src/creators/records/sponsor-brand.ts';
import { sponsorSummary } from '../../../src/creators/records/sponsor-summary.ts';
import { tubeBasic } from '../../../src/creators/records/tube-history.ts';
import { tubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { tubeProfile } from '../../../src/creators/records/tube-profile.ts';
import { type Account, type Brand, epochAt } from '../../../src/creators/world/account.ts';
import { accountId } from '../../../src/creators/world/rows.ts';
import { listedOn, timeline } from '../../../src/creators/world/timeline.ts';
import type { World } from '../../../src/creators/world/world.ts';
import { sponsorships } from '../../../src/service/v3/sponsor/brand.ts';
import type { Mode, Reference, Subject } from '../../creators/search/reference.ts';

/** The subjects of the searches of generation 3, read from the records of the look-ups. */

const creatorModes: Record<string, Mode> = { displayName: 'caseless', uniqueId: 'handle' };
const contentModes: Record<string, Mode> = {
  description: 'contains',
  title: 'contains',
  publishTime: 'age',
  creatorDisplayName: 'caseless',
};

const numbersOf = ([first]: readonly Subject[]): string[] =>
  Object.entries(first?.values ?? {})
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => name);

export function creators(world: World, platform: 'clip' | 'gram' | 'tube', now: number): Reference {
  const subjects = [...world.accounts(platform)].map((account) => creator(account, world.shiftMs(now)));
  const sortable = [
    ...['displayName', 'uniqueId', 'country', 'mainLanguage', 'mainAudienceLocation', 'mainAudienceAge'],
    ...numbersOf(subjects),
  ];
  return { subjects, modes: creatorModes, sortable, order: { by: 'displayName', desc: false }, now };
}

/** The value of every name, from the records of the look-ups where one shows it. */
function creator(account: Account, shiftMs: number): Subject {
  const profile = profileOf(account, shiftMs);
  const { contentCountByDays, ranking } = performanceOf(account);
  const [followers, followerGrowth] =
    account.platform === 'tube'
      ? ['totalSubscribers', 'subscriberGrowthIn30d']
      : ['totalFollowers', 'followerGrowthIn30d'];
  return {
    id: account.platform === 'tube' ? account.channelId : account.handle,
    values: {
      displayName: profile.displayName,
      uniqueId: profile.uniqueId.replace(/^@/, ''),
      country: profile.country,
      mainLanguage: profile.mainLanguage,
      hashtags: profile.hashtags.map(({ name }) => name),
      niches: profile.niches,
      ...('topics' in profile && { topics: profile.topics }),
      ...audienceFigures(account),
      isAccountVerified: profile.isVerified,
      hasSponsors: profile.hasSponsors,
      [followers]: field<number>(profile, followers),
      totalContents: profile.totalContents,
      ...(account.platform === 'tube' && { totalViews: tubeBasic(account, shiftMs).basicTube.views }),
      [followerGrowth]: profile.subscriberGrowth.g30,
      contentsIn30Days: contentCountByDays['30d'],
      platformScore: halfUp(field<{ global: number }>(ranking, followers).global * 100),
      lastPublishTime: profile.lastPublishTime,
      ...recentFigures(account, shiftMs),
    },
  };
}

const field = <Value>(record: object, name: string): Value =>
  (record as Record<string, Value>)[name] ?? expect.fail(`no ${name}`);

/** The largest group of each kind; of equal ones the first. */
function audienceFigures(account: Account): Subject['values'] {
  const { audienceLocations, audienceGender, audienceAgeBreakdown } = audienceOfAccount(account);
  const { maleRatio, femaleRatio } = audienceGender;
  const known = maleRatio + femaleRatio > 0;
  const [oldest] = audienceAgeBreakdown.toSorted((a, b) => b.share - a.share);
  return {
    mainAudienceLocation: audienceLocations[0]?.country ?? '',
    mainAudienceAge: known ? (oldest?.ageRange ?? '') : '',
    mainAudienceGender: known ? (maleRatio >= femaleRatio ? 'male' : 'female') : '',
    audienceMaleRatio: maleRatio,
    audienceFemaleRatio: femaleRatio,
  };
}

function recentFigures(account: Account, shiftMs: number): Record<string, number> {
  switch (account.platform) {
    case 'clip': {
      const { videosPerformanceRecent: now, recentVideosGrowth } = clipPerformance(account);
      const then = clipPerformanceHistory(account, shiftMs, 31).histories[30]?.videosPerformanceRecent;
      return figuresOf('Videos', now, then, recentVideosGrowth.g30.engagementRate);
    }
    case 'gram': {
      const { reelsPerformanceRecent: now, recentReelsGrowth } = gramPerformance(account);
      const then = gramPerformanceHistory(account, shiftMs, 31).histories[30]?.reelsPerformanceRecent;
      return figuresOf('Reels', now, then, recentReelsGrowth.g30.engagementRate);
    }
    case 'tube': {
      const performance = tubePerformance(account);
      const { recentVideosGrowth, recentShortsGrowth } = performance;
      return {
        ...figuresOf(
          'Videos',
          performance.videosPerformanceRecent,
          channelAverages(account, 'video'),
          recentVideosGrowth.g30.engagementRate,
        ),
        ...figuresOf(
          'Shorts',
          performance.shortsPerformanceRecent,
          channelAverages(account, 'short'),
          recentShortsGrowth.g30.engagementRate,
        ),
      };
    }
  }
}

type Spread = ClipPerformance['videosPerformanceRecent']['views'];
type Measured<Of> = Record<'views' | 'likes' | 'comments', Of>;

/** @param then 30 days ago; undefined for a younger account */
function figuresOf(
  kinds: string,
  now: Measured<Spread> & { engagement: { avgEngagementRate: number } },
  then: Measured<{ avg: number }> | undefined,
  engagementRateGrowth: number,
): Record<string, number> {
  const found: Record<string, number> = {
    [`avgRecent${kinds}EngagementRate`]: now.engagement.avgEngagementRate,
    [`avgRecent${kinds}EngagementRateGrowth`]: engagementRateGrowth,
  };
  for (const [figure, word] of [
    ['views', 'Views'],
    ['likes', 'Likes'],
    ['comments', 'Comments'],
  ] as const) {
    for (const statistic of ['avg', 'median', 'min', 'max'] as const)
      found[`${statistic}Recent${kinds}${word}`] = now[figure][statistic];
    const { avg } = now[figure];
    const before = then?.[figure].avg ?? avg;
    found[`avgRecent${kinds}${word}Growth`] = before === 0 ? 0 : round4((avg - before) / before);
  }
  return found;
}

/** No record of a channel shows the recent averages of 30 days ago: its history has those of all listed contents. */
function channelAverages(account: Account, kind: string): Measured<{ avg: number }> | undefined {
  const then = epochAt - 30 * dayMs;
  if (account.createdAt > then) return undefined;
  const measured = listedOn(timeline(account), 30)
    .filter((content) => content.kind === kind && content.publishedAt <= then - 4 * dayMs)
    .slice(0, 20);
  const average = (figure: 'views' | 'likes' | 'comments') => ({
    avg: halfUp(mean(measured.map((content) => content[figure]))),
  });
  return { views: average('views'), likes: average('likes'), comments: average('comments') };
}

function profileOf(account: Account, shiftMs: number) {
  switch (account.platform) {
    case 'clip':
      return clipProfile(account, shiftMs);
    case 'gram':
      return gramProfile(account, shiftMs);
    case 'tube':
      return tubeProfile(account, shiftMs);
  }
}

function performanceOf(account: Account) {
  switch (account.platform) {
    case 'clip':
      return clipPerformance(account);
    case 'gram':
      return gramPerformance(account);
    case 'tube':
      return tubePerformance(account);
  }
}

export function contents(world: World, platform: 'clip' | 'gram' | 'tube', now: number): Reference {
  const shiftMs = world.shiftMs(now);
  const subjects = { clip: clipSubjects, gram: gramSubjects, tube: tubeSubjects }[platform](world, shiftMs);
  return {
    subjects,
    modes: contentModes,
    sortable: numbersOf(subjects),
    order: { by: 'publishTime', desc: true },
    now,
  };
}

const ofCreator = (account: Account) => ({
  creatorDisplayName: account.displayName,
  country: account.country,
  contentNiches: account.niches,
  audienceLocation: account.audience?.locations[0]?.country ?? '',
});

const clipSubjects = (world: World, shiftMs: number): Subject[] =>
  [...world.accounts('clip')].flatMap((account) => {
    const { likes, engagement } = clipPerformance(account).videosPerformanceRecent;
    return account.contents.map((content) => {
      const item = clipContentItem(account, content, shiftMs);
      const performanceLikes = ratio(item.likes, likes.avg);
      return {
        id: item.contentId,
        values: {
          description: item.description,
          hashtag: item.hashtags,
          publishTime: item.publishTime,
          plays: item.plays,
          likes: item.likes,
          diggs: item.likes,
          comments: item.comments,
          shares: item.shares,
          engagement: item.engagementRate,
          lengthSec: item.lengthSec,
          performanceLikes,
          performanceDiggs: performanceLikes,
          performanceEngagement: ratio(item.engagementRate, engagement.avgEngagementRate),
          ...ofCreator(account),
          totalFollowers: item.creator.totalFollowers,
        },
      };
    });
  });

const gramSubjects = (world: World, shiftMs: number): Subject[] =>
  [...world.accounts('gram')].flatMap((account) => {
    const { imagesPerformanceRecent, reelsPerformanceRecent } = gramPerformance(account);
    return account.contents.map((content) => {
      const item = gramContentItem(account, content, shiftMs, world.brandByKey);
      const recent = content.kind === 'image' ? imagesPerformanceRecent : reelsPerformanceRecent;
      return {
        id: item.contentId,
        values: {
          postType: item.contentType ?? '',
          description: item.description,
          hashtag: item.hashtags,
          publishTime: item.publishTime,
          likes: item.likes,
          comments: item.comments,
          engagement: item.engagementRate,
          isSponsored: item.isSponsored,
          partneredBrands: item.partneredBrands,
          performanceLikes: ratio(item.likes, recent.likes.avg),
          performanceEngagement: ratio(item.engagementRate, recent.engagement.avgEngagementRate),
          ...ofCreator(account),
        },
      };
    });
  });

const tubeSubjects = (world: World, shiftMs: number): Subject[] =>
  [...world.accounts('tube')].flatMap((account) => {
    const { videosPerformanceRecent, shortsPerformanceRecent } = tubePerformance(account);
    return account.contents.map((content) => {
      const item = tubeContentItem(account, content, shiftMs, world.brandByKey);
      const recent = content.kind === 'video' ? videosPerformanceRecent : shortsPerformanceRecent;
      return {
        id: item.contentId,
        values: {
          postType: item.contentType.replace('shorts', 'short'),
          title: item.title,
          description: item.description,
          hashtag: item.hashtags,
          publishTime: item.publishTime,
          views: item.views,
          likes: item.likes,
          comments: item.comments,
          engagement: item.engagementRate,
          isSponsored: item.isSponsored,
          partneredBrands: item.partneredBrands,
          lengthSec: item.lengthSec,
          language: item.language,
          category: item.category,
          performanceViews: ratio(item.views, recent.views.avg),
          performanceEngagement: ratio(item.engagementRate, recent.engagement.avgEngagementRate),
          ...ofCreator(account),
          contentTopics: account.topics,
        },
      };
    });
  });

const spends = ['estimatedTotalSpend7d', 'estimatedTotalSpend30d', 'estimatedTotalSpend90d'] as const;

/** Brands that have an id, each with its own records. */
export function brands(world: World, now: number): Reference {
  return {
    subjects: [...world.brands()]
      .filter(({ brandId }) => brandId !== '')
      .map((brand) => brandSubject(brand, sponsorships(world, brand))),
    modes: {
      name: 'caseless',
      industry: 'caseless',
      sponsoringPlatforms: 'caseless',
      sponsoredGramCreatorId: 'handle',
    },
    sortable: ['name', 'totalSponsoredContent', ...spends],
    order: { by: 'name', desc: false },
    now,
  };
}

function brandSubject(brand: Brand, sponsored: ReturnType<typeof sponsorships>): Subject {
  const { tube, gram } = sponsorSummary(sponsored).summary;
  const information = sponsorInformation(brand, sponsorReach(sponsored));
  const idsOn = (platform: string) =>
    sponsored.filter(({ account }) => account.platform === platform).map(({ account }) => accountId(account));
  return {
    id: brand.brandId,
    values: {
      name: information.name,
      industry: information.industries,
      country: information.country,
      sponsoringRegion: sponsored.map(({ account }) => account.country),
      sponsoringPlatforms: information.sponsoringPlatforms,
      sponsoredTubeCreatorId: idsOn('tube'),
      sponsoredGramCreatorId: idsOn('gram'),
      totalSponsoredContent: information.totalSponsoredContent,
      hasActiveCampaign: tube.creators.sponsoredContent30d + gram.creators.sponsoredContent30d > 0,
      ...Object.fromEntries(spends.map((name) => [name, tube.performance[name] ?? 0])),
    },
  };
}
