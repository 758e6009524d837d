import { Type } from '@sinclair/typebox';
import type { OperationId } from '../core/operations.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { NicheList, nicheItem } from '../records/niche-item.ts';
import type { CountedNiche } from '../world/world.ts';
import { route } from './route.ts';

const Nothing = Type.Object({});

/** A list that takes no parameter at all: any in the query is refused (observed). */
export function serveNicheList(
  app: Scope,
  deps: Deps,
  operation: OperationId,
  list: () => readonly CountedNiche[],
): void {
  const price = deps.prices.full(operation);

  route(
    app,
    { operation, method: 'GET', parameters: Nothing, reply: NicheList, check: unrecognized },
    ({ call }) =>
      metered(deps, call, price, () => ({
        data: list().map((niche) => nicheItem(niche, niche.channelCount)),
        price,
      })),
  );
}

/** `fields` has a refusal of its own. */
const unrecognized = (query: object) =>
  Object.keys(query)
    .filter((name) => name !== 'fields')
    .map((name) => ({
      field: name.slice(0, 64),
      message: 'Unrecognized query parameter.',
      code: 'unrecognized_key',
    }));
