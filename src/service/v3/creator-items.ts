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
  clip: (world, id) => creatorItem(existing(world.excerpt('clip', id, []))),
  gram: (world, id) => creatorItem(existing(world.excerpt('gram', id, []))),
  tube: (world, id) => channelItem(existing(world.excerpt('tube', id, []))),
};

/** An account that an index names: the world has it. */
export const existing = <T>(account: T | undefined): T => account as T;
