import { Type } from '@sinclair/typebox';
import {
  SponsorPerformance,
  type SponsorPerformanceCreator,
  sponsorPerformanceCreator,
} from '../../../creators/records/sponsor-performance.ts';
import { worldOf } from '../../http/delayed.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import { route } from '../route.ts';
import { BrandId, sampleBrand } from './brand.ts';
import { pageProblems, pageQuery, sponsoringPlatform } from './page.ts';
import { sponsoredPage } from './sponsored.ts';

const sortable = ['publishTime', 'views', 'likes', 'engagementRate'] as const;

const SponsorPerformanceQuery = Type.Object({
  brandId: BrandId,
  platform: sponsoringPlatform,
  ...pageQuery(sortable),
});

/** Sorted by the contents for this brand: the latest upload or an average (assumed: sponsor-performance-order). */
const keys = {
  publishTime: ({ latestSponsoredContentDate }) => latestSponsoredContentDate,
  views: ({ avgViews }) => avgViews,
  likes: ({ avgLikes }) => avgLikes,
  engagementRate: ({ avgEngagementRate }) => avgEngagementRate,
} satisfies Record<
  (typeof sortable)[number],
  (stats: SponsorPerformanceCreator['creatorSpecificSponsoredStats']) => number
>;

/** /sponsor/performance: the figures of a brand's sponsored contents, creator by creator (observed). */
export function sponsorPerformance(deps: OperationDeps): Endpoint {
  const operation = 'sponsor/performance';

  return route(
    {
      operation,
      method: 'GET',
      parameters: SponsorPerformanceQuery,
      reply: SponsorPerformance,
      check: pageProblems,
      about: {
        summary: 'Performance of the sponsored contents of a brand',
        sample: { brandId: sampleBrand, platform: 'tube', pageSize: '2' },
        tag: 'sponsor',
      },
    },
    ({ tx, call, parameters: query }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const { sortBy = sortable[0] } = query;
        const { records: sponsoredCreators, ...page } = sponsoredPage(
          world,
          query,
          (sponsorship) => sponsorPerformanceCreator(sponsorship, world.shiftMs(call.now)),
          (creator) => keys[sortBy](creator.creatorSpecificSponsoredStats),
        );
        return { data: { sponsoredCreators, ...page } };
      }),
  );
}
