import { type Static, Type } from '@sinclair/typebox';
import { choice, closedAs, nullable } from '../core/schema.ts';
import { wasteRuleNames } from '../report/client-rules.ts';

const DateText = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const Amount = (description: string) => Type.Number({ minimum: 0, description });

const ForecastPrices = Type.Object(
  {
    from: nullable(Type.String({ description: 'Beginning of these prices; null = from the first.' })),
    creditsPerRun: Amount('Credits of a run.'),
    inProportion: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Operations of which the run does not say what each call would cost: priced in proportion to a whole call.',
      }),
    ),
  },
  closedAs('ForecastPrices'),
);
export type ForecastPrices = Static<typeof ForecastPrices>;

const ForecastDay = Type.Object(
  {
    date: DateText('The day, in UTC.'),
    runs: Type.Integer({ minimum: 0 }),
    credits: Amount('Credits that its runs pay.'),
    available: Amount('Credits that calls can still spend at its end.'),
    refused: Type.Integer({ minimum: 0, description: 'Calls that are refused.' }),
  },
  closedAs('ForecastDay'),
);
export type ForecastDay = Static<typeof ForecastDay>;

/** Amounts are credits, dates are UTC. */
export const Forecast = Type.Object(
  {
    version: Type.String({ description: 'The version of the sandbox.' }),
    from: DateText('The first day.'),
    cycle: Type.String({ description: 'Length of a billing cycle, such as 30d.' }),
    plan: Amount('Credits of the plan.'),
    purchased: Amount('Purchased credits.'),
    limit: nullable(Amount('Spend limit of the key; null without one.')),
    creditsPerRun: Amount('Credits of a run.'),
    creditsPerCycle: Amount(
      'Credits of the runs that begin in the first cycle, whether or not the plan lasts.',
    ),
    prices: Type.Optional(
      Type.Array(ForecastPrices, { description: 'The prices of these days; absent if they never change.' }),
    ),
    days: Type.Array(ForecastDay),
    exhaustedOn: nullable(DateText('The day of the first refusal; null if there is none.')),
    smallestPlan: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'The smallest plan of whole credits with which no call is refused; null if the spend limit refuses one, or no plan of 10^12 credits is enough.',
      }),
    ),
    renewals: Type.Array(
      Type.Object({
        at: Type.String({ description: 'Instant of the renewal.' }),
        credits: Amount('The used part of the plan that comes back.'),
      }),
    ),
    waste: Type.Array(
      Type.Object({ rule: choice(wasteRuleNames), creditsPerCycle: Amount('Credits in a cycle.') }),
      { description: 'The dearest first.' },
    ),
    proposed: Type.Object(
      {
        creditsPerRun: Amount('Credits of a run.'),
        creditsPerCycle: Amount('Credits in a cycle.'),
        smallestPlan: nullable(Type.Integer({ minimum: 0 })),
        exhaustedOn: nullable(DateText('The day of the first refusal; null if there is none.')),
      },
      { description: 'Once the waste is mended.' },
    ),
  },
  closedAs('Forecast'),
);
export type Forecast = Static<typeof Forecast>;
