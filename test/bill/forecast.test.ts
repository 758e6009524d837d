import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { forecast } from '../../src/bill/forecast.ts';
import { Forecast } from '../../src/bill/forecast-model.ts';
import { forecastOutline } from '../../src/bill/forecast-outline.ts';
import { runPatternOf } from '../../src/bill/run-pattern.ts';
import { parseDaily, parseGrowth, parseRuns, runsByDay } from '../../src/bill/runs-by-day.ts';
import { simulate } from '../../src/bill/simulate.ts';
import { dayMs, hourMs } from '../../src/core/durations.ts';
import { datedPrices, type PriceOverride, type PriceSetting } from '../../src/core/prices.ts';
import type { Report } from '../../src/report/model.ts';
import { commandIn, refusal } from '../cli/io.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecast-'));
afterAll(() => rmSync(folder, { recursive: true }));

const january = Date.parse('2026-01-01');
const everyDay = (runsPerDay: number, days: number, growth = 1) =>
  runsByDay({ runsPerDay, daily: new Map(), growth }, january, days);

type Row = [operation: string, calls: number, refusals: number, credits: number];

const reportOf = (rows: readonly Row[], waste: Report['waste'] = []): Report => ({
  version: '1.0.0',
  seed: 1,
  since: january + 5 * hourMs,
  clock: 'frozen',
  epoch: '2026-01-01',
  coverage: { met: 0, total: 0, called: { met: 0, total: 0 }, cells: [] },
  receipt: {
    calls: 0,
    credits: 0,
    refusals: 0,
    paidTwice: 0,
    ...{ injected: 0, injectedRefusals: 0, changed: 0, failedMidway: 0 },
    byKey: [],
    byOperation: rows.map(([operation, calls, refusals, credits]) => ({
      operation,
      calls,
      refusals,
      credits,
      paidTwice: 0,
    })),
    byTest: [],
    byChain: [],
  },
  waste,
  clientRules: [],
  assumptions: [],
  gates: [],
});

const wasteOf = (rule: Report['waste'][number]['rule'], operation: string, credits: number) => ({
  rule,
  operation,
  credits,
  requests: [],
  requestCount: 1,
});

/** Pays each call by itself, with figures of its own. */
function payCallByCall(
  prices: readonly number[],
  runsOf: readonly number[],
  terms: { plan: number; purchased: number; limit?: number; cycleMs: number },
) {
  let { plan: planLeft, purchased } = terms;
  let limitLeft = terms.limit ?? Number.POSITIVE_INFINITY;
  let renewsAt: number | undefined;
  const renewals: { at: number; credits: number }[] = [];
  const renew = (now: number) => {
    while (renewsAt !== undefined && renewsAt <= now) {
      renewals.push({ at: renewsAt, credits: terms.plan - planLeft });
      planLeft = terms.plan;
      renewsAt += terms.cycleMs;
    }
  };
  const days = runsOf.map((runs, day) => {
    const at = january + day * dayMs;
    let credits = 0;
    let refused = 0;
    for (let run = 0; run < runs; run++) {
      const now = at + Math.floor((run * dayMs) / runs);
      renew(now);
      renewsAt ??= now + terms.cycleMs;
      for (const price of prices) {
        if (price > planLeft + purchased || price > limitLeft) {
          refused += 1;
          continue;
        }
        const fromPlan = Math.min(price, planLeft);
        planLeft -= fromPlan;
        purchased -= price - fromPlan;
        limitLeft -= price;
        credits += price;
      }
    }
    renew(at + dayMs - 1);
    return { at, runs, credits, available: Math.min(planLeft + purchased, limitLeft), refused };
  });
  return { days, renewals };
}

