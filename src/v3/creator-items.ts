import { kept } from '../core/kept.ts';
import type { Platform } from '../core/platforms.ts';
import { type ChannelItem, type CreatorItem, channelItem, creatorItem } from '../records/creator-item.ts';
import type { World } from '../world/world.ts';

type Item = CreatorItem | ChannelItem;

/** The item of a creator that a search found. It shows nothing of the contents, so none are read. */
export const itemIn: Record<Platform, (world: World, id: string) => Item> = {
  clip: (world, id) => creatorItem(existing(world.excerpt('clip', id, []), id)),
  gram: (world, id) => creatorItem(existing(world.excerpt('gram', id, []), id)),
  tube: (world, id) => channelItem(existing(world.excerpt('tube', id, []), id)),
};

const mostBytes = 3 * 2 ** 20;
const bytesOfItem = 300;

/** The same, but items are kept: they depend on their accounts alone. */
export function creatorItems(world: World, platform: Platform): (id: string) => Item {
  const items = kept<Item>(mostBytes);
  return (id) => {
    const known = items.get(id);
    if (known) return known;
    const item = itemIn[platform](world, id);
    items.set(id, item, bytesOfItem);
    return item;
  };
}

/** @throws if an index names an account that the world does not have */
export function existing<Of>(account: Of | undefined, id: string): Of {
  if (account === undefined) throw new Error(`an index names an account that does not exist: ${id}`);
  return account;
}
