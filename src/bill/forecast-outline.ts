import { formatCount } from '../core/count.ts';
import { roundedCredits } from '../core/credits.ts';
import { type Html, html } from '../core/html.ts';
import { wasteRules } from '../report/client-rules.ts';
import type { Outline } from '../report/formats/outline.ts';
import type { Forecast, ForecastDay } from './forecast-model.ts';

/** A forecast for the terminal and as a page. */
export const forecastOutline = (found: Forecast): Outline => ({
  title: 'forecast',
  head: forecastHeadline(found),
  notes: notesOf(found),
  figure: curves(found),
  tables: [
    {
      title: 'Days',
      head: ['date', 'runs', 'credits', 'available', 'refused calls'],
      rows: found.days.map(({ date, runs, credits, available, refused }) => [
        date,
        runs,
        credits,
        available,
        refused,
      ]),
    },
    {
      title: 'Renewals',
      head: ['at', 'credits that come back'],
      rows: found.renewals.map(({ at, credits }) => [at.replace('.000Z', 'Z'), credits]),
    },
    {
      title: `Waste in a cycle of ${found.cycle}`,
      head: ['waste', 'credits', 'why'],
      rows: found.waste.map(({ rule, creditsPerCycle }) => [rule, creditsPerCycle, wasteRules[rule]]),
    },
  ],
});

function forecastHeadline({
  creditsPerRun,
  creditsPerCycle,
  cycle,
  plan,
  exhaustedOn,
  days,
}: Forecast): string {
  const cost = `A run costs ${creditsPerRun} credits, a cycle of ${cycle} ${creditsPerCycle}.`;
  return exhaustedOn === null
    ? `${cost} The plan of ${plan} lasts all ${formatCount(days.length, 'day')}.`
    : `${cost} The plan of ${plan} does not last: calls are refused from ${exhaustedOn} on.`;
}

function notesOf({ smallestPlan, proposed, limit, creditsPerCycle, prices = [] }: Forecast): string[] {
  const saved = roundedCredits(creditsPerCycle - proposed.creditsPerCycle);
  const inProportion = [...new Set(prices.flatMap((each) => each.inProportion ?? []))];
  return [
    ...prices.map(
      ({ from, creditsPerRun }) =>
        `${from === null ? 'By the first prices' : `By the prices from ${from} on`} a run costs ${creditsPerRun} credits.`,
    ),
    ...(inProportion.length > 0
      ? [
          `The run does not say what single calls paid: ${inProportion.join(', ')} in proportion to the price of a whole call.`,
        ]
      : []),
    smallestPlan === null
      ? limit === null
        ? 'No plan lasts: the runs pay more than 10^12 credits.'
        : `No plan lasts: the key may spend ${limit} credits and no more.`
      : `The smallest plan that lasts: ${smallestPlan} credits.`,
    ...(saved > 0
      ? [
          `With the proposals a cycle costs ${proposed.creditsPerCycle} credits, ${saved} fewer${proposed.smallestPlan === null ? '' : `; a plan of ${proposed.smallestPlan} lasts`}.`,
        ]
      : []),
  ];
}

const width = 960;
const height = 240;

/** Bars: credits of each day, red where calls were refused. The line: what is available at the end of each day. */
function curves({ days, exhaustedOn }: Forecast): Html {
  const top = Math.max(1, ...days.map(({ credits, available }) => Math.max(credits, available)));
  const step = width / days.length;
  const y = (credits: number) => rounded(height - (credits / top) * height);
  const line = days.map(({ available }, day) => `${rounded((day + 0.5) * step)},${y(available)}`).join(' ');
  const summary = exhaustedOn === null ? 'The credits last.' : `Calls are refused from ${exhaustedOn} on.`;
  return html`<figure>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Credits of each day, and what is left. ${summary}" style="width:100%;height:auto;overflow:visible">
${days.map((day, index) => bar(day, index * step, step, Math.min(y(day.credits), day.refused > 0 ? height - 4 : height)))}
<polyline points="${line}" fill="none" stroke="var(--text)" stroke-width="2" vector-effect="non-scaling-stroke"/>
<line x1="0" x2="${width}" y1="${height}" y2="${height}" stroke="var(--line)"/>
</svg>
<figcaption class="soft">${days[0]?.date} to ${days.at(-1)?.date}, 0 to ${top} credits. Bars: credits of a day, red with refused calls. Line: available at the end of the day.</figcaption>
</figure>`;
}

const bar = ({ date, credits, available, refused }: ForecastDay, x: number, step: number, y: number): Html =>
  html`<rect x="${rounded(x + step * 0.1)}" y="${y}" width="${rounded(step * 0.8)}" height="${rounded(height - y)}" fill="var(--${refused > 0 ? 'bad' : 'good'})"><title>${date}: ${credits} credits, ${available} available, ${formatCount(refused, 'refused call')}</title></rect>
`;

const rounded = (value: number): number => Math.round(value * 100) / 100;
