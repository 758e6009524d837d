import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { GramContentItem, gramContentItem } from '../../records/content-search-item.ts';
import { gramContentNames } from '../../search/gram-contents.ts';
import { contentIn, serveContentSearch } from '../content-search.ts';

/** /gram/content-search: gram images and reels of all creators by filter (observed). */
export const gramContentSearch = (app: Scope, deps: Deps): void =>
  serveContentSearch(app, deps, {
    platform: 'gram',
    names: gramContentNames,
    item: GramContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      gramContentItem(...contentIn(world.excerpt('gram', id, [n])), shiftMs, world.brandByKey),
  });
