import { Type } from '@sinclair/typebox';
import type { Deps } from '../../http/deps.ts';
import { metered } from '../../http/metered.ts';
import type { Scope } from '../../http/scope.ts';
import { type SponsorCreator, SponsorCreators, sponsorCreator } from '../../records/sponsor-creators.ts';
import { found } from '../lookup.ts';
import { route } from '../route.ts';
import { BrandId, sampleBrand, sponsorships } from './brand.ts';
import { pageOf, pageOfSorted, pageProblems, pageQuery, sponsoringPlatform } from './page.ts';

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
export function sponsorCreators(app: Scope, deps: Deps): void {
  const { world, prices } = deps;
  const operation = 'sponsor/creators';
  const price = prices.full(operation);

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
    ({ verbs, call, parameters: query }) =>
      metered(deps, verbs, call, price, () => {
        const all = sponsorships(world, found(world.brand(query.brandId)))
          .filter(({ account }) => account.platform === query.platform)
          .map((sponsorship) => sponsorCreator(sponsorship, world.shiftMs(call.now)));
        const page = pageOf(query);
        const { sortBy = sortable[0], desc = 'true' } = query;
        const creators = pageOfSorted(all, page, {
          key: (creator: SponsorCreator) => creator[sortBy],
          id: (creator) => creator.creatorId,
          desc: desc === 'true',
        });
        return { data: { creators, totalResults: all.length, ...page }, price };
      }),
  );
}
