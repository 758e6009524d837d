import { Type } from '@sinclair/typebox';
import type { Platform } from '../../core/platforms.ts';
import { basicNames } from '../../creators/search/basics.ts';
import { momentAt } from '../../creators/search/conditions.ts';
import { finishOrDelay, worldOf } from '../http/delayed.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { fullPriceOf, meter } from '../http/metered.ts';
import { noteNicheHints } from '../http/niche-hints.ts';
import { parseAdvancedSearch } from './advanced-search-body.ts';
import { advancedSearchBody } from './advanced-search-schema.ts';
import { succeed } from './replies.ts';

const Ids = Type.Array(Type.String(), { description: 'Handles, or channel ids on tube, in order.' });

/** POST /v2/{platform}AdvancedSearch: creators by filter, as ids (contract 4.1; on gram and tube observed). */
export const advancedSearch =
  (platform: Platform): MakeEndpoints =>
  (deps) => {
    const { searches } = deps;
    const operation = `v2/${platform}AdvancedSearch` as const;
    const parameters = advancedSearchBody(basicNames[platform]);
    const about = documents[platform];

    return {
      operation,
      method: 'POST',
      parameters,
      validated: false,
      reply: Ids,
      about,
      answer: ({ call, tx, given }) => {
        const search = parseAdvancedSearch(basicNames[platform], given);
        noteNicheHints(deps, call, (given as { filters: unknown[] }).filters);
        const receipt = meter(deps, tx, call, fullPriceOf(deps, call), () => {
          const world = worldOf(deps, call);
          const { ids } = finishOrDelay(deps, call, () =>
            searches.of(world).basics(platform).find(search, momentAt(world, call.now)),
          );
          return { data: ids };
        });
        return succeed(call, receipt);
      },
    };
  };

const sample = (filterKey: string) => ({
  maxResults: 3,
  sortBy: filterKey,
  offset: 0,
  desc: true,
  filters: [{ filterKey, op: '>', value: 1000 }],
});

const documents = {
  gram: { summary: 'Search of gram creators by filters, as ids', sample: sample('followers') },
  clip: { summary: 'Search of clip creators by filters, as ids', sample: sample('followers') },
  tube: { summary: 'Search of tube channels by filters, as ids', sample: sample('subscribers') },
};
