import { Type } from '@sinclair/typebox';
import { recognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { succeed } from './replies.ts';

/** GET /v2/apiStatus: the counters of the key and nothing else (observed). */
export function apiStatus(app: Scope, deps: Deps): void {
  const operation = 'v2/apiStatus';
  const about = { summary: 'Counters of the key', sample: {}, tag: 'account' } as const;
  const price = deps.prices.full(operation);

  app.get('/apiStatus', { config: { operation, reply: Type.Null(), about } }, async (request, reply) => {
    const call = recognisedCall(request);
    return succeed(reply, call, await metered(deps, call, price, () => ({ data: null, price })));
  });
}
