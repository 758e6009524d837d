import { type TSchema, Type } from '@sinclair/typebox';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import type { ContentNames, Place } from '../search/contents.ts';
import { indexesOf } from '../search/indexes.ts';
import type { Platform } from '../world/account.ts';
import type { World } from '../world/world.ts';
import { pageAfter, pageFields } from './search-page.ts';
import { searchRoute } from './search-route.ts';

export interface ContentSearch {
  platform: Platform;
  names: ContentNames<never, never>;
  item: TSchema;
  /** The item of a content that the search found. */
  itemAt: (place: Place, context: { world: World; shiftMs: number }) => object;
}

/** One page of contents (specification 2.6). */
export const contentPage = (item: TSchema) =>
  Type.Object({ contentList: Type.Array(item), ...pageFields }, { additionalProperties: false });

/** A search of the contents of all creators of a platform: one price per page (observed). */
export function serveContentSearch(
  app: Scope,
  deps: Deps,
  { platform, names: { content, creator }, item, itemAt }: ContentSearch,
): void {
  const { world, prices } = deps;
  const operation = `${platform}/content-search` as const;
  const price = prices.full(operation);
  const reply = Type.Object(
    { contentList: Type.Array(item), ...pageFields },
    { additionalProperties: false },
  );

  searchRoute(app, { operation, names: [...content, ...creator], reply }, ({ call, search }) =>
    metered(deps, call, price, () => {
      const shiftMs = world.shiftMs(call.now);
      const { contents, totalResults } = indexesOf(world)
        .contents(platform)
        .find(search, { now: call.now, shiftMs });
      const contentList = contents.map((place) => itemAt(place, { world, shiftMs }));
      return { data: { contentList, ...pageAfter(deps, call, search, totalResults) }, price };
    }),
  );
}

/** An excerpt of one content, and that content. */
export function contentIn<Of extends { contents: unknown[] }>(
  account: Of | undefined,
): [account: Of, content: Of['contents'][number]] {
  const content = account?.contents[0];
  if (account === undefined || content === undefined) throw new Error('an index names a content that is not');
  return [account, content];
}
