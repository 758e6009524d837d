import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { ChannelItem, channelItem } from '../../records/creator-item.ts';
import { serveCreatorSearch } from '../creator-search.ts';

/** /tube/search: channels by filter (named in specification 1; its shape is observed). */
export const tubeSearch = (app: Scope, deps: Deps): void =>
  serveCreatorSearch(app, deps, {
    platform: 'tube',
    item: ChannelItem,
    itemOf: channelItem,
    whole: (world, id) => world.tube(id),
    brief: (world, id) => world.excerpt('tube', id, []),
  });
