import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldProblem } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import { withRules } from '../../core/schema.ts';
import {
  ClipPerformanceHistory,
  clipPerformanceHistory,
  GramPerformanceHistory,
  gramPerformanceHistory,
  TubePerformanceHistory,
  tubePerformanceHistory,
} from '../../creators/records/performance-history.ts';
import type { AccountOn } from '../../creators/world/account.ts';
import type { MakeEndpoints } from '../http/generation.ts';
import { cachedJson, meter } from '../http/metered.ts';
import { requireFound } from './lookup.ts';
import { route, type Sent } from './route.ts';
import { type Subject, v3Subjects } from './subjects.ts';

const longestDays = 365;

const Range = Type.Object({
  pastDayRange: withRules(
    Type.String({ pattern: '^[1-9]\\d*$', description: `Number of days to go back, 1 to ${longestDays}.` }),
    // `rangeProblems` checks the range.
    { pattern: '^([1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-5])$' },
  ),
});

interface History<P extends Platform> {
  reply: TSchema;
  record: (account: AccountOn[P], shiftMs: number, days: number) => object;
}

const historyRecords: { readonly [P in Platform]: History<P> } = {
  gram: { reply: GramPerformanceHistory, record: gramPerformanceHistory },
  clip: { reply: ClipPerformanceHistory, record: clipPerformanceHistory },
  tube: { reply: TubePerformanceHistory, record: tubePerformanceHistory },
};

/**
 * /{platform}/performance-history: an account day by day (observed). It is GET only, takes no `fields`, and its price
 * depends on the range alone (contract 4.3(4)).
 */
export const performanceHistory =
  <P extends Platform>(platform: P): MakeEndpoints =>
  (deps) => {
    const { reply, record }: History<P> = historyRecords[platform];
    const subject = v3Subjects[platform] as Subject<TObject, AccountOn[P]>;
    const operation = `${platform}/performance-history` as const;
    const parameters: TObject = Type.Object({ ...subject.parameters.properties, ...Range.properties });
    const check = (given: Sent<Static<typeof Range>>) => [
      ...(subject.check?.(given) ?? []),
      ...rangeProblems(given),
    ];
    const about = {
      summary: `Performance ${subject.whom}, day by day`,
      sample: { ...subject.sample, pastDayRange: '2' },
      notes: subject.notes ?? [],
    };

    return route(
      { operation, method: 'GET', parameters, reply, check, about },
      ({ tx, call, parameters: query }) => {
        const days = Number(query['pastDayRange']);
        const price = deps.prices.full(operation, { pastDayRange: days });
        return meter(deps, tx, call, price, () => {
          const json = cachedJson(deps, call, `${days} ${subject.nameOf(query)}`, ({ world, shiftMs }) =>
            record(requireFound(subject.find(query, world)), shiftMs, days),
          );
          return { json, price };
        });
      },
    );
  };

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
