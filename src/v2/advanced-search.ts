import { Type } from '@sinclair/typebox';
import { recognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { basicNames } from '../search/basics.ts';
import { indexesOf } from '../search/indexes.ts';
import type { Platform } from '../world/account.ts';
import { parseAdvancedSearch } from './advanced-search-body.ts';
import { advancedSearchBody } from './advanced-search-schema.ts';
import { succeed } from './replies.ts';

const Ids = Type.Array(Type.String(), { description: 'Handles, or channel ids on tube, in order.' });

/** POST /v2/{platform}AdvancedSearch: creators by filter, as ids (specification 4.1). */
export function serveAdvancedSearch(app: Scope, deps: Deps, platform: Platform): void {
  const { world, prices } = deps;
  const operation = `v2/${platform}AdvancedSearch` as const;
  const [path = ''] = app.words.pathsOf(operation);
  const price = prices.full(operation);
  const parameters = advancedSearchBody(basicNames[platform]);

  app.post(
    path.replace(/^\/v2/, ''),
    { config: { operation, reply: Ids, parameters } },
    async (request, reply) => {
      const call = recognisedCall(request);
      const search = parseAdvancedSearch(basicNames[platform], request.body);

      const receipt = await metered(deps, call, price, () => {
        const moment = { now: call.now, shiftMs: world.shiftMs(call.now) };
        return { data: indexesOf(world).basics(platform).find(search, moment).ids, price };
      });
      return succeed(reply, call, receipt);
    },
  );
}