describe('a forecast', () => {
  it('pays like call after call: 200 random schedules, with purchases, limits and cycles of any length', () => {
    const group = fc.record({
      calls: fc.integer({ min: 1, max: 4 }),
      credits: fc.integer({ min: 0, max: 9_000 }),
    });
    const schedule = fc.record({
      groups: fc.array(group, { minLength: 1, maxLength: 4 }),
      runs: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 70 }),
      plan: fc.integer({ min: 0, max: 400_000 }),
      purchased: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 })),
      limit: fc.option(fc.integer({ min: 0, max: 900_000 }), { nil: undefined }),
      cycleMs: fc.oneof(
        fc.constantFrom(6 * hourMs, 36 * hourMs, dayMs, 7 * dayMs, 30 * dayMs),
        fc.integer({ min: hourMs, max: 40 * dayMs }),
      ),
    });
    fc.assert(
      fc.property(schedule, ({ groups, runs, limit, ...given }) => {
        const terms = { ...given, ...(limit !== undefined && { limit }) };
        const days = runs.map((each, day) => ({ at: january + day * dayMs, runs: each }));
        const pattern = {
          groups,
          calls: 1,
          credits: groups.reduce((sum, g) => sum + g.calls * g.credits, 0),
        };
        const prices = groups.flatMap(({ calls, credits }) => Array<number>(calls).fill(credits));
        expect(simulate([{ at: 0, pattern }], days, terms)).toEqual(payCallByCall(prices, runs, terms));
      }),
      { numRuns: 200, seed: 37 },
    );
  });

  it('fits its schema, also on days without runs and refusals', () => {
    const terms = { plan: 1_000, purchased: 0, cycleMs: 9 * dayMs };
    const found = forecast(reportOf([['clip/profile', 1, 0, 1]]), everyDay(0.5, 4), terms);
    const ajv = new Ajv({ strict: false, allErrors: true });
    ajv.validate(Forecast, found);
    expect(ajv.errors).toBeNull();
  });

  it('uses purchased credits after the plan, and they do not come back', () => {
    const { days, smallestPlan } = forecast(reportOf([['clip/profile', 1, 0, 1]]), everyDay(1, 9), {
      plan: 2_000,
      purchased: 1_000,
      cycleMs: 4 * dayMs,
    });
    expect(days.map(({ available }) => available)).toEqual([2, 1, 0, 0, 1, 0, 0, 0, 1]);
    expect(days.map(({ refused }) => refused)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
    expect(smallestPlan).toBe(4);
  });

  it('refuses the dear calls of a run first, and pays the cheap ones that are still paid', () => {
    const { days } = forecast(
      reportOf([
        ['clip/profile', 5, 2, 6],
        ['clip/search', 1, 0, 0.25],
        ['gram/profile', 1, 1, 0],
      ]),
      everyDay(2, 1),
      { plan: 7_750, purchased: 0, cycleMs: dayMs },
    );
    expect(days[0]).toMatchObject({ credits: 6.5, refused: 3, available: 1.25 });
  });

  it('shares the credits of an operation to the thousandth', () => {
    const { groups, calls, credits } = runPatternOf(reportOf([['tube/profile', 7, 0, 1]]));
    expect({ calls, credits }).toEqual({ calls: 7, credits: 1_000 });
    expect(groups).toEqual([
      { calls: 6, credits: 143 },
      { calls: 1, credits: 142 },
    ]);
    const paidRefusals = runPatternOf(reportOf([['tube/profile', 2, 2, 1]]));
    expect(paidRefusals.groups).toEqual([{ calls: 1, credits: 1_000 }]);
  });

  it('rounds the smallest plan up to a whole credit', () => {
    const terms = { plan: 0, purchased: 0, cycleMs: dayMs };
    expect(forecast(reportOf([['tube/profile', 1, 0, 0.5]]), everyDay(1, 1), terms).smallestPlan).toBe(1);
  });

  it('finds no plan where the spend limit refuses', () => {
    const found = forecast(reportOf([['clip/profile', 1, 0, 2]]), everyDay(1, 10), {
      plan: 100_000,
      purchased: 0,
      limit: 9_000,
      cycleMs: 30 * dayMs,
    });
    expect(found).toMatchObject({ exhaustedOn: '2026-01-05', smallestPlan: null, limit: 9 });
    expect(found.days[4]).toMatchObject({ available: 1, refused: 1 });
  });

  it('tells what waste costs, and the same month without it', () => {
    const waste = [
      wasteOf('paid-again', 'clip/profile', 4),
      wasteOf('whole-record', 'clip/profile', 1.5),
      wasteOf('paid-again', 'gram/profile', 0.5),
    ];
    const report = reportOf(
      [
        ['clip/profile', 6, 0, 12],
        ['gram/profile', 1, 0, 1],
      ],
      waste,
    );
    const terms = { plan: 390_000, purchased: 0, cycleMs: 30 * dayMs };
    const plain = forecast(report, everyDay(1, 31), terms);
    expect(plain.waste).toEqual([
      { rule: 'paid-again', creditsPerCycle: 135 },
      { rule: 'whole-record', creditsPerCycle: 45 },
    ]);
    expect(plain).toMatchObject({ creditsPerCycle: 390, smallestPlan: 390 });
    expect(plain.proposed).toEqual({
      creditsPerRun: 7,
      creditsPerCycle: 210,
      smallestPlan: 210,
      exhaustedOn: null,
    });
    const later = [0, 1, 2, 4].map((runs, day) => ({ at: january + day * dayMs, runs }));
    expect(forecast(report, later, { ...terms, cycleMs: 2 * dayMs })).toMatchObject({ creditsPerCycle: 39 });
    const trimmed = forecast(report, everyDay(1, 31), terms, { trimmed: new Map([['clip/profile', 3_000]]) });
    expect(trimmed.proposed).toMatchObject({ creditsPerRun: 5.5, creditsPerCycle: 165 });
  });

  const reprice = (row: Row, prices: PriceSetting, receipt: Partial<Report['receipt']> = {}) => {
    const days = runsByDay({ runsPerDay: 0, daily: new Map(), growth: 1 }, january - dayMs, 3);
    const report = reportOf([row]);
    Object.assign(report.receipt, receipt);
    const terms = { plan: 1_000, purchased: 0, cycleMs: dayMs };
    const found = forecast(report, days, terms, { prices: datedPrices(prices) });
    expect(found).toMatchObject({ creditsPerRun: found.prices?.[0]?.creditsPerRun, creditsPerCycle: 0 });
    return found.prices?.map(({ creditsPerRun, inProportion = '' }) => `${creditsPerRun} ${inProportion}`);
  };

  const doubled = { days: { 7: 6, 30: 7, 90: 8, 180: 9, 365: 10 } };
  const history = 'gram/performance-history';
  it.each<[what: string, day: number, price: number | PriceOverride, row: Row, credits: string[]]>([
    ['filters that become calls', 2, 2, ['gram/search', 1, 0, 1], ['1 ', '2 gram/search']],
    ['calls that were filters', 1, 2, ['gram/search', 1, 0, 2], ['1 gram/search', '2 ']],
    ['doubled figures', 2, doubled, [history, 1, 0, 5], ['5 ', '10 ']],
    ['one doubled figure', 2, { days: { 7: 6 } }, [history, 1, 0, 5], ['5 ', `10 ${history}`]],
    ['refused calls', 2, { days: { 7: 6 } }, [history, 1, 1, 0], ['0 ', '0 ']],
    ['calls that were free', 2, 0.125, ['usage', 3, 1, 0], ['0 ', '0.25 ']],
  ])('reprices %s', (_, day, price, row, credits) =>
    expect(reprice(row, [{}, { from: `2026-01-0${day}`, [row[0]]: price }])).toEqual(credits),
  );

  it.each([
    ['2026-01-02', ['1 ', '2 ']],
    ['2026-02-02', ['2 ', '4 ']],
  ])(
    'takes it that a run paid the prices of %s, those of its day where these are not given',
    (from, credits) => {
      const byPrices = [{ from, calls: 1, credits: 2, refusals: 0, paidTwice: 0 }];
      const prices = [{ 'gram/niches': 2 }, { from: '2026-01-02', 'gram/niches': 4 }];
      expect(reprice(['gram/niches', 1, 0, 2], prices, { byPrices })).toEqual(credits);
    },
  );
});

