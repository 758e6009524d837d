import type { Static } from '@sinclair/typebox';
import type { ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import { followersOn } from '../world/timeline.ts';
import { count, record, text } from './atoms.ts';
import { avatarUrl } from './urls.ts';

/** A creator in a search. Each content of a content search has the same block. */

const creator = {
  displayName: text('Editable display name.'),
  uniqueId: text('Handle, without a leading @.'),
  avatarUrl: text('URL of the profile picture.'),
  totalFollowers: count('Followers today, 00:00 UTC.'),
};

export const CreatorItem = record('CreatorItem', 'A clip or gram creator.', creator);
export type CreatorItem = Static<typeof CreatorItem>;

export const ChannelItem = record('ChannelItem', 'A tube channel.', {
  displayName: creator.displayName,
  uniqueId: text('Handle, with a leading @.'),
  channelId: text('Channel id.'),
  avatarUrl: creator.avatarUrl,
  totalSubscribers: count('Subscribers today, 00:00 UTC.'),
});
export type ChannelItem = Static<typeof ChannelItem>;

export const creatorItem = (account: ClipAccount | GramAccount): CreatorItem => ({
  displayName: account.displayName,
  uniqueId: account.handle,
  avatarUrl: avatarUrl(account.handle),
  totalFollowers: followersOn(account, 0),
});

export const channelItem = (account: TubeAccount): ChannelItem => ({
  displayName: account.displayName,
  uniqueId: `@${account.handle}`,
  channelId: account.channelId,
  avatarUrl: avatarUrl(account.channelId),
  totalSubscribers: followersOn(account, 0),
});
