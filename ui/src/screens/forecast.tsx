import { useState } from 'preact/hooks';
import { callAdmin, type Forecast } from '../api.ts';
import { Chart } from '../chart.tsx';
import { formatCount, formatNumber } from '../format.ts';
import { Field, Form, Submit, Table, useResult } from '../parts.tsx';
import { bill, chosenKey, keys } from '../state.ts';
import { useStore } from '../store.ts';

interface Terms {
  runsPerDay: string;
  /** Percent by which there may be fewer or more runs. */
  within: string;
  plan: string;
  purchased: string;
  limit: string;
  cycle: string;
  growth: string;
}

/** With fewer, as many and more runs. */
interface Curves {
  least: Forecast;
  usual: Forecast;
  most: Forecast;
}

/** The cost of a month of such runs under a plan: a form, a sentence, curves and their figures. */
export function ForecastPanel() {
  const key = useStore(keys).find(({ id }) => id === chosenKey.value);
  const paid = useStore(bill)?.credits;
  const [terms, setTerms] = useState<Terms>({
    runsPerDay: '10',
    within: '25',
    plan: String(key?.plan ?? 1000),
    purchased: String(key?.purchased ?? 0),
    limit: key?.limit == null ? '' : String(key.limit),
    cycle: key?.cycle ?? '30d',
    growth: '',
  });
  const [asked, setAsked] = useState(terms);
  const found = useResult(() => foretell(asked).catch((error: Error) => error.message), [asked, paid]);
  const field = (name: keyof Terms, label: string, hint: string, placeholder?: string) => (
    <Field
      label={label}
      hint={hint}
      placeholder={placeholder}
      type={name === 'cycle' || name === 'growth' ? 'text' : 'number'}
      value={terms[name]}
      onInput={(value) => setTerms({ ...terms, [name]: value })}
    />
  );
  return (
    <>
      <Form onSubmit={() => setAsked(terms)}>
        {field('runsPerDay', 'Runs a day', 'A run is all requests so far')}
        {field('within', 'Give or take, in %', 'By how much there may be fewer or more runs')}
        {field('plan', 'Plan, in credits', 'Whole again at each renewal')}
        {field('purchased', 'Purchased, in credits', 'Used after the plan')}
        {field('limit', 'Spend limit', 'Empty = none', 'none')}
        {field('cycle', 'Billing cycle', 'Such as 30d')}
        {field('growth', 'Growth', 'More runs with time: 5%/w, 1%/d or 20%/m', '5%/w')}
        <Submit>Foretell</Submit>
      </Form>
      {typeof found === 'string' ? <p class="note">{found}</p> : found && <Foretold curves={found} />}
    </>
  );
}

async function foretell({
  runsPerDay,
  within,
  plan,
  purchased,
  limit,
  cycle,
  growth,
}: Terms): Promise<Curves> {
  const part = Number(within) / 100;
  if (!(part >= 0 && part <= 1)) throw new Error('Give 0 to 100 % by which there may be fewer or more runs.');
  const withRuns = (runs: number) =>
    callAdmin('post', '/__admin/forecast', {
      body: {
        runsPerDay: Math.round(runs * 1e6) / 1e6,
        plan: Number(plan),
        purchased: Number(purchased),
        cycle,
        ...(limit.trim() !== '' && { limit: Number(limit) }),
        ...(growth.trim() !== '' && { growth: growth.trim() }),
      },
    });
  const runs = Number(runsPerDay);
  const [least, usual, most] = await Promise.all([
    withRuns(runs * (1 - part)),
    withRuns(runs),
    withRuns(runs * (1 + part)),
  ]);
  return { least, usual, most };
}