describe('a forecast over prices that change', () => {
  const paidAgain = reportOf([['clip/profile', 1, 0, 2]], [wasteOf('paid-again', 'clip/profile', 1)]);
  const priceFrom = (from: string, price: number) => ({ from, 'clip/profile': price });
  const prices = datedPrices([{}, priceFrom('2026-01-02', 4), priceFrom('2026-01-03', 1)]);
  const terms = { plan: 100_000, purchased: 0, cycleMs: 4 * dayMs };

  it('pays each day by its prices: runs, waste, proposals and what trim saves', () => {
    const found = forecast(paidAgain, everyDay(2, 5), terms, { prices });
    expect(found.days.map(({ credits }) => credits)).toEqual([4, 8, 2, 2, 2]);
    expect(found).toMatchObject({
      creditsPerRun: 2,
      creditsPerCycle: 16,
      smallestPlan: 16,
      waste: [{ rule: 'paid-again', creditsPerCycle: 8 }],
      proposed: { creditsPerRun: 1, creditsPerCycle: 8, smallestPlan: 8, exhaustedOn: null },
    });
    const trimmed = new Map([['clip/profile', 500]]);
    const { proposed } = forecast(paidAgain, everyDay(2, 5), terms, { prices, trimmed });
    expect(proposed).toMatchObject({ creditsPerRun: 0.5, creditsPerCycle: 4 });
  });

  it('shows the prices of its days alone', () => {
    const shown = (from: number, days: number) => {
      const each = runsByDay({ runsPerDay: 1, daily: new Map(), growth: 1 }, january + from * dayMs, days);
      return forecast(paidAgain, each, terms, { prices }).prices?.map((row) => [row.from, row.creditsPerRun]);
    };
    const all = [
      [null, 2],
      ['2026-01-02', 4],
      ['2026-01-03', 1],
    ];
    expect([shown(0, 3), shown(0, 2), shown(0, 1)]).toEqual([all, all.slice(0, 2), all.slice(0, 1)]);
    expect([shown(1, 2), shown(1, 1), shown(2, 9)]).toEqual([all.slice(1), all.slice(1, 2), all.slice(2)]);
  });

  it('refuses a run of several prices, and one without its day', () => {
    const paying = (from: string | null, credits = 1) => ({
      from,
      calls: 1,
      credits,
      refusals: 0,
      paidTwice: 0,
    });
    const priced = (byPrices: ReturnType<typeof paying>[]) => ({
      ...paidAgain,
      receipt: { ...paidAgain.receipt, byPrices },
    });
    const of = (report: Report) => () => forecast(report, everyDay(1, 1), terms, { prices }).creditsPerRun;
    expect(of(priced([paying(null), paying('2026-01-02')]))).toThrow(
      'The run paid the prices of 2 dates. Forecast a run under the prices of one: freeze its clock.',
    );
    expect(of(priced([paying(null), paying('2026-01-02', 0)]))()).toBe(2);
    // 2 credits at a price of 4 are half a call, which costs 1 by the first prices
    expect(of(priced([paying('2026-01-02')]))()).toBe(1);
  });
});

