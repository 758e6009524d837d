import { Type } from '@sinclair/typebox';
import { SponsorCreators, sponsorCreator } from '../../../creators/records/sponsor-creators.ts';
import type { Deps } from '../../http/deps.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import type { Scope } from '../../http/scope.ts';
import { worldOf } from '../../http/world-of-call.ts';
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
export function sponsorCreators(app: Scope, deps: Pick<Deps, 'world' | 'ledger' | 'prices' | 'words'>): void {
  const operation = 'sponsor/creators';

  route(
    app,
    deps,
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