function Foretold({ curves }: { curves: Curves }) {
  const { usual, least, most } = curves;
  return (
    <>
      <p>{headline(curves)}</p>
      <Curve curves={curves} />
      <p class="legend">
        <span class="swatch curve" /> left at the end of the day <span class="swatch band" /> with fewer or
        more runs <span class="swatch bar" /> spent on the day <span class="swatch bad" /> calls refused{' '}
        <span class="swatch renewal" /> the plan renews
      </p>
      <Table
        label="The forecast by day"
        head={[
          'Day',
          '#Runs',
          '#Spent',
          '#Left',
          '#Left with most runs',
          '#Left with fewest',
          '#Refused calls',
        ]}
      >
        {usual.days.map((day, n) => (
          <tr key={day.date}>
            <td>{day.date}</td>
            <td class="number">{formatNumber(day.runs)}</td>
            <td class="number">{formatNumber(day.credits)}</td>
            <td class="number">{formatNumber(day.available)}</td>
            <td class="number">{formatNumber(most.days[n]?.available ?? 0)}</td>
            <td class="number">{formatNumber(least.days[n]?.available ?? 0)}</td>
            <td class="number">{day.refused === 0 ? '' : formatNumber(day.refused)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function headline({ least, usual, most }: Curves): string {
  const { creditsPerRun, cycle, creditsPerCycle, plan, exhaustedOn, smallestPlan, renewals, proposed } =
    usual;
  const saved = Math.round((creditsPerCycle - proposed.creditsPerCycle) * 1000) / 1000;
  const [renewal] = renewals;
  const range = [most.exhaustedOn, least.exhaustedOn].map((day) => day ?? 'never');
  return [
    `A run costs ${formatCount(creditsPerRun, 'credit')}, a cycle of ${cycle} ${formatNumber(creditsPerCycle)}.`,
    exhaustedOn === null
      ? `The plan of ${formatNumber(plan)} lasts${most.exhaustedOn === null ? '' : `, but not with the most runs: then it runs out on ${most.exhaustedOn}`}.`
      : `The plan of ${formatNumber(plan)} runs out on ${exhaustedOn}${range[0] === range[1] ? '' : ` (${range[0]} with the most runs, ${range[1]} with the fewest)`}.`,
    renewal ? `It renews on ${renewal.at.slice(0, 10)}.` : '',
    smallestPlan === null ? 'No plan lasts.' : `The smallest plan that lasts: ${formatNumber(smallestPlan)}.`,
    saved > 0 ? `Without waste a cycle costs ${formatNumber(saved)} fewer.` : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** The day and month, such as `6 Mar`. */
const shortDate = (date: string): string =>
  new Date(date).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function Curve({ curves }: { curves: Curves }) {
  const { least, usual, most } = curves;
  const { days, renewals } = usual;
  const largest = Math.max(
    Math.min(usual.plan + usual.purchased, usual.limit ?? Number.POSITIVE_INFINITY),
    ...[least, usual, most].flatMap((each) => each.days.map(({ available }) => available)),
    ...days.map(({ credits }) => credits),
  );
  // Each day is a column; a value of its end stands at its right side.
  const partOf = (day: number) => (day + 1) / days.length;
  const firstAt = Date.parse(usual.from);
  const dayMs = 86_400_000;
  return (
    <Chart
      label={`Credits by day. ${headline(curves)}`}
      unit="credits"
      largest={largest}
      ticks={days.map(({ date }, n) => ({ part: (n + 0.5) / days.length, text: shortDate(date) }))}
    >
      {({ x, y, bottom }) => {
        const points = (of: Forecast) => [
          `${x(0)},${y(Math.min(of.plan + of.purchased, of.limit ?? Number.POSITIVE_INFINITY))}`,
          ...of.days.map((day, n) => `${x(partOf(n))},${y(day.available)}`),
        ];
        const column = x(1 / days.length) - x(0);
        return (
          <>
            {days.map(({ date, credits, refused }, n) => (
              <rect
                key={date}
                class={refused > 0 ? 'bar bad' : 'bar'}
                x={x(n / days.length) + column * 0.15}
                width={column * 0.7}
                y={refused > 0 ? Math.min(y(credits), bottom - 4) : y(credits)}
                height={refused > 0 ? Math.max(bottom - y(credits), 4) : bottom - y(credits)}
              />
            ))}
            <polygon class="band" points={[...points(least), ...points(most).reverse()].join(' ')} />
            <polyline class="curve" points={points(usual).join(' ')} />
            {renewals.map(({ at }) => {
              const place = x((Date.parse(at) - firstAt) / (days.length * dayMs));
              return <line key={at} class="renewal" x1={place} x2={place} y1={y(largest)} y2={bottom} />;
            })}
          </>
        );
      }}
    </Chart>
  );
}
