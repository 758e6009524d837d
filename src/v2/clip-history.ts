import { recognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { clipHistory as record } from '../world/records/clip-history.ts';
import { requiredText } from './parameters.ts';
import { Failure } from './refusals.ts';
import { succeed } from './replies.ts';

/** GET /v2/clipHistory: a clip creator's metrics and their weekly history (specification 4.1, 2.4). */
export function clipHistory(app: Scope, deps: Deps): void {
  const { world, prices } = deps;

  app.get('/clipHistory', { config: { operation: 'v2/clipHistory' } }, async (request, reply) => {
    const call = recognisedCall(request);
    const clipId = requiredText(request.query, 'clipId');
    const price = prices.full('v2/clipHistory');

    const receipt = await metered(deps, call, price, () => {
      const account = world.clip(clipId);
      // The one word of the service that names a platform: specification 4.1 shows it so.
      if (!account) throw new Failure('TikTokIdNotFound');
      return { data: record(account, world.shiftMs(call.now)), price };
    });
    return succeed(reply, call, receipt);
  });
}
