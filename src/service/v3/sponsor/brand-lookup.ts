import { type TSchema, Type } from '@sinclair/typebox';
import type { OperationId } from '../../../core/operations.ts';
import type { Sponsorship } from '../../../creators/records/sponsored.ts';
import type { Brand } from '../../../creators/world/account.ts';
import { worldOf } from '../../http/delayed.ts';
import type { Deps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import { requireFound } from '../lookup.ts';
import { route } from '../route.ts';
import { BrandId, sampleBrand, sponsorships } from './brand.ts';

const BrandIdentifier = Type.Object({ brandId: BrandId });

/** A look-up of one record of one brand. */
export function serveBrandLookup(
  deps: Pick<Deps, 'world' | 'ledger' | 'prices'>,
  operation: OperationId,
  summary: string,
  reply: TSchema,
  record: (brand: Brand, sponsorships: readonly Sponsorship[]) => object,
): Endpoint {
  return route(
    {
      operation,
      method: 'GET',
      parameters: BrandIdentifier,
      reply,
      about: { summary, sample: { brandId: sampleBrand }, tag: 'sponsor' },
    },
    ({ tx, call, parameters: { brandId } }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const brand = requireFound(world.brand(brandId));
        return { data: record(brand, sponsorships(world, brand)) };
      }),
  );
}
