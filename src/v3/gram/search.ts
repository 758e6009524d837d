import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { CreatorItem, creatorItem } from '../../records/creator-item.ts';
import { serveCreatorSearch } from '../creator-search.ts';

/** /gram/search: gram creators by filter (named in specification 1; its shape is observed). */
export const gramSearch = (app: Scope, deps: Deps): void =>
  serveCreatorSearch(app, deps, {
    platform: 'gram',
    item: CreatorItem,
    itemOf: creatorItem,
    whole: (world, id) => world.gram(id),
    brief: (world, id) => world.excerpt('gram', id, []),
  });