describe('a forecast in words and curves', () => {
  const terms = { plan: 10_000, purchased: 0, cycleMs: 30 * dayMs };
  const outlineOf = (report: Report, more: Parameters<typeof forecast>[3] = {}, limit?: number) =>
    forecastOutline(
      forecast(report, everyDay(2, 3), { ...terms, ...(limit !== undefined && { limit }) }, more),
    );

  it('says what a run costs by the prices of each date, and which are in proportion', () => {
    const prices = datedPrices([{}, { from: '2026-01-02', 'gram/search': 2 }]);
    const { head, notes } = outlineOf(reportOf([['gram/search', 1, 0, 1]]), { prices });
    expect([head, ...notes]).toEqual([
      'A run costs 1 credits, a cycle of 30d 10. The plan of 10 lasts all 3 days.',
      'By the first prices a run costs 1 credits.',
      'By the prices from 2026-01-02 on a run costs 2 credits.',
      'The run does not say what single calls paid: gram/search in proportion to the price of a whole call.',
      'The smallest plan that lasts: 10 credits.',
    ]);
  });

  it('says why no plan lasts', () => {
    const run = reportOf([['clip/profile', 1, 0, 2]], [wasteOf('paid-again', 'clip/profile', 0.5)]);
    expect(outlineOf(run, {}, 3_000).notes).toEqual([
      'No plan lasts: the key may spend 3 credits and no more.',
      'With the proposals a cycle costs 9 credits, 3 fewer.',
    ]);
    const dear = reportOf([['clip/profile', 1, 0, 5e11]]);
    expect(outlineOf(dear).notes).toEqual(['No plan lasts: the runs pay more than 10^12 credits.']);
  });

  it('draws a bar for each day, red with refused calls, and a line of what is left', () => {
    const { figure } = outlineOf(reportOf([['clip/profile', 2, 0, 4]]));
    const [, ...bars] = figure?.html.split('<rect ') ?? [];
    expect(bars.map((each) => each.split('</rect>', 1)[0])).toEqual([
      'x="32" y="0" width="256" height="240" fill="var(--good)"><title>2026-01-01: 8 credits, 2 available, 0 refused calls</title>',
      'x="352" y="180" width="256" height="60" fill="var(--bad)"><title>2026-01-02: 2 credits, 0 available, 3 refused calls</title>',
      'x="672" y="236" width="256" height="4" fill="var(--bad)"><title>2026-01-03: 0 credits, 0 available, 4 refused calls</title>',
    ]);
    expect(figure?.html).toContain('<polyline points="160,180 480,240 800,240" ');
    expect(figure?.html).toContain('what is left. Calls are refused from 2026-01-02 on."');
    expect(figure?.html).toContain('2026-01-01 to 2026-01-03, 0 to 8 credits. Bars: ');
  });
});

