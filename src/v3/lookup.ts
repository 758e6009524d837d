import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { type FieldProblem, Refusal } from '../core/errors.ts';
import type { OperationId } from '../core/operations.ts';
import { price, quote, select } from '../core/selection.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import type { Account } from '../world/account.ts';
import type { World } from '../world/world.ts';
import { route, type Sent } from './route.ts';

/** A look-up of one record of one account. */
export interface Lookup<Of extends Account = Account> {
  operation: OperationId;
  reply: TSchema;
  /** The whole record: also a block of a search's creators (specification 4.3(5)). */
  record: (account: Of, context: LookupContext) => object;
}

export interface LookupContext {
  world: World;
  /** What every instant of the truth moves by. */
  shiftMs: number;
}

/** How callers name an account of a platform, and how it is found. */
export interface Subject<Parameters extends TObject, Of extends Account> {
  parameters: Parameters;
  check?: (given: Sent<Static<Parameters>>) => FieldProblem[];
  find: (parameters: Static<Parameters>, world: World) => Of | undefined;
}

/**
 * A look-up exists in two forms with one meaning: GET with a query (specification 4.2) and POST with the same
 * parameters in a JSON body (observed). A form that the setting `lookups` turns off is an unknown path.
 */
export function serveLookup<Parameters extends TObject, Of extends Account>(
  app: Scope,
  deps: Deps,
  { parameters, check = () => [], find }: Subject<Parameters, Of>,
  { operation, reply, record }: Lookup<Of>,
): void {
  const { prices, settings, world } = deps;
  const methods = ({ both: ['GET', 'POST'], get: ['GET'], post: ['POST'] } as const)[settings.lookups];

  for (const method of methods)
    route(app, { operation, method, parameters, reply, check }, ({ call, parameters: given, selection }) =>
      metered(deps, call, quote(prices, operation, selection), () => {
        const account = found(find(given, world));
        const whole = record(account, { world, shiftMs: world.shiftMs(call.now) });
        return {
          data: select(whole, selection),
          price: price(prices, operation, selection, whole),
          ...(selection !== 'whole' && { rule: 'byParts' }),
        };
      }),
    );
}

/** @throws Refusal `notFound` for a well-formed id that does not exist (specification 7.2(2)) */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Refusal('notFound');
  return record;
}
