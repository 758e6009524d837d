import type { Platform } from '../../core/platforms.ts';
import {
  type ChannelItem,
  type CreatorItem,
  channelItem,
  creatorItem,
} from '../../creators/records/creator-item.ts';
import type { World } from '../../creators/world/world.ts';

type Item = CreatorItem | ChannelItem;

/** The item of a creator that a search found. It shows nothing of the contents, so none are read. */
export const itemIn: Record<Platform, (world: World, id: string) => Item> = {
  clip: (world, id) => creatorItem(existing(world.excerpt('clip', id, []), id)),
  gram: (world, id) => creatorItem(existing(world.excerpt('gram', id, []), id)),
  tube: (world, id) => channelItem(existing(world.excerpt('tube', id, []), id)),
};

/** @throws if an index names an account that the world does not have */
export function existing<T>(account: T | undefined, id: string): T {
  if (account === undefined) throw new Error(`an index names an account that does not exist: ${id}`);
  return account;
}
