import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/bill/forecast.ts';
import { forecastOutline } from '../../../src/bill/forecast-outline.ts';
import { runsByDay } from '../../../src/bill/runs-by-day.ts';
import { dayMs, hourMs } from '../../../src/core/durations.ts';
import { datedPrices } from '../../../src/core/prices.ts';
import { htmlReport } from '../../../src/report/formats/html.ts';
import { markdown } from '../../../src/report/formats/markdown.ts';
import { terminal } from '../../../src/report/formats/terminal.ts';
import type { Report } from '../../../src/report/model.ts';
import { adminOf } from '../../admin/admin.ts';
import { testApp } from '../../harness.ts';

const prices = [
  { 'clip/profile': 3 },
  { from: '2026-06-11', 'clip/profile': { credits: 5, fields: { bio: 1.25 } }, nls: { base: 2 } },
  { from: '2026-06-21T06:00:00Z', 'gram/search': 0.5, usage: 0.125 },
];

const sandbox = async () => {
  const service = await testApp({ prices, clock: '2026-06-10T23:59:59.999Z', journal: 1_000 });
  const admin = adminOf(service);
  const charged = async (path: string, key = 'demo-full') =>
    (await service.get(path, key)).body['creditsUsed'];
  return { service, admin, charged };
};

const profile = '/clip/profile?uniqueId=sample.creator';
const someFields = `${profile}&fields=bio&fields=languages`;

describe('prices with dates', () => {
  it('are those of the day of a call, and each list adds to the one before', async () => {
    const { service, admin, charged } = await sandbox();
    expect(await charged(profile)).toBe(3);
    expect(await charged(someFields)).toBe(0.3);
    await admin('POST', '/clock/advance', { by: 1 });
    expect(await charged(profile)).toBe(5);
    expect(await charged(someFields)).toBe(1.45);
    const { body: book } = await admin('GET', '/prices');
    expect(book).toMatchObject({ 'clip/profile': { credits: 5 }, 'gram/search': { credits: 1 } });

    await admin('PUT', '/clock', { mode: 'frozen', at: '2026-06-21T05:59:59.999Z' });
    const search = {
      filters: [{ filterName: 'totalFollowers', op: '>', value: 1 }],
      pageSize: 1,
      offset: 0,
      sortBy: 'totalFollowers',
      desc: true,
    };
    const searched = async () =>
      (await service.post('/gram/search', search, 'demo-full')).body['creditsUsed'];
    expect([await searched(), await charged('/usage')]).toEqual([1, 0]);
    await admin('POST', '/clock/advance', { by: 1 });
    expect([await searched(), await charged('/usage'), await charged(profile)]).toEqual([0.5, 0.125, 5]);
    // back again
    await admin('PUT', '/clock', { mode: 'frozen', at: '2026-06-01' });
    expect(await charged(profile)).toBe(3);
    const later = await admin('GET', '/prices?at=2026-07-01');
    expect(later.body).toMatchObject({ 'gram/search': { credits: 0.5 } });
    expect((await admin('GET', '/prices?at=soon')).status).toBe(422);
  });

  it('of a key with a clock of its own are those of its day, of estimate, charge and refusal alike', async () => {
    const { service, admin, charged } = await sandbox();
    await admin('POST', '/keys', { key: 'early', plan: 4, clockOffset: '1d' });
    await admin('POST', '/keys', { key: 'here', plan: 4 });
    const refused = await service.get(profile, 'early');
    expect(refused).toMatchObject({ status: 402, body: { details: [{ required: 5, available: 4 }] } });
    expect(await charged(profile, 'here')).toBe(3);
    const quote = (key: string) =>
      admin('POST', '/quote', { operation: 'clip/profile', parameters: { uniqueId: 'sample.creator' }, key });
    expect((await quote('early')).body).toEqual({
      credits: { least: 5, most: 5 },
      refusal: { status: 402, code: 'INSUFFICIENT_CREDITS' },
      pricesFrom: '2026-06-11',
    });
    expect((await quote('demo-full')).body).toEqual({ credits: { least: 3, most: 3 }, pricesFrom: null });
  });

  it('of streams hold from their first byte, and of generation 2 too', async () => {
    const { service, admin } = await sandbox();
    await admin('POST', '/clock/advance', { by: 1 });
    const nls = await service.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full' },
      payload: { description: 'clip creators' },
    });
    const before = await testApp({ clock: '2026-06-10' });
    const plain = await before.app.inject({
      method: 'POST',
      url: '/nls',
      headers: { 'api-key': 'demo-full' },
      payload: { description: 'clip creators' },
    });
    const creditsIn = (text: string) => Number(/"creditsUsed":([\d.]+)/.exec(text)?.[1]);
    expect(creditsIn(nls.body)).toBeCloseTo(creditsIn(plain.body) + 1, 6);

    const second = await testApp({
      prices: [{ from: '2026-06-11', 'v2/clipBasic': 7 }],
      clock: '2026-06-10T12:00:00Z',
    });
    const used = async () => {
      const { body } = await second.getV2('/v2/clipBasic?clipId=sample.creator', 'demo-full');
      return body['quotaUsed'];
    };
    const first = await used();
    await adminOf(second)('POST', '/clock/advance', { by: '12h' });
    expect([first, await used()]).toEqual([2, 7]);
  });

  it('show in the receipt, whose rows add up to it', async () => {
    const { admin, charged } = await sandbox();
    await charged(profile);
    await charged(someFields);
    await admin('POST', '/clock/advance', { by: '1d' });
    await charged(profile);
    await charged('/clip/profile?uniqueId=nobody.at.all');
    const { receipt } = (await admin('GET', '/report')).body as unknown as Report;
    expect(receipt.byPrices).toEqual([
      { from: null, calls: 2, credits: 3.3, refusals: 0, paidTwice: 0 },
      { from: '2026-06-11', calls: 2, credits: 5, refusals: 1, paidTwice: 0 },
    ]);
    expect(receipt).toMatchObject({ calls: 4, credits: 8.3 });
    const report = (await admin('GET', '/report')).body as unknown as Report;
    expect(htmlReport(report).includes('from 2026-06-11</')).toBe(true);
    expect(markdown(report)).toContain('| from 2026-06-11 | 2 | 5 | 1 | 0 |');
    expect(terminal(report)).toContain(
      'Prices the first: 2 calls, 3.3 credits\nPrices from 2026-06-11: 2 calls, 5 credits\n',
    );
    const plain = (await adminOf(await testApp())('GET', '/report')).body as unknown as Report;
    expect(plain.receipt).not.toHaveProperty('byPrices');
  });

  it('make whole records wasteful by the prices of their day', async () => {
    const { admin, charged } = await sandbox();
    await admin('POST', '/clock/advance', { by: '1d' });
    await charged(profile);
    await charged(someFields);
    const { waste } = (await admin('GET', '/report')).body as unknown as Report;
    expect(waste.map(({ rule, credits }) => [rule, credits])).toContainEqual(['whole-record', 3.55]);
  });
});

