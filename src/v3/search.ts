import { type TObject, Type } from '@sinclair/typebox';
import type { Platform } from '../core/platforms.ts';
import { closed, partsOf } from '../core/schema.ts';
import { price as priceOf, quoteSearch, select } from '../core/selection.ts';
import type { Route } from '../http/generation.ts';
import { metered } from '../http/metered.ts';
import { ChannelItem, CreatorItem, channelItem, creatorItem } from '../records/creator-item.ts';
import { creatorSearchNames } from '../search/creators.ts';
import { indexesOf } from '../search/indexes.ts';
import type { Account, ClipAccount, GramAccount, TubeAccount } from '../world/account.ts';
import type { World } from '../world/world.ts';
import type { LookupContext, LookupRecord } from './lookup.ts';
import { lookupRecord, lookupsOn } from './lookups.ts';
import { pageAfter, pageFields } from './search-page.ts';
import { sampleSearch, searchRoute } from './search-route.ts';

interface CreatorSearch<Of extends Account> {
  item: TObject;
  itemOf: (account: Of) => object;
  whole: (world: World, id: string) => Of | undefined;
  /** Without its contents, which the item does not show. */
  brief: (world: World, id: string) => Of | undefined;
  summary: string;
  sample: object;
}

const clip: CreatorSearch<ClipAccount> = {
  item: CreatorItem,
  itemOf: creatorItem,
  whole: (world, id) => world.clip(id),
  brief: (world, id) => world.excerpt('clip', id, []),
  summary: 'Search of clip creators by filters',
  sample: sampleSearch('totalFollowers', 1000),
};

const gram: CreatorSearch<GramAccount> = {
  item: CreatorItem,
  itemOf: creatorItem,
  whole: (world, id) => world.gram(id),
  brief: (world, id) => world.excerpt('gram', id, []),
  summary: 'Search of gram creators by filters',
  sample: sampleSearch('totalFollowers', 1000),
};

const tube: CreatorSearch<TubeAccount> = {
  item: ChannelItem,
  itemOf: channelItem,
  whole: (world, id) => world.tube(id),
  brief: (world, id) => world.excerpt('tube', id, []),
  summary: 'Search of tube channels by filters',
  sample: sampleSearch('totalSubscribers', 1000),
};

const searches = { clip, gram, tube } as unknown as Record<Platform, CreatorSearch<Account>>;

/**
 * /{platform}/search: creators by filter (named in specification 1; the shape is observed). `fields` names records that
 * each creator carries. Each is selected and priced like a look-up, on top of the price of the search (specification
 * 4.3(5); the blocks and their prices are assumed: search-fields).
 */
export const creatorSearch =
  (platform: Platform): Route =>
  (app, deps) => {
    const { item, itemOf, whole, brief, summary, sample } = searches[platform];
    const { world, prices } = deps;
    const operation = `${platform}/search` as const;
    const names = creatorSearchNames[platform];
    const reply = creatorPage(platform, item);
    const items = new Map<string, object>();
    const keptItem = (id: string): object => {
      const known = items.get(id);
      if (known) return known;
      if (items.size >= mostItems) items.clear();
      const made = itemOf(existing(brief(world, id), id));
      items.set(id, made);
      return made;
    };

    searchRoute(
      app,
      deps,
      { operation, names, reply, about: { summary, sample } },
      ({ verbs, call, search, blocks }) => {
        const asked = { filters: search.filters.length, pageSize: search.pageSize };
        return metered(deps, verbs, call, quoteSearch(prices, operation, blocks, asked), () => {
          const context: LookupContext = { world, shiftMs: world.shiftMs(call.now) };
          const found = indexesOf(world)
            .creators(platform)
            .find(search, { now: call.now, shiftMs: context.shiftMs });
          let price = prices.full(operation, asked);
          const creatorList = found.ids.map((id) => {
            if (blocks.length === 0) return keptItem(id);
            const account = existing(whole(world, id), id);
            const records = blocks.map((block) => {
              const record = lookupRecord(block.operation).record(account as never, context);
              price += priceOf(prices, block.operation, block.selection, record);
              return [block.name, select(record, block.selection)] as const;
            });
            return { ...itemOf(account), ...Object.fromEntries(records) };
          });
          return { data: { creatorList, ...pageAfter(deps, call, search, found.totalResults) }, price };
        });
      },
    );
  };

function existing<Of>(account: Of | undefined, id: string): Of {
  if (!account) throw new Error(`an index names an account that does not exist: ${id}`);
  return account;
}

/** An item depends on its account alone, and 10,000 of them take some 3 MB. */
const mostItems = 10_000;

/** One page of creators. A creator may carry a block for each record, whole or in part. */
export function creatorPage(platform: Platform, item: TObject): TObject {
  const blocks = lookupsOn(platform).map((lookup) => {
    const { reply } = lookup[platform] as LookupRecord;
    return [lookup.name, Type.Optional(partsOf(reply as TObject))];
  });
  const creator = Type.Object({ ...item.properties, ...Object.fromEntries(blocks) }, closed);
  return Type.Object({ creatorList: Type.Array(creator), ...pageFields }, closed);
}
