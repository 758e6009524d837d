import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import { clipHistory } from '../../../src/creators/records/clip-history.ts';
import { ClipProfile, clipProfile } from '../../../src/creators/records/clip-profile.ts';
import { epochAt } from '../../../src/creators/world/account.ts';
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

test('the history of a young account begins with its creation, and every growth over 30 days is 0', () => {
  const createdAt = epochAt - 20 * dayMs;
  const young = clipAccount({ createdAt, contents: clipAccount().contents.slice(0, 9), older: [] });
  const { basicClip, histories } = clipHistory(young, 0);
  expect(histories.map(({ timestamp }) => timestamp)).toEqual([0, 7, 14].map((day) => epochAt - day * dayMs));
  const none = { gRateFollowers: 0, gRateHearts: 0, gRateAvgPlays: 0, gRateEngageRate: 0 };
  expect(basicClip).toMatchObject(none);
});
