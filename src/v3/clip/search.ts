import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { CreatorItem, creatorItem } from '../../records/creator-item.ts';
import { serveCreatorSearch } from '../creator-search.ts';

/** /clip/search: clip creators by filter (named in specification 1; its shape is observed). */
export const clipSearch = (app: Scope, deps: Deps): void =>
  serveCreatorSearch(app, deps, {
    platform: 'clip',
    item: CreatorItem,
    itemOf: creatorItem,
    whole: (world, id) => world.clip(id),
    brief: (world, id) => world.excerpt('clip', id, []),
  });
