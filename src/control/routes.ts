import { Type } from '@sinclair/typebox';
import { findOperation } from '../core/operations.ts';
import type { Deps } from '../http/deps.ts';
import type { Scope } from '../http/scope.ts';
import { closed } from './route-docs.ts';

const Route = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    operation: Type.String({ description: 'As keys, prices and fault rules name it.' }),
    operationId: Type.String({ description: 'As GET /usage counts it.' }),
    generation: Type.Integer(),
    price: Type.Unknown({ description: 'How a call is priced, in credits; as in /__admin/prices.' }),
  },
  closed,
);

const Routes = Type.Object({ routes: Type.Array(Route) }, closed);

/** What the sandbox serves of the service. */
export function routes(app: Scope, { served, prices, words }: Deps): void {
  app.get(
    '/routes',
    { config: { summary: 'Every method and path of both generations, with its price.', answer: Routes } },
    () => {
      const book = prices.toJSON();
      return {
        routes: served.map(({ method, path, operation }) => ({
          method,
          path,
          operation,
          operationId: words.toWire(findOperation(operation)?.operationId ?? operation),
          generation: findOperation(operation)?.generation ?? 3,
          price: book[operation] ?? null,
        })),
      };
    },
  );
}
