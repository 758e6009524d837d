import { expect, it } from 'vitest';
import type { ClipContentDetail } from '../../../src/creators/records/clip-content-detail.ts';
import type { ClipHistory } from '../../../src/creators/records/clip-history.ts';
import type { ClipProfile } from '../../../src/creators/records/clip-profile.ts';
import type { Contact } from '../../../src/creators/records/contact.ts';
import type { GramContentDetail } from '../../../src/creators/records/gram-content-detail.ts';
import type { GramHistory } from '../../../src/creators/records/gram-history.ts';
import type { GramProfile } from '../../../src/creators/records/gram-profile.ts';
import type {
  ClipPerformanceHistory,
  GramPerformanceHistory,
  TubePerformanceHistory,
} from '../../../src/creators/records/performance-history.ts';
import type { TubeContentDetail } from '../../../src/creators/records/tube-content-detail.ts';
import type { TubeHistory } from '../../../src/creators/records/tube-history.ts';
import type { TubeProfile } from '../../../src/creators/records/tube-profile.ts';
import type { Platform } from '../../../src/creators/world/account.ts';
import { testApp } from '../../harness.ts';

/**
 * Both generations read one stored account: figures that both show are equal.
 */
const { get, getV2, world } = await testApp({ size: 160 });

const read = async <T>(url: string): Promise<T> =>
  (url.startsWith('/v2') ? await getV2(url, 'demo-unlimited') : await get(url, 'demo-unlimited')).body[
    'data'
  ] as T;

