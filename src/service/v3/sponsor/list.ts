import { type TSchema, Type } from '@sinclair/typebox';
import { closed } from '../../../core/schema.ts';
import { SponsorListItem, sponsorListItem } from '../../../creators/records/sponsor-brand.ts';
import { momentAt } from '../../../creators/search/conditions.ts';
import { finishOrDelay, worldOf } from '../../http/delayed.ts';
import type { OperationDeps } from '../../http/deps.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { fullPriceOf, meter } from '../../http/metered.ts';
import { requireFound } from '../lookup.ts';
import { route } from '../route.ts';
import { pageProblems, pageQuery, readPage } from './page.ts';

const SponsorListQuery = Type.Object(pageQuery(['name', 'totalSponsoredContent']));

/** One page of brands (assumed: sponsor-pages). */
export const sponsorPage = (item: TSchema) =>
  Type.Object(
    {
      sponsors: Type.Array(item),
      totalResults: Type.Integer({ minimum: 0, description: 'Number of brands in all.' }),
      offset: Type.Integer({ minimum: 0, description: 'Number of results that were skipped.' }),
      pageSize: Type.Integer({ minimum: 1, description: 'Number of results that were asked for.' }),
    },
    closed,
  );

/** /sponsor/list: all brands, page by page (observed). */
export function sponsorList(deps: OperationDeps): Endpoint {
  const { searches } = deps;
  const operation = 'sponsor/list';
  const reply = sponsorPage(SponsorListItem);

  return route(
    {
      operation,
      method: 'GET',
      parameters: SponsorListQuery,
      reply,
      check: pageProblems,
      about: { summary: 'All brands', sample: { pageSize: '2' }, tag: 'sponsor' },
    },
    ({ tx, call, parameters: query }) =>
      meter(deps, tx, call, fullPriceOf(deps, call), () => {
        const world = worldOf(deps, call);
        const page = readPage(query);
        const { sortBy, desc = 'false' } = query;
        const search = { filters: [], sortBy, desc: desc === 'true', ...page };
        const { brands, totalResults } = finishOrDelay(deps, call, () =>
          searches.of(world).brands().find(search, momentAt(world, call.now)),
        );
        const sponsors = brands.map(({ key, reach }) =>
          sponsorListItem(requireFound(world.brandByKey(key)), reach),
        );
        return { data: { sponsors, totalResults, ...page } };
      }),
  );
}