describe('runs by day', () => {
  it('carries parts of runs on, and grows', () => {
    expect(everyDay(0.5, 6).map(({ runs }) => runs)).toEqual([0, 1, 0, 1, 0, 1]);
    expect(everyDay(0.1, 10).reduce((sum, { runs }) => sum + runs, 0)).toBe(1);
    expect(everyDay(100, 3, 1.1).map(({ runs }) => runs)).toEqual([100, 110, 121]);
    const most = 10_000_000;
    expect(everyDay(most, 1)).toEqual([{ at: january, runs: most }]);
    expect(() => everyDay(most + 1, 1)).toThrow('On 2026-01-01 there would be more than 10000000 runs.');
  });

  it('takes dates before weekdays, and weekdays before the usual number', () => {
    const daily = parseDaily('day, runs\r\nMon , 7\r\n"tuesday", "9"\r\n2026-01-06,0\r\n', 'week.csv');
    // 2026-01-01 is a Thursday.
    expect(runsByDay({ runsPerDay: 2, daily, growth: 1 }, january, 7).map(({ runs }) => runs)).toEqual([
      2, 2, 2, 2, 7, 0, 2,
    ]);
  });

  const unread = (line: number) =>
    `week.csv, line ${line}: write a weekday or a date and its runs, such as mon,400 or 2026-03-01,0.`;
  it.each([
    ...['mon,4,5', ',', 'mon', 'mon,-4'].map((text) => [text, unread(1)]),
    ...['mon,4\nfunday,2', 'mon,4\n2026-02-30,2'].map((text) => [text, unread(2)]),
    ['mon,4\nMonday,5', 'week.csv, line 2: Monday has its runs already.'],
    ['\n', 'week.csv names no day.'],
  ])('refuses %j', (text = '', sentence) => {
    expect(() => parseDaily(text, 'week.csv')).toThrow(sentence);
  });

  it('knows the weekdays by their names and first three letters', () => {
    const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    for (const cut of [3, 9]) {
      const daily = parseDaily(
        names.map((name, day) => `${name.slice(0, cut)},${day}`).join('\n'),
        'week.csv',
      );
      expect([...daily]).toEqual(names.map((_, day) => [day, day]));
    }
    expect(() => parseDaily('tues,4', 'week.csv')).toThrow(unread(1));
  });

  it.each<[text: string, runs: number | undefined]>([
    ['0', 0],
    ['0.000001', 0.000001],
    ['10000000', 10_000_000],
    ...['10000001', '0.0000001', '000000001', '1e3', '-1', ' 1', '.5', ''].map(
      (text): [string, undefined] => [text, undefined],
    ),
  ])('reads %j as %s runs', (text, runs) => expect(parseRuns(text)).toBe(runs));

  it.each([
    ['1%/d', 1, 1.01],
    ['5.125%/w', 7, 1.05125],
    ['20%/m', 30, 1.2],
    ['-99.999%/d', 1, 0.00001],
    ['1000%/d', 1, 11],
  ])('grows by %s in %i days', (text, days, factor) =>
    expect((parseGrowth(text) as number) ** days).toBeCloseTo(factor, 9),
  );

  it.each(['-100%/d', '1000.001%/d', '1.0001%/d', '10000%/d', '5%', '5%/y', '5 %/d'])(
    'knows no growth of %s',
    (text) => expect(parseGrowth(text)).toBeUndefined(),
  );

  it('refuses a file of many lines', () => {
    const linesOf = (count: number) => () => parseDaily('\n'.repeat(count - 1), 'week.csv');
    expect(linesOf(5_000)).toThrow('week.csv names no day.');
    expect(linesOf(5_001)).toThrow('week.csv has more than 5000 lines.');
  });
});

