import { Type } from '@sinclair/typebox';
import type { Deps } from '../http/deps.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { fullPriceOf, meter } from '../http/metered.ts';
import { succeed } from './replies.ts';

/** GET /v2/apiStatus: the counters of the key and nothing else (observed). */
export function apiStatus(deps: Pick<Deps, 'ledger' | 'prices'>): Endpoint {
  const operation = 'v2/apiStatus';
  const about = { summary: 'Counters of the key', sample: {}, tag: 'account' } as const;

  return {
    operation,
    method: 'GET',
    validated: false,
    reply: Type.Null(),
    about,
    answer: ({ call, tx }) =>
      succeed(
        call,
        meter(deps, tx, call, fullPriceOf(deps, call), () => ({ data: null })),
      ),
  };
}
