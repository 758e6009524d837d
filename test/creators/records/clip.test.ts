import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { ClipHistory, clipHistory } from '../../../src/creators/records/clip-history.ts';
import { ClipProfile, clipProfile } from '../../../src/creators/records/clip-profile.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
import { followersOn } from '../../../src/creators/world/timeline.ts';
import { clipAccount } from '../../seed/hand-written.ts';
import { expectValid } from '../world/strict.ts';

const shiftMs = 40 * dayMs;

describe('the profile of a clip creator', () => {
  test('is what contract 2.5 lists, every instant moved by the shift', () => {
    const profile = clipProfile(clipAccount(), shiftMs);
    expectValid(ClipProfile, profile);
    expect(profile).toEqual({
      uniqueId: 'paper.boats',
      displayName: 'Paper Boats',
      category: 'Arts',
      avatarUrl: 'https://img.example/avatar/paper.boats.jpg',
      bio: 'Folding things that float',
      country: 'NZL',
      mainLanguage: 'eng',
      secondLanguage: 'mri',
      languages: ['eng', 'mri'],
      isBusinessAccount: false,
      isPrivateAccount: false,
      isVerified: true,
      hasSponsors: false,
      totalContents: 330,
      totalFollowers: 10_000,
      totalFollowing: 100,
      subscriberGrowth: { g7: 0.007, g30: 0.0309, g90: 0.0976 },
      hashtags: [
        { name: '#boats', contentCount: 30 },
        { name: '#paper', contentCount: 15 },
      ],
      niches: ['id_crafts_All'],
      otherLinks: [{ title: 'Shop', url: 'https://paper-boats.example/shop' }],
      lastPublishTime: epochAt - dayMs / 2 + shiftMs,
      lastDbUpdateTime: epochAt - 3_600_000 + shiftMs,
    });
  });

  test('of an account without contents or a second language has zero, empty and null', () => {
    const profile = clipProfile(clipAccount({ contents: [], older: [], languages: ['eng'] }), shiftMs);
    expectValid(ClipProfile, profile);
    expect(profile).toMatchObject({
      totalContents: 0,
      lastPublishTime: 0,
      hashtags: [],
      secondLanguage: null,
    });
  });
});

describe('the history of a clip creator', () => {
  const { basicClip, histories } = clipHistory(clipAccount(), shiftMs);

  test('satisfies contract 2.4', () => {
    expectValid(ClipHistory, { basicClip, histories });
  });

  test('averages exactly the 24 videos that it lists', () => {
    expect(basicClip.recentVideos).toHaveLength(24);
    expect(basicClip).toMatchObject({
      followers: 10_000,
      videos: 330,
      avgLength: 22,
      avgHearts: 215,
      avgShares: 5,
      avgComments: 10,
      avgPlays: 2150,
      engageRate: 0.023,
    });
  });

  test('starts with today, which equals the basic record, and descends by seven days', () => {
    const { timestamp, ...today } = histories[0] ?? expect.fail('no history');
    expect(timestamp).toBe(epochAt + shiftMs);
    expect(basicClip).toMatchObject(today);
    expect(histories).toHaveLength(53);
    for (const [week, entry] of histories.entries()) {
      expect(entry.timestamp).toBe(timestamp - week * 7 * dayMs);
      expect(entry.followers).toBe(followersOn(clipAccount(), week * 7));
    }
  });

  test('never decreases in hearts and videos', () => {
    for (const [week, entry] of histories.slice(1).entries()) {
      expect(entry.hearts).toBeLessThanOrEqual(histories[week]?.hearts ?? 0);
      expect(entry.videos).toBeLessThanOrEqual(histories[week]?.videos ?? 0);
    }
  });

  test('has the same growth of followers as the profile', () => {
    expect(basicClip.gRateFollowers).toBe(clipProfile(clipAccount(), 0).subscriberGrowth.g30);
  });

  test('of a young account begins with its creation, and every growth over 30 days is 0', () => {
    const young = clipAccount({
      createdAt: epochAt - 20 * dayMs,
      contents: clipAccount().contents.slice(0, 9),
      older: [],
    });
    const history = clipHistory(young, 0);
    expect(history.histories.map((entry) => entry.timestamp)).toEqual(
      [0, 7, 14].map((day) => epochAt - day * dayMs),
    );
    expect(history.basicClip).toMatchObject({
      gRateFollowers: 0,
      gRateHearts: 0,
      gRateAvgPlays: 0,
      gRateEngageRate: 0,
    });
  });
});
