import type { TSchema } from '@sinclair/typebox';
import { expect } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import {
  averageAge,
  consistency,
  growth,
  halfUp,
  mean,
  ratio,
  round4,
  spread,
  sum,
} from '../../../src/core/statistics.ts';
import { Audience, audienceOfAccount } from '../../../src/creators/records/audience.ts';
import { ClipContentDetail, clipContentDetail } from '../../../src/creators/records/clip-content-detail.ts';
import { ClipHistory, clipBasic, clipHistory } from '../../../src/creators/records/clip-history.ts';
import { ClipPerformance, clipPerformance } from '../../../src/creators/records/clip-performance.ts';
import { ClipProfile, clipProfile } from '../../../src/creators/records/clip-profile.ts';
import { Contact, contact } from '../../../src/creators/records/contact.ts';
import { contentFigures } from '../../../src/creators/records/content-figures.ts';
import {
  ClipContentItem,
  clipContentItem,
  GramContentItem,
  gramContentItem,
  TubeContentItem,
  tubeContentItem,
} from '../../../src/creators/records/content-search-item.ts';
import {
  ChannelItem,
  CreatorItem,
  channelItem,
  creatorItem,
} from '../../../src/creators/records/creator-item.ts';
import { GramContentDetail, gramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import { GramHistory, gramBasic, gramHistory } from '../../../src/creators/records/gram-history.ts';
import { GramPerformance, gramPerformance } from '../../../src/creators/records/gram-performance.ts';
import { GramProfile, gramProfile } from '../../../src/creators/records/gram-profile.ts';
import {
  ClipPerformanceHistory,
  clipPerformanceHistory,
  GramPerformanceHistory,
  gramPerformanceHistory,
  TubePerformanceHistory,
  tubePerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import { searchFigures } from '../../../src/creators/records/search-figures.ts';
import type { BrandOf } from '../../../src/creators/records/sponsored.ts';
import {
  GramSponsorship,
  gramSponsorship,
  TubeSponsorship,
  tubeSponsorship,
} from '../../../src/creators/records/sponsorship.ts';
import {
  SubtitleCue,
  SubtitlesMeta,
  subtitleCues,
  subtitlesMeta,
} from '../../../src/creators/records/subtitles.ts';
import { TubeContentDetail, tubeContentDetail } from '../../../src/creators/records/tube-content-detail.ts';
import { TubeHistory, tubeBasic, tubeHistory } from '../../../src/creators/records/tube-history.ts';
import { TubePerformance, tubePerformance } from '../../../src/creators/records/tube-performance.ts';
import { TubeProfile, tubeProfile } from '../../../src/creators/records/tube-profile.ts';
import {
  type Account,
  type ClipAccount,
  epochAt,
  type GramAccount,
  type TubeAccount,
} from '../../../src/creators/world/account.ts';
import { existedOn, listedOn, timeline, totalOn } from '../../../src/creators/world/timeline.ts';
import { expectValid } from './strict.ts';

/**
 * Checks all records of one account: each is valid, each number follows from the other visible numbers by its
 * formula, and the same figure is equal in every record of both generations.
 */
export function expectCoherent(account: Account, brandOf: BrandOf, days: number): void {
  const who = audienceOfAccount(account);
  expectAudience(valid(Audience, who));
  valid(Contact, contact(account));
  expectDecimals(searchFigures(account));
  const figuresOf = contentFigures(account);
  for (const content of account.contents) expectDecimals(figuresOf(content));
  if (account.platform === 'clip') expectClip(account, days);
  if (account.platform === 'gram') expectGram(account, brandOf, days);
  if (account.platform === 'tube') expectTube(account, brandOf, days);
}

const shiftMs = 17 * dayMs;
const todayAt = epochAt + shiftMs;

function expectClip(account: ClipAccount, days: number): void {
  const profile = valid(ClipProfile, clipProfile(account, shiftMs));
  const performance = valid(ClipPerformance, clipPerformance(account));
  const { histories: daily } = valid(ClipPerformanceHistory, clipPerformanceHistory(account, shiftMs, days));
  const { recentVideos: items } = valid(ClipContentDetail, clipContentDetail(account, shiftMs));
  const weekly = valid(ClipHistory, clipHistory(account, shiftMs));
  const basic = weekly.basicClip;
  expectShifted((shift) => [
    clipProfile(account, shift),
    clipContentDetail(account, shift),
    clipHistory(account, shift),
  ]);
  expect(clipBasic(account, shiftMs)).toEqual({ basicClip: basic });
  expectDescending(items);

  const { timestamp, ...today } = weekly.histories[0] ?? expect.fail('no history');
  expect(timestamp).toBe(todayAt);
  expect(basic).toMatchObject(today);
  expect(profile).toMatchObject({
    uniqueId: basic.clipId,
    displayName: basic.clipName,
    bio: basic.description,
    totalFollowers: basic.followers,
    totalFollowing: basic.following,
    totalContents: basic.videos,
    hasSponsors: items.some((item) => item.isAd),
    lastPublishTime: items[0]?.publishTime ?? 0,
  });
  expect(profile.subscriberGrowth.g30).toBe(basic.gRateFollowers);
  expectGrowth(
    profile.subscriberGrowth,
    daily.map((entry) => entry.totalFollowers),
  );
  expectGrowth(
    rates(performance.recentVideosGrowth),
    daily.map((entry) => entry.videosPerformanceRecent.engagement.avgEngagementRate),
  );
  expectSameDays(
    daily,
    weekly.histories,
    (entry) => [entry.totalFollowers, entry.totalFollowing, entry.totalContents],
    (week) => [week.followers, week.following, week.videos],
  );

  expect(daily[0]?.videosPerformanceRecent).toEqual(performance.videosPerformanceRecent);
  const measured = settled(items).slice(0, 20);
  const itemRates = measured.map((item) => item.engagementRate);
  expectBlock(performance.videosPerformanceRecent, measured, ['likes', 'comments', 'views', 'shares']);
  expectEngagement(performance.videosPerformanceRecent, itemRates, profile.totalFollowers, 'Follower');
  for (const item of items)
    expect(item.engagementRate).toBe(ratio(item.likes + item.comments + item.shares, item.views));
  expectCounts(performance.contentCountByDays, items, basic.videos);

  const recent = items.slice(0, 24);
  expect(
    basic.recentVideos.map((video) => [video.videoId, video.plays, video.hearts, video.uploadDate]),
  ).toEqual(recent.map((item) => [item.contentId, item.views, item.likes, item.publishTime]));
  expect(basic).toMatchObject({
    avgPlays: average(recent, 'views'),
    avgHearts: average(recent, 'likes'),
    avgComments: average(recent, 'comments'),
    avgShares: average(recent, 'shares'),
    avgLength: average(recent, 'length'),
    engageRate: ratio(basic.avgHearts + basic.avgComments + basic.avgShares, basic.followers),
  });
  const month = existedOn(account, 30) ? 30 : 0;
  const then = listedOn(timeline(account), month).slice(0, 24);
  expect(basic).toMatchObject({
    gRateHearts: growth(basic.hearts, totalOn(timeline(account), month, 'likes')),
    gRateAvgHearts: growth(basic.avgHearts, average(then, 'likes')),
    gRateAvgShares: growth(basic.avgShares, average(then, 'shares')),
    gRateAvgComments: growth(basic.avgComments, average(then, 'comments')),
    gRateAvgPlays: growth(basic.avgPlays, average(then, 'views')),
  });
  expectHashtags(profile.hashtags, items);

  const found = account.contents.map((content) =>
    valid(ClipContentItem, clipContentItem(account, content, shiftMs)),
  );
  expect(found.map((item) => [item.contentId, item.plays, item.engagementRate, item.lengthSec])).toEqual(
    items.map((item) => [item.contentId, item.views, item.engagementRate, item.length]),
  );
  const creator = valid(CreatorItem, creatorItem(account));
  for (const item of found) expect(item.creator).toEqual(creator);
  expectCreator(creator, profile);
  expect(searchFigures(account).number).toMatchObject({
    totalFollowers: profile.totalFollowers,
    followerGrowthIn30d: basic.gRateFollowers,
    contentsIn30Days: performance.contentCountByDays['30d'],
    avgRecentVideosViews: performance.videosPerformanceRecent.views.avg,
    avgRecentVideosEngagementRate: performance.videosPerformanceRecent.engagement.avgEngagementRate,
  });
}

function expectGram(account: GramAccount, brandOf: BrandOf, days: number): void {
  const profile = valid(GramProfile, gramProfile(account, shiftMs));
  const performance = valid(GramPerformance, gramPerformance(account));
  const { histories: daily } = valid(GramPerformanceHistory, gramPerformanceHistory(account, shiftMs, days));
  const { recentImages, recentReels } = valid(GramContentDetail, gramContentDetail(account, shiftMs));
  const { sponsorList } = valid(GramSponsorship, gramSponsorship(account, shiftMs, brandOf));
  const weekly = valid(GramHistory, gramHistory(account, shiftMs));
  const basic = weekly.basicGram;
  expectShifted((shift) => [
    gramProfile(account, shift),
    gramContentDetail(account, shift),
    gramHistory(account, shift),
  ]);
  expect(gramBasic(account, shiftMs)).toEqual({ basicGram: basic });
  expectDescending(recentImages);
  expectDescending(recentReels);
  const items = [...recentImages, ...recentReels].sort(
    (a, b) => b.publishTime - a.publishTime || (a.contentId < b.contentId ? -1 : 1),
  );

  const { timestamp, ...today } = weekly.histories[0] ?? expect.fail('no history');
  expect(timestamp).toBe(todayAt);
  expect(basic).toMatchObject(today);
  expect(profile).toMatchObject({
    uniqueId: basic.gramId,
    displayName: basic.gramName,
    totalFollowers: basic.followers,
    totalFollowing: basic.following,
    totalContents: basic.posts,
    niches: basic.nicheIds,
    lastPublishTime: basic.lastPublishTime,
    lastDbUpdateTime: basic.dbUpdateTime,
    hasSponsors: sponsorList.length > 0,
  });
  expect(basic.lastPublishTime).toBe(items[0]?.publishTime ?? 0);
  expect(profile.subscriberGrowth.g30).toBe(basic.gRateFollowers);
  expectGrowth(
    profile.subscriberGrowth,
    daily.map((entry) => entry.totalFollowers),
  );
  expectGrowth(
    rates(performance.recentImagesGrowth),
    daily.map((entry) => entry.imagesPerformanceRecent.engagement.avgEngagementRate),
  );
  expectGrowth(
    views(performance.recentReelsGrowth),
    daily.map((entry) => entry.reelsPerformanceRecent.views.avg),
  );
  expectSameDays(
    daily,
    weekly.histories,
    (entry) => [entry.totalFollowers, entry.totalFollowing, entry.totalContents],
    (week) => [week.followers, week.following, week.posts],
  );

  expect(daily[0]).toMatchObject({
    imagesPerformanceRecent: performance.imagesPerformanceRecent,
    reelsPerformanceRecent: performance.reelsPerformanceRecent,
  });
  const byFollowers = (item: { likes: number; comments: number }) =>
    ratio(item.likes + item.comments, profile.totalFollowers);
  const byViews = (item: { likes: number; comments: number; views: number }) =>
    ratio(item.likes + item.comments, item.views);
  const images = settled(recentImages).slice(0, 20);
  expectBlock(performance.imagesPerformanceRecent, images, ['likes', 'comments']);
  expectEngagement(
    performance.imagesPerformanceRecent,
    images.map(byFollowers),
    profile.totalFollowers,
    'Follower',
  );
  const reels = settled(recentReels).slice(0, 20);
  expectBlock(performance.reelsPerformanceRecent, reels, ['likes', 'comments', 'views']);
  expectEngagement(
    performance.reelsPerformanceRecent,
    reels.map(byViews),
    profile.totalFollowers,
    'Follower',
  );
  for (const image of recentImages) expect(image.engagementRate).toBe(byFollowers(image));
  for (const reel of recentReels) expect(reel.engagementRate).toBe(byViews(reel));
  expect(account.contents.map(({ text }) => text)).toEqual(items.map((item) => item.description));
  for (const item of items)
    for (const handle of item.mentionedCreators) expect(item.description).toContain(`@${handle}`);
  expectCounts(performance.contentCountByDays, items, basic.posts);

  const recent = items.slice(0, 24);
  expect(basic.recentPosts.map((post) => [post.shortcode, post.likes, post.updateDate])).toEqual(
    recent.map((item) => [item.contentId, item.likes, item.publishTime]),
  );
  expect(basic.recentReels.map((reel) => [reel.shortcode, reel.views])).toEqual(
    recentReels.slice(0, 24).map((item) => [item.contentId, item.views]),
  );
  const plays = new Map(basic.recentReels.map((reel) => [reel.shortcode, reel.plays]));
  for (const reel of basic.recentReels) expect(reel.plays).toBeGreaterThanOrEqual(reel.views);
  for (const { isReels, shortcode, videoViews } of basic.recentPosts)
    expect(videoViews).toBe(isReels ? plays.get(shortcode) : 0);
  expect(basic).toMatchObject({
    avgLikes: average(recent, 'likes'),
    avgComments: average(recent, 'comments'),
    engageRate: ratio(basic.avgLikes + basic.avgComments, basic.followers),
    avgPostsPerDay: recent[0]
      ? round4((recent.length * dayMs) / (todayAt - (recent.at(-1)?.publishTime ?? 0)))
      : 0,
  });
  const month = existedOn(account, 30) ? 30 : 0;
  const then = listedOn(timeline(account), month).slice(0, 24);
  const total = (of: readonly { likes: number }[]) => sum(of.map(({ likes }) => likes));
  expect(basic).toMatchObject({
    gRateLikes: growth(total(recent), total(then)),
    gRateAvgLikes: growth(basic.avgLikes, average(then, 'likes')),
    gRateAvgComments: growth(basic.avgComments, average(then, 'comments')),
  });
  expect(basic.isBDDAU).toBe(basic.bdDauCheckedTimestamps.length > 0);
  if (basic.isBDDAU) expect([basic.isBD, basic.activeUserType]).toEqual([true, 'DAU']);
  for (const at of basic.bdDauCheckedTimestamps) expect(at).toBeLessThanOrEqual(basic.dbUpdateTime);
  for (const post of basic.recentPosts)
    expect(post.engageRate).toBe(ratio(post.likes + post.comments, basic.followers));
  expectHashtags(profile.hashtags, items);

  for (const sponsor of sponsorList) {
    expectSpreads(sponsor.sponsoredImagesPerformance, sponsor.sponsoredImages, ['likes', 'comments']);
    expectSpreads(sponsor.sponsoredReelsPerformance, sponsor.sponsoredReels, ['likes', 'comments', 'views']);
    expect(sponsor.sponsoredReelsPerformance.engagement.avgEngagementRate).toBe(
      round4(mean(sponsor.sponsoredReels.map(byFollowers))),
    );
    for (const image of sponsor.sponsoredImages) expect(recentImages).toContainEqual(image);
    for (const reel of sponsor.sponsoredReels) expect(recentReels).toContainEqual(reel);
  }

  const creator = valid(CreatorItem, creatorItem(account));
  for (const content of account.contents) {
    const item = valid(GramContentItem, gramContentItem(account, content, shiftMs, brandOf));
    expect(item.creator).toEqual(creator);
    expect(items.find((one) => one.contentId === item.contentId)).toMatchObject({
      likes: item.likes,
      engagementRate: item.engagementRate,
      isSponsored: item.partneredBrands.length > 0,
    });
  }
  expectCreator(creator, profile);
}

function expectTube(account: TubeAccount, brandOf: BrandOf, days: number): void {
  const profile = valid(TubeProfile, tubeProfile(account, shiftMs));
  const performance = valid(TubePerformance, tubePerformance(account));
  const { histories: daily } = valid(TubePerformanceHistory, tubePerformanceHistory(account, shiftMs, days));
  const { recentVideos, recentShorts } = valid(TubeContentDetail, tubeContentDetail(account, shiftMs));
  const { sponsorList } = valid(TubeSponsorship, tubeSponsorship(account, shiftMs, brandOf));
  const weekly = valid(TubeHistory, tubeHistory(account, shiftMs));
  const basic = weekly.basicTube;
  expectShifted((shift) => [
    tubeProfile(account, shift),
    tubeContentDetail(account, shift),
    tubeHistory(account, shift),
  ]);
  expect(tubeBasic(account, shiftMs)).toEqual({ basicTube: basic });
  expectDescending(recentVideos);
  expectDescending(recentShorts);
  const items = [...recentVideos, ...recentShorts].sort(
    (a, b) => b.publishTime - a.publishTime || (a.contentId < b.contentId ? -1 : 1),
  );

  const { timestamp, ...today } = weekly.histories[0] ?? expect.fail('no history');
  expect(timestamp).toBe(todayAt);
  expect(basic).toMatchObject(today);
  expect(profile).toMatchObject({
    channelId: basic.tubeId,
    uniqueId: basic.displayId,
    displayName: basic.tubeName,
    totalSubscribers: basic.subscribers,
    totalContents: basic.videos,
    lastPublishTime: basic.lastUploadTime,
    hasSponsors: sponsorList.length > 0,
    hasMemberOnlyContents: account.contents.some((content) => content.isMemberOnly),
    videoPrice: performance.videoPrice,
    shortsPrice: performance.shortsPrice,
  });
  expect(basic.lastUploadTime).toBe(items[0]?.publishTime ?? 0);
  expect(basic.recentVideos).toEqual(recentVideos);
  expect(profile.subscriberGrowth.g30).toBe(basic.gRateSubscribers);
  expectGrowth(
    profile.subscriberGrowth,
    daily.map((entry) => entry.totalSubscribers),
  );
  expectSameDays(
    daily,
    weekly.histories,
    (entry) => [entry.totalSubscribers, entry.totalContents],
    (week) => [week.subscribers, week.videos],
  );

  expect(daily[0]).toMatchObject({
    videosPerformanceAll: performance.videosPerformanceAll,
    shortsPerformanceAll: performance.shortsPerformanceAll,
  });
  const videos = settled(recentVideos);
  const shorts = settled(recentShorts);
  for (const [block, of] of [
    [performance.videosPerformanceRecent, videos.slice(0, 20)],
    [performance.videosPerformanceAll, videos],
    [performance.shortsPerformanceRecent, shorts.slice(0, 20)],
    [performance.shortsPerformanceAll, shorts],
  ] as const) {
    expectBlock(block, of, ['likes', 'comments', 'views']);
    expectEngagement(
      block,
      of.map((item) => item.engagementRate),
      profile.totalSubscribers,
      'Subscriber',
    );
    expect(block.length.avg).toBe(average(of, 'length'));
    expect(block.views.iqr).toBe(block.views.percentile75 - block.views.percentile25);
  }
  for (const item of items) expect(item.engagementRate).toBe(ratio(item.likes + item.comments, item.views));
  expectCounts(performance.contentCountByDays, items, basic.videos);

  const month = existedOn(account, 30) ? 30 : 0;
  expect(basic.gRateViews).toBe(growth(basic.views, totalOn(timeline(account), month, 'views')));
  const twenty = recentVideos.slice(0, 20);
  expect(basic).toMatchObject({
    avgViewsR20: average(twenty, 'views'),
    avgLikesR20: average(twenty, 'likes'),
    avgCommentsR20: average(twenty, 'comments'),
    avgLengthR20: average(twenty, 'length'),
    engageRateR20: ratio(basic.avgLikesR20 + basic.avgCommentsR20, basic.avgViewsR20),
  });
  expectHashtags(profile.hashtags, items);
  for (const price of [profile.videoPrice, profile.shortsPrice]) {
    expect(price.cpmLow).toBeLessThanOrEqual(price.cpmRaw);
    expect(price.cpmRaw).toBeLessThanOrEqual(price.cpmHigh);
  }

  for (const sponsor of sponsorList) {
    expectSpreads(sponsor.sponsoredVideosPerformance, sponsor.sponsoredVideos, [
      'likes',
      'comments',
      'views',
    ]);
    expectEngagement(
      sponsor.sponsoredVideosPerformance,
      sponsor.sponsoredVideos.map((video) => video.engagementRate),
      profile.totalSubscribers,
      'Subscriber',
    );
    for (const video of sponsor.sponsoredVideos) {
      const { isSponsored, isMemberOnly: _, ...short } = video;
      expect(isSponsored).toBe(true);
      expect([...recentVideos, ...recentShorts]).toContainEqual(
        recentVideos.some((one) => one.contentId === video.contentId) ? video : short,
      );
    }
  }

  const creator = valid(ChannelItem, channelItem(account));
  for (const content of account.contents) {
    const item = valid(TubeContentItem, tubeContentItem(account, content, shiftMs, brandOf));
    expect(item.creator).toEqual(creator);
    expect(item.partneredBrands).toHaveLength(content.brands.length);
    const meta = valid(SubtitlesMeta, subtitlesMeta(account, content));
    for (const { vssId } of meta.availableSubtitles.slice(0, 1))
      expectFirstCues(content.lengthSec, subtitleCues(account, content, vssId));
  }
  expect(creator).toEqual({
    displayName: profile.displayName,
    uniqueId: profile.uniqueId,
    channelId: profile.channelId,
    avatarUrl: profile.avatarUrl,
    totalSubscribers: profile.totalSubscribers,
  });
}

function valid<T>(schema: TSchema, value: T): T {
  expectValid(schema, value);
  expectDecimals(value);
  return value;
}

/** Rates and ratios have at most 4 decimals, money 2, other numbers none. */
function expectDecimals(value: unknown, name = ''): void {
  if (Array.isArray(value)) for (const item of value) expectDecimals(item, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) expectDecimals(item, key);
  else if (
    typeof value === 'number' &&
    name !== 'lat' &&
    name !== 'lng' &&
    Number(value.toFixed(4)) !== value
  )
    expect.fail(`${name} is ${value}`);
}

const instants =
  /^(publishTime|lastPublishTime|lastDbUpdateTime|uploadDate|updateDate|timestamp|dbUpdateTime|createDate|lastUploadTime|bdDauCheckedTimestamps)$/;

/** A shift moves every instant except 0, and nothing else. */
function expectShifted(make: (shiftMs: number) => unknown): void {
  expect(moved(make(0), shiftMs)).toEqual(make(shiftMs));
}

function moved(value: unknown, byMs: number, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => moved(item, byMs, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item, byMs, key)]));
  return typeof value === 'number' && value !== 0 && instants.test(name) ? value + byMs : value;
}

