import { describe, expect, it } from 'vitest';
import { forecast } from '../../src/bill/forecast.ts';
import { runsByDay } from '../../src/bill/runs-by-day.ts';
import { dayMs } from '../../src/core/durations.ts';
import type { Report } from '../../src/report/model.ts';
import { testApp } from '../harness.ts';
import { adminOf, problem } from './admin.ts';

const app = await testApp();
const admin = adminOf(app);
const profile = `/clip/profile?uniqueId=${app.world.example.clip}`;
const june = Date.parse('2026-06-01');

describe('POST /__admin/forecast', () => {
  it('is 409 while no call was paid', async () => {
    expect(await admin('POST', '/forecast', { runsPerDay: 1, plan: 10 })).toMatchObject({
      status: 409,
      body: problem(409, 'No call was paid yet: there is nothing to foretell.'),
    });
  });

  it('foretells from the clock on what the rules of the ledger say, and changes nothing', async () => {
    for (let n = 0; n < 3; n++) await app.get(profile, 'demo-full');
    const before = (await admin('GET', '/report')).body as unknown as Report;
    const terms = {
      runsPerDay: 4,
      plan: 100,
      purchased: 10.5,
      limit: 500,
      cycle: '14d',
      growth: '10%/w',
      days: 40,
    };
    const { status, body } = await admin('POST', '/forecast', terms);
    const days = runsByDay({ runsPerDay: 4, daily: new Map(), growth: 1.1 ** (1 / 7) }, june, 40);
    const paid = { plan: 100_000, purchased: 10_500, limit: 500_000, cycleMs: 14 * dayMs };
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(forecast(before, days, paid))));
    expect(body).toMatchObject({ from: '2026-06-01', creditsPerRun: 6, exhaustedOn: '2026-06-05' });
    expect(await admin('GET', '/report')).toMatchObject({ body: before });
  });

  it('begins with the day of the sandbox, or with the one that is named', async () => {
    const daysOf = async (more: object) =>
      (
        (await admin('POST', '/forecast', { runsPerDay: 1, plan: 10, ...more })).body as unknown as {
          days: { date: string }[];
        }
      ).days.map(({ date }) => date);
    expect((await daysOf({})).length).toBe(31);
    expect(await daysOf({ from: '2027-02-28', days: 2 })).toEqual(['2027-02-28', '2027-03-01']);
    await admin('POST', '/clock/advance', { by: '3d' });
    expect((await daysOf({ days: 1 }))[0]).toBe('2026-06-04');
  });

  it('says that no plan lasts where runs pay more than a plan can have', async () => {
    const { status, body } = await admin('POST', '/forecast', {
      runsPerDay: 10_000_000,
      plan: 1e12,
      days: 731,
      growth: '0%/d',
      cycle: '400d',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ exhaustedOn: null, smallestPlan: expect.any(Number) });
    const dear = await testApp({ prices: { 'clip/profile': 1_000_000 } });
    const key = { key: 'rich', plan: 1e12 };
    await adminOf(dear)('POST', '/keys', key);
    await dear.get(profile, 'rich');
    const found = await adminOf(dear)('POST', '/forecast', {
      runsPerDay: 10_000_000,
      plan: 1e12,
      cycle: '400d',
      days: 400,
    });
    expect(found).toMatchObject({ status: 200, body: { exhaustedOn: '2026-06-01', smallestPlan: null } });
  });

  it('refuses at once what would take long or means nothing', async () => {
    const day = { runsPerDay: 1, plan: 10 };
    for (const [terms, status, detail] of [
      [{ plan: 10 }, 400, expect.stringContaining('runsPerDay')],
      [{ ...day, runsPerDay: -1 }, 400, expect.stringContaining('runsPerDay')],
      [{ ...day, runsPerDay: 10_000_001 }, 400, expect.stringContaining('runsPerDay')],
      [{ ...day, days: 732 }, 400, expect.stringContaining('days')],
      [{ ...day, plan: 0.0001 }, 422, "'plan' has at most 3 decimals."],
      [{ ...day, cycle: 86_399_999 }, 422, "'cycle' must be one day at least."],
      [{ ...day, cycle: 'soon' }, 422, expect.stringContaining("'cycle' must be milliseconds")],
      [{ ...day, growth: '5%' }, 422, expect.stringContaining("'growth' is a rate such as 5%/w")],
      [{ ...day, from: 'monday' }, 422, "'from' is a date such as 2026-03-01."],
      [{ ...day, from: '9999-01-01' }, 422, expect.stringContaining('before the year 10000')],
      [
        { ...day, runsPerDay: 10_000_000, growth: '5%/d' },
        422,
        expect.stringContaining('more than 10000000 runs'),
      ],
    ] as const)
      expect(await admin('POST', '/forecast', terms)).toMatchObject({
        status,
        body: problem(status, detail),
      });
    expect((await admin('POST', '/forecast', { ...day, cycle: '1d' })).status).toBe(200);
  });

  it('is about the whole sandbox, and off without a report', async () => {
    const loaded = await testApp({ load: true });
    expect((await adminOf(loaded)('POST', '/forecast', { runsPerDay: 1, plan: 1 })).status).toBe(409);
  });
});
