import { type TObject, Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { closed, partialSchema } from '../../core/schema.ts';
import type { Search } from '../../core/search-body.ts';
import { priceLookup, quoteSearch, selectParts } from '../../core/selection.ts';
import { ChannelItem, CreatorItem } from '../../creators/records/creator-item.ts';
import { momentAt } from '../../creators/search/conditions.ts';
import { creatorSearchNames, withGrowthAsCount } from '../../creators/search/creators.ts';
import type { Account } from '../../creators/world/account.ts';
import type { World } from '../../creators/world/world.ts';
import { finishOrDelay, worldOf } from '../http/delayed.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { meter, type WorldOfDay } from '../http/metered.ts';
import { existing, itemIn } from './creator-items.ts';
import type { LookupContext, LookupRecord } from './lookup.ts';
import { lookupRecord, lookupsOn } from './lookups.ts';
import { pageAfter, pageFields, pageJson } from './search-page.ts';
import { sampleSearch, searchRoute } from './search-route.ts';

interface CreatorSearch {
  item: TObject;
  account: (world: World, id: string) => Account | undefined;
  summary: string;
  sample: object;
}

const creatorSearches: Record<Platform, CreatorSearch> = {
  clip: {
    item: CreatorItem,
    account: (world, id) => world.clip(id),
    summary: 'Search of clip creators by filters',
    sample: sampleSearch('totalFollowers', 1000),
  },
  gram: {
    item: CreatorItem,
    account: (world, id) => world.gram(id),
    summary: 'Search of gram creators by filters',
    sample: sampleSearch('totalFollowers', 1000),
  },
  tube: {
    item: ChannelItem,
    account: (world, id) => world.tube(id),
    summary: 'Search of tube channels by filters',
    sample: sampleSearch('totalSubscribers', 1000),
  },
};

/**
 * /{platform}/search: creators by filter (named in contract 1; the shape is observed). `fields` names records that
 * each creator carries. Each is selected and priced like a look-up, on top of the price of the search (contract
 * 4.3(5); the blocks and their prices are assumed: search-fields).
 */
export const creatorSearch =
  (platform: Platform): MakeEndpoints =>
  (deps) => {
    const { item, account, summary, sample } = creatorSearches[platform];
    const { searches, settings } = deps;
    const meant = settings.followerGrowth === 'count' ? withGrowthAsCount : (search: Search) => search;
    const operation = `${platform}/search` as const;
    const names = creatorSearchNames[platform];
    const reply = creatorPage(platform, item);

    return searchRoute(
      deps,
      { operation, names, reply, about: { summary, sample } },
      ({ tx, call, search, blocks }) => {
        const size = { filters: search.filters.length, pageSize: search.pageSize };
        const { prices } = deps;
        return meter(deps, tx, call, quoteSearch(prices, operation, blocks, size), () => {
          const world = worldOf(deps, call);
          const found = () =>
            searches.of(world).creators(platform).find(meant(search), momentAt(world, call.now));
          const price = prices.full(operation, size);
          // Most searches carry no records: inside the generator below they would cost a third more.
          if (blocks.length === 0) {
            const { ids, totalResults } = finishOrDelay(deps, call, found);
            const beside = pageAfter(deps, call, search, totalResults);
            const list = ({ world }: WorldOfDay) => ({
              creatorList: ids.map((id) => itemIn[platform](world, id)),
            });
            return { json: pageJson(deps, call, ids, { list, beside }), price };
          }
          const context: LookupContext = { world, shiftMs: world.shiftMs(call.now) };
          const { totalResults, creatorList, priceOfBlocks } = finishOrDelay(deps, call, function* () {
            const { ids, totalResults } = yield* found();
            const creatorList: object[] = [];
            let priceOfBlocks = 0;
            for (const id of ids) {
              // the records of a page are megabytes
              yield;
              const whole = existing(account(world, id));
              const records = blocks.map((block) => {
                const record = lookupRecord(block.operation).record(whole, context);
                priceOfBlocks += priceLookup(prices, block.operation, block.selection, record);
                return [block.name, selectParts(record, block.selection)] as const;
              });
              creatorList.push({ ...itemIn[platform](world, id), ...Object.fromEntries(records) });
            }
            return { totalResults, creatorList, priceOfBlocks };
          });
          const page = pageAfter(deps, call, search, totalResults);
          return { data: { creatorList, ...page }, price: price + priceOfBlocks };
        });
      },
    );
  };

/** One page of creators. A creator may carry a block for each record, whole or in part. */
export function creatorPage(platform: Platform, item: TObject): TObject {
  const blocks = lookupsOn(platform).map((lookup) => {
    const { reply } = lookup[platform] as LookupRecord;
    return [lookup.name, Type.Optional(partialSchema(reply as TObject))];
  });
  const creator = Type.Object({ ...item.properties, ...Object.fromEntries(blocks) }, closed);
  return Type.Object({ creatorList: Type.Array(creator), ...pageFields }, closed);
}
