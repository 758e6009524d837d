import { type TSchema, Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { closed } from '../../core/schema.ts';
import {
  ClipContentItem,
  clipContentItem,
  GramContentItem,
  gramContentItem,
  TubeContentItem,
  tubeContentItem,
} from '../../creators/records/content-search-item.ts';
import { momentAt } from '../../creators/search/conditions.ts';
import { type ContentPlace, contentNames } from '../../creators/search/contents.ts';
import { finishOrDelay, worldOf } from '../http/delayed.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { fullPriceOf, meter, type WorldOfDay } from '../http/metered.ts';
import { pageAfter, pageFields, pageJson } from './search-page.ts';
import { sampleSearch, searchRoute } from './search-route.ts';

interface ContentSearch {
  item: TSchema;
  /** The item of a content that the search found. */
  itemAt: (place: ContentPlace, day: WorldOfDay) => object;
  summary: string;
  sample: object;
}

const contentSearches: Record<Platform, ContentSearch> = {
  clip: {
    item: ClipContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      clipContentItem(...contentIn(world.excerpt('clip', id, [n])), shiftMs),
    summary: 'Search of the contents of clip creators by filters',
    sample: sampleSearch('plays', 100),
  },
  gram: {
    item: GramContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      gramContentItem(...contentIn(world.excerpt('gram', id, [n])), shiftMs, world.brandByKey),
    summary: 'Search of the contents of gram creators by filters',
    sample: sampleSearch('likes', 100),
  },
  tube: {
    item: TubeContentItem,
    itemAt: ({ id, n }, { world, shiftMs }) =>
      tubeContentItem(...contentIn(world.excerpt('tube', id, [n])), shiftMs, world.brandByKey),
    summary: 'Search of the contents of tube channels by filters',
    sample: sampleSearch('views', 100),
  },
};

/** One page of contents (contract 2.6). */
export const contentPage = (item: TSchema) =>
  Type.Object({ contentList: Type.Array(item), ...pageFields }, closed);

/**
 * /{platform}/content-search: the contents of all creators by filter, one price per page (contract 4.2, 2.6; on
 * gram and tube observed).
 */
export const contentSearch =
  (platform: Platform): MakeEndpoints =>
  (deps) => {
    const { item, itemAt, summary, sample } = contentSearches[platform];
    const { searches } = deps;
    const operation = `${platform}/content-search` as const;
    const asks = { operation, names: contentNames[platform], reply: contentPage(item) };

    return searchRoute(deps, { ...asks, about: { summary, sample } }, ({ tx, call, search }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const { contents, totalResults } = finishOrDelay(deps, call, () =>
          searches.of(world).contents(platform).find(search, momentAt(world, call.now)),
        );
        const beside = pageAfter(deps, call, search, totalResults);
        const list = (day: WorldOfDay) => ({ contentList: contents.map((place) => itemAt(place, day)) });
        const places = contents.map(({ id, n }) => `${id} ${n}`);
        return { json: pageJson(deps, call, places, { list, beside }) };
      }),
    );
  };

/** The account of an excerpt, and the only content of the excerpt. */
function contentIn<T extends { contents: unknown[] }>(
  account: T | undefined,
): [account: T, content: T['contents'][number]] {
  const known = account as T;
  return [known, known.contents[0]];
}
