import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldProblem } from '../core/errors.ts';
import type { OperationId } from '../core/operations.ts';
import type { Deps } from '../http/deps.ts';
import { metered } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import type { Account } from '../world/account.ts';
import { found, type Subject } from './lookup.ts';
import { route, type Sent } from './route.ts';

const longestDays = 365;

const Range = Type.Object({
  pastDayRange: Type.String({
    pattern: '^[1-9]\\d*$',
    description: `How many days to go back, 1 to ${longestDays}.`,
  }),
});

/**
 * The same in three platforms: GET only, takes no `fields` in any shape, and its price depends on the range
 * alone (specification 4.3(4)).
 */
export function servePerformanceHistory<Parameters extends TObject, Of extends Account>(
  app: Scope,
  deps: Deps,
  history: {
    operation: OperationId;
    subject: Subject<Parameters, Of>;
    reply: TSchema;
    record: (account: Of, shiftMs: number, days: number) => object;
  },
): void {
  const { operation, subject, reply, record } = history;
  const { prices, world } = deps;
  const parameters: TObject = Type.Object({ ...subject.parameters.properties, ...Range.properties });
  type Given = Static<Parameters> & Static<typeof Range>;
  const check = (given: Sent<Given>) => [...(subject.check?.(given) ?? []), ...rangeProblems(given)];

  route(app, { operation, method: 'GET', parameters, reply, check }, ({ call, parameters: query }) => {
    const given = query as Given;
    const days = Number(given.pastDayRange);
    const price = prices.full(operation, { pastDayRange: days });
    return metered(deps, call, price, () => {
      const account = found(subject.find(given, world));
      return { data: record(account, world.shiftMs(call.now), days), price };
    });
  });
}

function rangeProblems({ pastDayRange }: Sent<Static<typeof Range>>): FieldProblem[] {
  if (typeof pastDayRange !== 'string' || !/^[1-9]\d*$/.test(pastDayRange)) return [];
  if (Number(pastDayRange) <= longestDays) return [];
  return [
    {
      field: 'pastDayRange',
      message: `'pastDayRange' out of range. Must be between 1 and ${longestDays}.`,
      code: 'too_big',
    },
  ];
}
