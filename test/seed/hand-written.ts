import { dayMs } from '../../src/core/durations.ts';
import { type ClipAccount, type ClipContent, epochAt } from '../../src/creators/world/account.ts';

/** A clip account with figures that are easy to check by hand. */
export function clipAccount(over: Partial<ClipAccount> = {}): ClipAccount {
  return {
    platform: 'clip',
    handle: 'paper.boats',
    category: 'Arts',
    isBusiness: false,
    isPrivate: false,
    displayName: 'Paper Boats',
    bio: 'Folding things that float',
    country: 'NZL',
    languages: ['eng', 'mri'],
    niches: ['id_crafts_All'],
    links: [{ title: 'Shop', url: 'https://paper-boats.example/shop' }],
    emails: ['hello@paper-boats.example'],
    isVerified: true,
    createdAt: epochAt - 1000 * dayMs,
    updatedAt: epochAt - 3_600_000,
    following: 100,
    followerWeeks: Array.from({ length: 60 }, (_, week) => 10_000 - week * 70),
    audience: null,
    related: [],
    linked: { clip: 'paper.boats', gram: 'paper.boats.gram', tube: '' },
    seed: 7,
    older: [
      {
        kind: 'video',
        count: 300,
        everyMs: 3 * dayMs,
        lengthSec: 20,
        views: 5000,
        likes: 400,
        comments: 20,
        shares: 9,
      },
    ],
    ranks: {},
    contents: Array.from({ length: 30 }, (_, index) => clipContent(index)),
    ...over,
  };
}

/** Content 0 was published half a day before the epoch, each next one two days earlier. */
const clipContent = (index: number, over: Partial<ClipContent> = {}): ClipContent => ({
  kind: 'video',
  id: String(7_000_000_000_000_000_000n + BigInt(index)),
  publishedAt: epochAt - dayMs / 2 - index * 2 * dayMs,
  lengthSec: 10 + index,
  text: `Boat number ${index} #boats`,
  hashtags: index % 2 === 0 ? ['#boats', '#paper'] : ['#boats'],
  views: 1000 + index * 100,
  likes: 100 + index * 10,
  comments: 10,
  shares: 5,
  commerceHashtags: [],
  audio: { id: '6900000000000000000', title: 'original sound', author: 'Paper Boats', album: '' },
  isAd: false,
  isDuetEnabled: true,
  ...over,
});
