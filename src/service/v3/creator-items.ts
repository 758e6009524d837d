import type { Platform } from '../../core/platforms.ts';
import {
  type ChannelItem,
  type CreatorItem,
  channelItem,
  creatorItem,
} from '../../creators/records/creator-item.ts';
import type { World } from '../../creators/world/world.ts';
import { factMaskOf } from '../../report/reply-facts.ts';
import { extended, type ReplyJson } from '../http/body.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { cachedJson, toJson } from '../http/metered.ts';

type Item = CreatorItem | ChannelItem;

/** The item of a creator that a search found. It shows nothing of the contents, so none are read. */
export const itemIn: Record<Platform, (world: World, id: string) => Item> = {
  clip: (world, id) => creatorItem(existing(world.excerpt('clip', id, []), id)),
  gram: (world, id) => creatorItem(existing(world.excerpt('gram', id, []), id)),
  tube: (world, id) => channelItem(existing(world.excerpt('tube', id, []), id)),
};

/** The JSON of a page of creators without blocks. That of the list is cached: it depends on the accounts alone. */
export function pageOfItems(
  deps: Pick<Deps, 'world' | 'jsonCache'>,
  call: RecognisedCall,
  platform: Platform,
  ids: readonly string[],
  beside: object,
): ReplyJson {
  const list = cachedJson(deps, call, ids.join(' '), ({ world }) => ({
    creatorList: ids.map((id) => itemIn[platform](world, id)),
  }));
  call.factMask = (call.factMask ?? 0) | factMaskOf(beside);
  return extended(list, toJson(call, beside));
}

/** @throws if an index names an account that the world does not have */
export function existing<T>(account: T | undefined, id: string): T {
  if (account === undefined) throw new Error(`an index names an account that does not exist: ${id}`);
  return account;
}