describe('a forecast over a change of prices', () => {
  it('equals a calculation by hand', async () => {
    const { admin, charged } = await sandbox();
    for (let call = 0; call < 4; call++) await charged(`/clip/profile?uniqueId=nobody.${call}`);
    for (const key of ['demo-full', 'demo-standard']) await charged(profile, key);
    await charged('/gram/niches?uniqueId=x', 'demo-full');
    const report = (await admin('GET', '/report')).body as unknown as Report;
    expect(report.receipt.credits).toBe(6);
    const from = Date.parse('2026-06-01');
    const days = runsByDay({ runsPerDay: 4, daily: new Map(), growth: 1 }, from, 31);
    const terms = { plan: 1_000_000, purchased: 0, cycleMs: 30 * dayMs };
    const dated = datedPrices([
      { 'clip/profile': 3 },
      { from: '2026-06-11', 'clip/profile': 5 },
      { from: '2026-06-21T06:00:00Z', 'clip/profile': 0.5 },
    ]);
    const found = forecast(report, days, terms, { prices: dated });
    // ten days of 4 runs at 6, ten at 10, one run more at 10 before six o'clock has two, the rest at 1
    const before = 10 * 4 * 6 + 10 * 4 * 10;
    const changing = 1 * 10 + 3 * 1;
    expect(found.days.map(({ credits }) => credits)).toEqual([
      ...Array.from({ length: 10 }, () => 24),
      ...Array.from({ length: 10 }, () => 40),
      changing,
      ...Array.from({ length: 10 }, () => 4),
    ]);
    expect(found).toMatchObject({
      creditsPerRun: 6,
      creditsPerCycle: before + changing + 9 * 4,
      smallestPlan: before + changing + 9 * 4,
      prices: [
        { from: null, creditsPerRun: 6 },
        { from: '2026-06-11', creditsPerRun: 10 },
        { from: '2026-06-21T06:00:00Z', creditsPerRun: 1 },
      ],
    });
    // a forecast that begins at the instant of new prices has these
    for (const [day, creditsPerRun] of [
      ['2026-06-10', 6],
      ['2026-06-11', 10],
    ] as const) {
      const later = runsByDay({ runsPerDay: 4, daily: new Map(), growth: 1 }, Date.parse(day), 1);
      expect(forecast(report, later, terms, { prices: dated })).toMatchObject({ creditsPerRun });
    }
  });

  it('says where it is in proportion only, and refuses a run of two prices', async () => {
    const { admin, charged } = await sandbox();
    await charged(someFields);
    const first = (await admin('GET', '/report')).body as unknown as Report;
    const days = runsByDay({ runsPerDay: 1, daily: new Map(), growth: 1 }, Date.parse('2026-06-10'), 2);
    const terms = { plan: 1_000_000, purchased: 0, cycleMs: 30 * dayMs };
    const found = forecast(first, days, terms, { prices: datedPrices(prices) });
    expect(found.prices).toEqual([
      { from: null, creditsPerRun: 0.3 },
      { from: '2026-06-11', creditsPerRun: 0.5, inProportion: ['clip/profile'] },
    ]);
    expect(forecastOutline(found).notes?.slice(0, 3)).toEqual([
      'By the first prices a run costs 0.3 credits.',
      'By the prices from 2026-06-11 on a run costs 0.5 credits.',
      'The run does not say what single calls paid: clip/profile in proportion to the price of a whole call.',
    ]);
    await admin('POST', '/clock/advance', { by: hourMs });
    await charged(profile);
    const both = (await admin('GET', '/report')).body as unknown as Report;
    expect(() => forecast(both, days, terms, { prices: datedPrices(prices) })).toThrow(
      'The run paid the prices of 2 dates. Forecast a run under the prices of one: freeze its clock.',
    );
    expect(forecast(both, days, terms)).not.toHaveProperty('prices');
  });
});