function expectAudience({
  audienceLocations,
  audienceGender,
  audienceAvgAge,
  audienceAgeBreakdown,
}: Audience): void {
  const ages = audienceAgeBreakdown.map(({ share }) => share);
  const unknown = sum(ages) === 0;
  expect(round4(sum(ages))).toBe(unknown ? 0 : 1);
  expect(round4(audienceGender.maleRatio + audienceGender.femaleRatio)).toBe(unknown ? 0 : 1);
  expect(audienceAvgAge).toBe(averageAge(ages));
  const shares = audienceLocations.map(({ share }) => share);
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  expect(round4(sum(shares))).toBeLessThanOrEqual(unknown ? 0 : 1);
}

function expectDescending(items: readonly { publishTime: number }[]): void {
  const times = items.map((item) => item.publishTime);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  for (const time of times) expect(time).toBeLessThan(todayAt);
}

const settled = <T extends { publishTime: number }>(items: readonly T[]): T[] =>
  items.filter((item) => item.publishTime <= todayAt - 4 * dayMs);

const average = <K extends string>(items: readonly Record<K, number>[], figure: K): number =>
  halfUp(mean(items.map((item) => item[figure])));

type Spreads<K extends string> = Record<K, ReturnType<typeof spread>>;

/** In performance and history `all` is the rounded average times the count. */
function expectBlock<K extends string>(
  block: Spreads<K>,
  items: readonly Record<K, number>[],
  figures: readonly K[],
): void {
  for (const figure of figures) {
    const expected = spread(items.map((item) => item[figure]));
    expect(block[figure]).toMatchObject({ ...expected, all: expected.avg * items.length });
  }
}

