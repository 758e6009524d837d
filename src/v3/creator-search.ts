import { type TObject, Type } from '@sinclair/typebox';
import { findOperation, type OperationId } from '../core/operations.ts';
import { partsOf } from '../core/schema.ts';
import { price as priceOf, quoteSearch, select } from '../core/selection.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { creatorSearchNames } from '../search/creators.ts';
import { indexesOf } from '../search/indexes.ts';
import type { Account, Platform } from '../world/account.ts';
import type { World } from '../world/world.ts';
import type { Lookup, LookupContext } from './lookup.ts';
import { lookupsById } from './lookups.ts';
import { pageAfter, pageFields } from './search-page.ts';
import { searchRoute } from './search-route.ts';

export interface CreatorSearch<Of extends Account> {
  platform: Platform;
  item: TObject;
  itemOf: (account: Of) => object;
  whole: (world: World, id: string) => Of | undefined;
  /** Without its contents, which the item does not show. */
  brief: (world: World, id: string) => Of | undefined;
}

/**
 * A search of the creators of a platform. With `fields` each creator carries the records that it names, each
 * cut and priced like a look-up of its own, on top of the price of the search (specification 4.3(5); the blocks
 * and their prices are assumed: search-fields).
 */
export function serveCreatorSearch<Of extends Account>(
  app: Scope,
  deps: Deps,
  { platform, item, itemOf, whole, brief }: CreatorSearch<Of>,
): void {
  const { world, prices } = deps;
  const operation = `${platform}/search` as const;
  const names = creatorSearchNames[platform];
  const reply = creatorPage(platform, item);

  searchRoute(app, { operation, names, reply }, ({ call, search, blocks }) => {
    const asked = { filters: search.filters.length, pageSize: search.pageSize };
    return metered(deps, call, quoteSearch(prices, operation, blocks, asked), () => {
      const context = { world, shiftMs: world.shiftMs(call.now) };
      const found = indexesOf(world)
        .creators(platform)
        .find(search, { now: call.now, shiftMs: context.shiftMs });
      let price = prices.full(operation, asked);
      const creatorList = found.ids.map((id) => {
        const account = (blocks.length > 0 ? whole : brief)(world, id);
        if (!account) throw new Error(`an index names an account that is not: ${id}`);
        const records = blocks.map((block) => {
          const record = recordOf(block.operation)(account as never, context);
          price += priceOf(prices, block.operation, block.selection, record);
          return [block.name, select(record, block.selection)] as const;
        });
        return { ...itemOf(account), ...Object.fromEntries(records) };
      });
      return { data: { creatorList, ...pageAfter(deps, call, search, found.totalResults) }, price };
    });
  });
}

type RecordOf = (account: never, context: LookupContext) => object;

const recordOf = (operation: OperationId): RecordOf => lookupOf(operation).record;

function lookupOf(operation: OperationId): Lookup<never> {
  const lookup = lookupsById.get(operation);
  if (!lookup) throw new Error(`${operation} is not a look-up`);
  return lookup;
}

/** One page of creators, each with a block for every record that it may carry, whole or in part. */
export function creatorPage(platform: Platform, item: TObject): TObject {
  const blocks = [...lookupsById.values()].flatMap(({ operation, reply }) =>
    findOperation(operation)?.platform === platform
      ? [[operation.slice(operation.indexOf('/') + 1), Type.Optional(partsOf(reply as TObject))]]
      : [],
  );
  const creator = Type.Object(
    { ...item.properties, ...Object.fromEntries(blocks) },
    { additionalProperties: false },
  );
  return Type.Object({ creatorList: Type.Array(creator), ...pageFields }, { additionalProperties: false });
}
