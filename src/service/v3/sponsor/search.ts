import type { Search } from '../../../core/search-body.ts';
import {
  platformNames,
  SponsorSearchItem,
  sponsorSearchItem,
} from '../../../creators/records/sponsor-brand.ts';
import { brandNames } from '../../../creators/search/brands.ts';
import { momentAt } from '../../../creators/search/conditions.ts';
import { finishOrDelay, worldOf } from '../../http/delayed.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import type { Words } from '../../vocabulary/words.ts';
import { requireFound } from '../lookup.ts';
import { searchRoute } from '../search-route.ts';
import { sponsorPage } from './list.ts';

/** /sponsor/search: brands by filter, or all without filters (observed; its page is assumed: sponsor-pages). */
export function sponsorSearch(deps: OperationDeps): Endpoint {
  const { searches, words } = deps;
  const operation = 'sponsor/search';
  const reply = sponsorPage(SponsorSearchItem);

  return searchRoute(
    deps,
    { operation, names: brandNames, minFilters: 0, reply, about: aboutBrandSearch },
    ({ tx, call, search }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const { brands, totalResults } = finishOrDelay(deps, call, () =>
          searches.of(world).brands().find(withPlatforms(search, words.spoken), momentAt(world, call.now)),
        );
        const sponsors = brands.map(({ key }) => sponsorSearchItem(requireFound(world.brandByKey(key))));
        const { offset, pageSize } = search;
        return { data: { sponsors, totalResults, offset, pageSize } };
      }),
  );
}

const aboutBrandSearch = {
  summary: 'Search of brands by filters',
  sample: {
    filters: [{ filterName: 'totalSponsoredContent', op: '>', value: 1 }],
    pageSize: 2,
    offset: 0,
  },
  tag: 'sponsor',
} as const;

/** Only the values of `sponsoringPlatforms` are words of the vocabulary; they become the platforms that they name. */
function withPlatforms(search: Search, spoken: readonly Words[]): Search {
  const filters = search.filters.map((filter) =>
    filter.type === 'string' && filter.name === 'sponsoringPlatforms'
      ? { ...filter, anyOf: filter.anyOf.flatMap((text) => platformsNamed(text, filter.contains, spoken)) }
      : filter,
  );
  return { ...search, filters };
}

function platformsNamed(text: string, contains: boolean, spoken: readonly Words[]): string[] {
  const lowerCase = text.toLowerCase();
  return Object.values(platformNames).filter((name) =>
    spoken.some(({ toWire }) => {
      const onWire = toWire(name).toLowerCase();
      return contains ? onWire.includes(lowerCase) : onWire === lowerCase;
    }),
  );
}