/** In sponsorships `all` is the exact sum. */
function expectSpreads<K extends string>(
  block: Spreads<K>,
  items: readonly Record<K, number>[],
  figures: readonly K[],
): void {
  for (const figure of figures) expect(block[figure]).toEqual(spread(items.map((item) => item[figure])));
}

interface Block {
  likes: { avg: number };
  comments: { avg: number };
  views?: { avg: number };
  engagement: object;
}

function expectEngagement(
  block: Block,
  itemRates: readonly number[],
  followers: number,
  per: 'Follower' | 'Subscriber',
): void {
  expect(block.engagement).toEqual({
    avgEngagementRate: round4(mean(itemRates)),
    [`likesPer${per}`]: ratio(block.likes.avg, followers),
    [`commentsPer${per}`]: ratio(block.comments.avg, followers),
    ...(block.views && { [`viewsPer${per}`]: ratio(block.views.avg, followers) }),
    engagementConsistency: consistency(itemRates),
  });
}

interface Spans {
  g7: number;
  g30: number;
  g90: number;
}

const rates = (of: Record<keyof Spans, { engagementRate: number }>): Spans => ({
  g7: of.g7.engagementRate,
  g30: of.g30.engagementRate,
  g90: of.g90.engagementRate,
});
const views = (of: Record<keyof Spans, { avgViews: number }>): Spans => ({
  g7: of.g7.avgViews,
  g30: of.g30.avgViews,
  g90: of.g90.avgViews,
});

