import { type Static, Type } from '@sinclair/typebox';
import { forecast } from '../../bill/forecast.ts';
import { Forecast } from '../../bill/forecast-model.ts';
import { runPatternOf } from '../../bill/run-pattern.ts';
import { maxForecastDays, maxRunsPerDay, parseGrowth, runsByDay } from '../../bill/runs-by-day.ts';
import { isInYears, parseDate } from '../../core/clock.ts';
import { maxCredits, toMillicredits } from '../../core/credits.ts';
import { dayMs } from '../../core/durations.ts';
import { UsageError } from '../../core/errors.ts';
import { closedAs } from '../../core/schema.ts';
import type { Report } from '../../report/model.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems } from '../problem.ts';
import { Duration, readMilliseconds } from '../values.ts';
import { type ReportDeps, readCurrentReport } from './report.ts';

const amount = (description: string) => Type.Number({ minimum: 0, maximum: maxCredits, description });

const ForecastTerms = Type.Object(
  {
    runsPerDay: Type.Number({
      minimum: 0,
      maximum: maxRunsPerDay,
      description: 'Runs on a day, such as 400 or 0.5; a run is all requests so far.',
    }),
    plan: amount('Credits of the plan, whole again at each renewal.'),
    purchased: Type.Optional(amount('Purchased credits, used after the plan. Default: 0.')),
    limit: Type.Optional(amount('Spend limit of the key. Default: none.')),
    cycle: Type.Optional(Duration('Length of a billing cycle, of a day at least. Default: 30d.')),
    from: Type.Optional(Type.String({ description: "First day, such as 2026-03-01. Default: the clock's." })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxForecastDays,
        description: 'Number of days. Default: a cycle and one day.',
      }),
    ),
    growth: Type.Optional(
      Type.String({ description: 'More runs with time: 5%/w, 1%/d or 20%/m, of 30 days.' }),
    ),
  },
  closedAs('ForecastTerms'),
);
type ForecastTerms = Static<typeof ForecastTerms>;

/** Foretells what more runs like the requests so far will pay. */
export function addForecastRoute(app: Scope, deps: ReportDeps & Pick<Deps, 'clock' | 'prices'>): void {
  app.post(
    '/forecast',
    {
      schema: {
        summary:
          'Foretells what more runs like the requests so far cost, by day: when the plan runs out, what renewals bring, the smallest plan that lasts. Changes nothing.',
        body: ForecastTerms,
        response: { 200: Forecast, ...problems(409, 422) },
      },
    },
    async ({ body }) => {
      const report = await readCurrentReport(deps);
      if (runPatternOf(report).calls === 0)
        throw new Problem(409, 'No call was paid yet: there is nothing to foretell.');
      return forecastFor(report, body, deps);
    },
  );
}

function forecastFor(
  report: Report,
  { runsPerDay, plan, purchased = 0, limit, cycle = '30d', from, days, growth }: ForecastTerms,
  { clock, prices }: Pick<Deps, 'clock' | 'prices'>,
): Forecast {
  const cycleMs = readMilliseconds('cycle', cycle);
  if (cycleMs < dayMs) throw new Problem(422, "'cycle' must be one day at least.");
  const factor = growth === undefined ? 1 : parseGrowth(growth);
  if (factor === undefined)
    throw new Problem(422, "'growth' is a rate such as 5%/w, over -100 % and 1000 % at most.");
  const firstAt = from === undefined ? Math.floor(clock.now() / dayMs) * dayMs : parseDate(from);
  if (Number.isNaN(firstAt)) throw new Problem(422, "'from' is a date such as 2026-03-01.");
  if (!isInYears(firstAt + maxForecastDays * dayMs))
    throw new Problem(422, "A forecast ends before the year 10000: 'from' must be earlier.");
  const terms = {
    plan: readThousandths('plan', plan),
    purchased: readThousandths('purchased', purchased),
    cycleMs,
    ...(limit !== undefined && { limit: readThousandths('limit', limit) }),
  };
  const count = days ?? Math.min(maxForecastDays, Math.ceil(cycleMs / dayMs) + 1);
  try {
    const runs = runsByDay({ runsPerDay, daily: new Map(), growth: factor }, firstAt, count);
    return forecast(report, runs, terms, { prices });
  } catch (error) {
    if (error instanceof UsageError) throw new Problem(422, error.message);
    throw error;
  }
}

function readThousandths(name: string, credits: number): number {
  const found = toMillicredits(credits);
  if (found === undefined) throw new Problem(422, `'${name}' has at most 3 decimals.`);
  return found;
}
