import { type Static, Type } from '@sinclair/typebox';
import { namedSchema } from '../../core/schema.ts';
import type { Account } from '../world/account.ts';
import { followerGrowth } from '../world/timeline.ts';
import { change, count, object, record, text } from './atoms.ts';

/** Blocks in the profiles of all platforms. */

export const SubscriberGrowth = record(
  'SubscriberGrowth',
  'Growth of the followers. 0 for a younger account. 4 decimals.',
  {
    g7: change('Over the last 7 days.'),
    g30: change('Over the last 30 days.'),
    g90: change('Over the last 90 days.'),
  },
);
export type SubscriberGrowth = Static<typeof SubscriberGrowth>;

export const subscriberGrowth = (account: Account): SubscriberGrowth => ({
  g7: followerGrowth(account, 7),
  g30: followerGrowth(account, 30),
  g90: followerGrowth(account, 90),
});

export const HashtagCounts = namedSchema(
  'HashtagCounts',
  Type.Array(
    object('A hashtag and how often it was used.', {
      name: text('The hashtag with its leading #.'),
      contentCount: count('Listed contents that use it.'),
    }),
    {
      description: 'At most 100 hashtags of the listed contents, most used first, then latest first.',
      maxItems: 100,
    },
  ),
);
export type HashtagCounts = Static<typeof HashtagCounts>;

export function hashtagCounts(contents: readonly { hashtags: readonly string[] }[]): HashtagCounts {
  const counts = new Map<string, number>();
  for (const { hashtags } of contents)
    for (const [at, name] of hashtags.entries())
      if (hashtags.indexOf(name) === at) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, contentCount]) => ({ name, contentCount }))
    .sort((a, b) => b.contentCount - a.contentCount)
    .slice(0, 100);
}

/** Every text once, in the order of its latest use. */
export const latest = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

export const OtherLinks = namedSchema(
  'OtherLinks',
  Type.Array(object('A link of the profile.', { title: text('Its label.'), url: text('Its target.') }), {
    description: 'Links that the creator shows on the profile; empty when none.',
  }),
);

/** Publish time of the newest content, 0 without contents (assumed: last-publish-none). */
export const lastPublishedAt = (account: Account, shiftMs: number): number => {
  const newest = account.contents[0];
  return newest ? newest.publishedAt + shiftMs : 0;
};