function fifty(platform: Platform): string[] {
  const ids = [...world.accounts(platform)].map((account) =>
    'channelId' in account ? account.channelId : account.handle,
  );
  expect(ids.length).toBeGreaterThan(50);
  // as if drawn by lot, and the same in every run
  return ids
    .map((id, index) => ({ id, lot: (index * 7919) % ids.length }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, 50)
    .map(({ id }) => id);
}

/** A week of the one history shows the same as its day in the other. */
function expectSameDays<Week extends { timestamp: number }, Day extends { timestamp: number }>(
  weeks: readonly Week[],
  days: readonly Day[],
  ofWeek: (week: Week) => unknown,
  ofDay: (day: Day) => unknown,
): void {
  const byTime = new Map(days.map((day) => [day.timestamp, day]));
  const shared = weeks.filter(({ timestamp }) => byTime.has(timestamp));
  expect(shared.length).toBe(Math.min(weeks.length, Math.ceil(days.length / 7)));
  for (const week of shared) expect(ofWeek(week)).toEqual(ofDay(byTime.get(week.timestamp) as Day));
}

it('both generations show the same of a fifty clip creators', async () => {
  for (const id of fifty('clip')) {
    const { basicClip, histories } = await read<ClipHistory>(`/v2/clipHistory?clipId=${id}`);
    const profile = await read<ClipProfile>(`/clip/profile?uniqueId=${id}`);
    const detail = await read<ClipContentDetail>(`/clip/content-detail?uniqueId=${id}`);
    const days = await read<ClipPerformanceHistory>(
      `/clip/performance-history?uniqueId=${id}&pastDayRange=90`,
    );

    expect([
      basicClip.clipId,
      basicClip.clipName,
      basicClip.avatar,
      basicClip.description,
      basicClip.country,
      basicClip.lang,
      basicClip.isVerified,
      basicClip.isPrivateAccount,
      basicClip.followers,
      basicClip.following,
      basicClip.videos,
      basicClip.gRateFollowers,
    ]).toEqual([
      profile.uniqueId,
      profile.displayName,
      profile.avatarUrl,
      profile.bio,
      profile.country,
      profile.mainLanguage,
      profile.isVerified,
      profile.isPrivateAccount,
      profile.totalFollowers,
      profile.totalFollowing,
      profile.totalContents,
      profile.subscriberGrowth.g30,
    ]);
    expect(
      basicClip.recentVideos.map((video) => [
        video.videoId,
        video.uploadDate,
        video.length,
        video.cover,
        video.hearts,
        video.comments,
        video.shares,
        video.plays,
        video.hashtags,
        video.isAd,
        video.isDuetEnabled,
        [video.audioId, video.audioTitle, video.audioAuthor, video.audioAlbum],
      ]),
    ).toEqual(
      detail.recentVideos
        .slice(0, 24)
        .map((video) => [
          video.contentId,
          video.publishTime,
          video.length,
          video.coverImageUrl,
          video.likes,
          video.comments,
          video.shares,
          video.views,
          video.hashtags,
          video.isAd,
          video.isDuetEnabled,
          [video.audioId, video.audioTitle, video.audioAuthor, video.audioAlbum],
        ]),
    );
    expectSameDays(
      histories,
      days.histories,
      (week) => [week.followers, week.following, week.videos],
      (day) => [day.totalFollowers, day.totalFollowing, day.totalContents],
    );
  }
});

it('both generations show the same of a fifty gram creators', async () => {
  for (const id of fifty('gram')) {
    const { basicGram, histories } = await read<GramHistory>(`/v2/gramHistory?gramId=${id}`);
    const profile = await read<GramProfile>(`/gram/profile?uniqueId=${id}`);
    const detail = await read<GramContentDetail>(`/gram/content-detail?uniqueId=${id}`);
    const days = await read<GramPerformanceHistory>(
      `/gram/performance-history?uniqueId=${id}&pastDayRange=90`,
    );

    expect([
      basicGram.gramId,
      basicGram.gramName,
      basicGram.avatar,
      basicGram.description,
      basicGram.category,
      basicGram.country,
      basicGram.lang,
      basicGram.isVerified,
      basicGram.isBusinessAccount,
      basicGram.isPrivateAccount,
      basicGram.nicheIds,
      basicGram.followers,
      basicGram.following,
      basicGram.posts,
      basicGram.relatedUsers,
      basicGram.lastPublishTime,
      basicGram.dbUpdateTime,
      basicGram.gRateFollowers,
    ]).toEqual([
      profile.uniqueId,
      profile.displayName,
      profile.avatarUrl,
      profile.bio,
      profile.category,
      profile.country,
      profile.mainLanguage,
      profile.isVerified,
      profile.isBusinessAccount,
      profile.isPrivateAccount,
      profile.niches,
      profile.totalFollowers,
      profile.totalFollowing,
      profile.totalContents,
      profile.relatedCreators,
      profile.lastPublishTime,
      profile.lastDbUpdateTime,
      profile.subscriberGrowth.g30,
    ]);
    const shown = new Map(
      [...detail.recentImages, ...detail.recentReels].map((content) => [content.contentId, content]),
    );
    for (const post of basicGram.recentPosts)
      expect([
        post.shortcode,
        post.updateDate,
        post.title,
        post.likes,
        post.comments,
        post.hashtags,
        post.taggedUsers,
        post.location,
      ]).toEqual([
        post.shortcode,
        shown.get(post.shortcode)?.publishTime,
        shown.get(post.shortcode)?.description,
        shown.get(post.shortcode)?.likes,
        shown.get(post.shortcode)?.comments,
        shown.get(post.shortcode)?.hashtags,
        shown.get(post.shortcode)?.taggedCreators,
        shown.get(post.shortcode)?.gramGeoTaggedLocation?.name ?? '',
      ]);
    expect(basicGram.recentReels.map((reel) => [reel.shortcode, reel.views, reel.likes])).toEqual(
      detail.recentReels.slice(0, 24).map((reel) => [reel.contentId, reel.views, reel.likes]),
    );
    expectSameDays(
      histories,
      days.histories,
      (week) => [week.followers, week.following, week.posts],
      (day) => [day.totalFollowers, day.totalFollowing, day.totalContents],
    );
  }
});

it('both generations show the same of a fifty tube channels', async () => {
  for (const id of fifty('tube')) {
    const { basicTube, histories } = await read<TubeHistory>(`/v2/tubeHistory?tubeId=${id}`);
    const profile = await read<TubeProfile>(`/tube/profile?channelId=${id}`);
    const detail = await read<TubeContentDetail>(`/tube/content-detail?channelId=${id}`);
    const contact = await read<Contact>(`/tube/contact?channelId=${id}`);
    const days = await read<TubePerformanceHistory>(
      `/tube/performance-history?channelId=${id}&pastDayRange=90`,
    );

    expect([
      basicTube.tubeId,
      basicTube.displayId,
      basicTube.tubeName,
      basicTube.avatar,
      basicTube.country,
      basicTube.lang,
      basicTube.mainCategory,
      basicTube.hasEmail,
      basicTube.subscribers,
      basicTube.videos,
      basicTube.lastUploadTime,
      basicTube.gRateSubscribers,
      basicTube.recentVideos,
    ]).toEqual([
      profile.channelId,
      profile.uniqueId,
      profile.displayName,
      profile.avatarUrl,
      profile.country,
      profile.mainLanguage,
      profile.categoryBreakdown[0]?.category ?? '',
      contact.emails.length > 0,
      profile.totalSubscribers,
      profile.totalContents,
      profile.lastPublishTime,
      profile.subscriberGrowth.g30,
      detail.recentVideos,
    ]);
    expectSameDays(
      histories,
      days.histories,
      (week) => [week.subscribers, week.videos],
      (day) => [day.totalSubscribers, day.totalContents],
    );
  }
});
