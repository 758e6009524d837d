import { ratio } from '../../src/core/statistics.ts';
import { clipPerformance } from '../../src/records/clip-performance.ts';
import { clipProfile } from '../../src/records/clip-profile.ts';
import { clipContentItem, gramContentItem, tubeContentItem } from '../../src/records/content-search-item.ts';
import { gramPerformance } from '../../src/records/gram-performance.ts';
import { gramProfile } from '../../src/records/gram-profile.ts';
import { searchFigures } from '../../src/records/search-figures.ts';
import { tubePerformance } from '../../src/records/tube-performance.ts';
import { tubeProfile } from '../../src/records/tube-profile.ts';
import type { Account } from '../../src/world/account.ts';
import type { World } from '../../src/world/world.ts';
import type { Mode, Reference, Subject } from '../search/reference.ts';

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

function creator(account: Account, shiftMs: number): Subject {
  const { text, flag, number } = searchFigures(account);
  const profile = profileOf(account, shiftMs);
  return {
    id: account.platform === 'tube' ? account.channelId : account.handle,
    values: {
      displayName: profile.displayName,
      uniqueId: profile.uniqueId.replace(/^@/, ''),
      country: profile.country,
      mainLanguage: profile.mainLanguage,
      hashtags: profile.hashtags.map(({ name }) => name),
      niches: profile.niches,
      ...(account.platform === 'tube' && { topics: account.topics }),
      ...text,
      ...flag,
      ...number,
      lastPublishTime: profile.lastPublishTime,
    },
  };
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
