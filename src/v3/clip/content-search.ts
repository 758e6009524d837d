import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { ClipContentItem, clipContentItem } from '../../records/content-search-item.ts';
import { clipContentNames } from '../../search/clip-contents.ts';
import { contentIn, serveContentSearch } from '../content-search.ts';

/** /clip/content-search: clip videos of all creators by filter (specification 4.2, 2.6). */
export const clipContentSearch = (app: Scope, deps: Deps): void =>
  serveContentSearch(app, deps, {
    platform: 'clip',
    names: clipContentNames,
    item: ClipContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      clipContentItem(...contentIn(world.excerpt('clip', id, [n])), shiftMs),
  });
