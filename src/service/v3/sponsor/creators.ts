import { Type } from '@sinclair/typebox';
import { SponsorCreators, sponsorCreator } from '../../../creators/records/sponsor-creators.ts';
import { worldOf } from '../../http/delayed.ts';
import type { Deps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import { route } from '../route.ts';
import { BrandId, sampleBrand } from './brand.ts';
import { pageProblems, pageQuery, sponsoringPlatform } from './page.ts';
import { sponsoredPage } from './sponsored.ts';

const sortable = [
  'lastSponsoredDate',
  'followers',
  'avgRecentSponsoredEngagementRate',
  'sponsoredCount',
] as const;

const SponsorCreatorsQuery = Type.Object({
  brandId: BrandId,
  platform: sponsoringPlatform,
  ...pageQuery(sortable),
});

/** /sponsor/creators: the creators that a brand sponsors, page by page (observed). */
export function sponsorCreators(deps: Pick<Deps, 'world' | 'ledger' | 'prices'>): Endpoint {
  const operation = 'sponsor/creators';

  return route(
    {
      operation,
      method: 'GET',
      parameters: SponsorCreatorsQuery,
      reply: SponsorCreators,
      check: pageProblems,
      about: {
        summary: 'Creators whom a brand sponsors',
        sample: { brandId: sampleBrand, platform: 'tube', pageSize: '2' },
        tag: 'sponsor',
      },
    },
    ({ tx, call, parameters: query }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const { sortBy = sortable[0] } = query;
        const { records: creators, ...page } = sponsoredPage(
          world,
          query,
          (sponsorship) => sponsorCreator(sponsorship, world.shiftMs(call.now)),
          (creator) => creator[sortBy],
        );
        return { data: { creators, ...page } };
      }),
  );
}