describe('creator-sandbox forecast', () => {
  const forecastOf = (...line: string[]) => commandIn(folder, ['forecast', 'run.json', ...line]);
  const writeRun = (report: object) => writeFileSync(join(folder, 'run.json'), JSON.stringify(report));
  const run = reportOf([['clip/profile', 2, 0, 4]], [wasteOf('paid-again', 'clip/profile', 2)]);
  writeRun(run);

  it('prints the days, the renewals, the waste and the smallest plan', async () => {
    expect(await forecastOf('--plan', '20', '--runs-per-day', '2', '--cycle', '3d')).toEqual({
      code: 0,
      err: '',
      out: `creator-sandbox: A run costs 4 credits, a cycle of 3d 24. The plan of 20 does not last: calls are refused from 2026-01-03 on.

Days:
  date        runs  credits  available  refused calls
  2026-01-01     2        8         12              0
  2026-01-02     2        8          4              0
  2026-01-03     2        4          0              2
  2026-01-04     2        8         12              0

Renewals:
  at                    credits that come back
  2026-01-04T00:00:00Z                      20

Waste in a cycle of 3d:
  waste       credits  why
  paid-again       12  The same call was paid again within ten minutes.

The smallest plan that lasts: 24 credits.
With the proposals a cycle costs 12 credits, 12 fewer; a plan of 12 lasts.
`,
    });
  });

  it('writes JSON, and a page with curves', async () => {
    writeFileSync(join(folder, 'week.csv'), 'sat,0\nsun,0\n');
    writeFileSync(
      join(folder, 'trim.json'),
      JSON.stringify({
        version: '1.0.0',
        sites: [
          { operation: 'clip/profile', before: 4, after: 3 },
          { operation: 'clip/profile', before: 1, after: 4 },
        ],
      }),
    );
    const line = ['--plan', '1000.5', '--runs-per-day', '10', '--daily', 'week.csv', '--days', '7'];
    const more = '--from 2026-03-02 --purchased 3 --limit 5000 --growth 14%/w --trim trim.json'.split(' ');
    expect(await forecastOf(...line, ...more, '--json', 'out.json', '--html', 'out.html')).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    const found = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as Forecast;
    const terms = { cycle: '30d', plan: 1000.5, purchased: 3, limit: 5000 };
    expect(found).toMatchObject({ from: '2026-03-02', ...terms });
    expect(found.days.map(({ date, runs }) => [date, runs])).toEqual(
      [10, 10, 10, 11, 10, 0, 0].map((runs, n) => [`2026-03-0${n + 2}`, runs]),
    );
    expect(found.days.at(-1)?.available).toBe(1003.5 - 51 * 4);
    expect(found.proposed).toMatchObject({ creditsPerRun: 1 });
    const page = readFileSync(join(folder, 'out.html'), 'utf8');
    expect(page).toContain('aria-label="Credits of each day, and what is left. The credits last."');
    expect(page.match(/<rect /g)).toHaveLength(7);
    expect(page).toContain('<title>2026-03-05: 44 credits, 839.5 available, 0 refused calls</title>');
  });

  it.each([
    ['--plan 1', 'Say how many runs there are: --runs-per-day 400, or --daily with a file.'],
    ['--plan 1 --daily none.csv', 'The file none.csv cannot be read: ENOENT.'],
    [
      '--plan 1 --runs-per-day 9000 --growth 1000%/d',
      'On 2026-01-04 there would be more than 10000000 runs. Forecast fewer --days, or less --growth.',
    ],
    [
      '--plan 1 --runs-per-day 1 --from 9999-01-01',
      'A forecast ends before the year 10000. Name an earlier day: --from DATE.',
    ],
    [
      '--plan 1 --runs-per-day 1 --trim run.json',
      "run.json is not a report of trim: it must have required property 'sites'. Write it with trim --json.",
    ],
  ])('refuses %s', async (line, sentence) => {
    const err = `creator-sandbox: ${sentence}\n`;
    expect(await forecastOf(...line.split(' '))).toEqual({ code: 2, out: '', err });
  });

  it('takes its first day and its number of days from the run and the cycle, up to two years', async () => {
    const daysOf = async (...line: string[]) => {
      const { out } = await forecastOf('--plan', '1', '--runs-per-day', '1', '--json', '-', ...line);
      const { days } = JSON.parse(out) as Forecast;
      return [days[0]?.date, days.length];
    };
    expect(await daysOf()).toEqual(['2026-01-01', 31]);
    expect(await daysOf('--cycle', '1h')).toEqual(['2026-01-01', 2]);
    expect(await daysOf('--cycle', '800d', '--from', '2026-03-01')).toEqual(['2026-03-01', 731]);
    expect(await daysOf('--days', '731')).toEqual(['2026-01-01', 731]);
    expect(await daysOf('--days', '1')).toEqual(['2026-01-01', 1]);
  });

  it('needs a plan', async () => {
    const answer = refusal("required option '--plan <credits>' not specified");
    expect(await forecastOf('--runs-per-day', '1')).toEqual(answer);
  });

  it('refuses a run without paid calls', async () => {
    writeRun(reportOf([['clip/profile', 2, 2, 0]]));
    expect(await forecastOf('--plan', '1', '--runs-per-day', '1')).toMatchObject({
      code: 2,
      err: 'creator-sandbox: The run of run.json paid no call: there is nothing to foretell.\n',
    });
    writeRun(run);
  });
});
