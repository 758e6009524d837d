import type { Deps } from '../../http/deps.ts';
import { metered } from '../../http/metered.ts';
import type { Scope } from '../../http/scope.ts';
import { SponsorSearchItem, sponsorSearchItem } from '../../world/records/sponsor-brand.ts';
import { brandNames } from '../../world/search/brands.ts';
import { indexesOf } from '../../world/search/indexes.ts';
import { found } from '../lookup.ts';
import { searchRoute } from '../search-route.ts';
import { sponsorPage } from './list.ts';

/** /sponsor/search: brands by filter, all of them without one (observed; the reply's frame is assumed). */
export function sponsorSearch(app: Scope, deps: Deps): void {
  const { world, prices } = deps;
  const operation = 'sponsor/search';
  const price = prices.full(operation);
  const reply = sponsorPage(SponsorSearchItem);

  searchRoute(app, { operation, names: brandNames, fewest: 0, reply }, ({ call, search }) =>
    metered(deps, call, price, () => {
      const { brands, totalResults } = indexesOf(world).brands().find(search);
      const sponsors = brands.map(({ key }) => sponsorSearchItem(found(world.brandByKey(key))));
      const { offset, pageSize } = search;
      return { data: { sponsors, totalResults, offset, pageSize }, price };
    }),
  );
}