/** Growth follows from the two days of the daily history; 0 if the history is too short. */
function expectGrowth(spans: Spans, byDay: readonly number[]): void {
  for (const [name, days] of [
    ['g7', 7],
    ['g30', 30],
    ['g90', 90],
  ] as const) {
    const then = byDay[days];
    expect(spans[name]).toBe(then === undefined ? 0 : growth(byDay[0] ?? 0, then));
  }
}

function expectSameDays<D extends { timestamp: number }, W extends { timestamp: number }>(
  daily: readonly D[],
  weekly: readonly W[],
  ofDay: (entry: D) => number[],
  ofWeek: (entry: W) => number[],
): void {
  for (const [index, entry] of daily.entries()) expect(entry.timestamp).toBe(todayAt - index * dayMs);
  for (const [week, entry] of weekly.entries()) {
    expect(entry.timestamp).toBe(todayAt - week * 7 * dayMs);
    const day = daily[week * 7];
    if (day) expect(ofDay(day)).toEqual(ofWeek(entry));
  }
}

/** Earlier contents may count too, if the span reaches beyond the listed ones. */
function expectCounts(
  counts: Record<'7d' | '30d' | '90d', number>,
  items: readonly { publishTime: number }[],
  total: number,
): void {
  const oldest = items.at(-1)?.publishTime ?? 0;
  for (const [name, days] of [
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ] as const) {
    const listed = items.filter((item) => item.publishTime >= todayAt - days * dayMs).length;
    if (oldest < todayAt - days * dayMs || total === items.length) expect(counts[name]).toBe(listed);
    else expect(counts[name]).toBeGreaterThanOrEqual(listed);
  }
}

function expectHashtags(
  counts: readonly { name: string; contentCount: number }[],
  items: readonly { hashtags: string[] }[],
): void {
  for (const { name, contentCount } of counts)
    expect(contentCount).toBe(items.filter((item) => item.hashtags.includes(name)).length);
}

function expectCreator(
  creator: CreatorItem,
  profile: { uniqueId: string; displayName: string; avatarUrl: string; totalFollowers: number },
): void {
  expect(creator).toEqual({
    displayName: profile.displayName,
    uniqueId: profile.uniqueId,
    avatarUrl: profile.avatarUrl,
    totalFollowers: profile.totalFollowers,
  });
}

function expectFirstCues(lengthSec: number, cues: Iterable<SubtitleCue>): void {
  let end = 0;
  let seen = 0;
  for (const cue of cues) {
    expectValid(SubtitleCue, cue);
    expect(cue.start).toBeGreaterThanOrEqual(end);
    expect(cue.text).not.toBe('');
    end = cue.start + cue.dur - 1e-6;
    if (++seen === 5) break;
  }
  expect(seen > 0).toBe(lengthSec > 0);
}
