import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import { TubeContentItem, tubeContentItem } from '../../records/content-search-item.ts';
import { tubeContentNames } from '../../search/tube-contents.ts';
import { contentIn, serveContentSearch } from '../content-search.ts';

/** /tube/content-search: tube videos, shorts and streams of all channels by filter (observed). */
export const tubeContentSearch = (app: Scope, deps: Deps): void =>
  serveContentSearch(app, deps, {
    platform: 'tube',
    names: tubeContentNames,
    item: TubeContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      tubeContentItem(...contentIn(world.excerpt('tube', id, [n])), shiftMs, world.brandByKey),
  });
