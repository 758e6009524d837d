import type { Static, TObject } from '@sinclair/typebox';
import { Refusal } from '../core/errors.ts';
import type { OperationId } from '../core/operations.ts';
import { price, quote, select } from '../core/selection.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { route } from './route.ts';

export interface Lookup<Parameters extends TObject> {
  operation: OperationId;
  parameters: Parameters;
  /** @returns the whole record, or undefined when the world has none of that id */
  record: (parameters: Static<Parameters>, call: RecognisedCall) => object | undefined;
}

/**
 * A look-up exists in two forms with one meaning: GET with a query (specification 4.2) and POST with the same
 * parameters in a JSON body (observed). A form that the setting `lookups` turns off is an unknown path.
 */
export function lookup<Parameters extends TObject>(
  app: Scope,
  deps: Deps,
  { operation, parameters, record }: Lookup<Parameters>,
): void {
  const { prices, settings } = deps;
  const methods = ({ both: ['GET', 'POST'], get: ['GET'], post: ['POST'] } as const)[settings.lookups];

  for (const method of methods)
    route(app, { operation, method, parameters }, ({ call, parameters: given, selection }) =>
      metered(deps, call, quote(prices, operation, selection), () => {
        const whole = record(given, call);
        // specification 7.2(2)
        if (!whole) throw new Refusal('notFound');
        return { data: select(whole, selection), price: price(prices, operation, selection, whole) };
      }),
    );
}
