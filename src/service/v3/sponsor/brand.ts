import { Type } from '@sinclair/typebox';
import {
  type SponsoredAccount,
  type Sponsorship,
  sponsorshipsOf,
} from '../../../creators/records/sponsored.ts';
import type { Brand } from '../../../creators/world/account.ts';
import type { World } from '../../../creators/world/world.ts';

/**
 * contract 7.2(3): only the characters are checked, neither the length nor the shape of a domain; an odd value is
 * unknown, not malformed.
 */
export const BrandId = Type.String({
  minLength: 1,
  pattern: '^[a-zA-Z0-9._-]+$',
  description: 'Id of the brand.',
});

/** A brand that every world has. */
export const sampleBrand = 'lanternfish-tea.example';

/** The sponsorships of a brand, one per account. */
export function sponsorships(world: World, brand: Brand): Sponsorship[] {
  const accounts = world
    .sponsored(brand.key)
    .map(({ platform, id }): SponsoredAccount | undefined =>
      platform === 'tube' ? world.tube(id) : world.gram(id),
    )
    .filter((account) => account !== undefined);
  return sponsorshipsOf(brand, accounts);
}
