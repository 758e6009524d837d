import { describe, expect, it } from 'vitest';
import { accountNow, outlookOf } from '../../ui/src/outlook.ts';

const day = 86_400_000;
const start = Date.parse('2026-06-01T00:00:00Z');

/** A key of which 10 of 100 credits are charged in the first day of its cycle. */
const key = {
  id: 'one',
  plan: 100,
  purchased: 0,
  available: 90 as number | null,
  cycle: '30d',
  renewsAt: (start + 30 * day) as number | null,
  limit: null as number | null,
  spent: 10,
  clockOffset: '0ms',
};
const entry = (at: number, plan: number, more: object = {}) => ({
  ...{ at, kind: 'charge' as const, key: 'one', plan, purchased: 0 },
  ...more,
});
const entries = [entry(start, -4), entry(start + day / 2, -6)];
const ending = (outlook: ReturnType<typeof outlookOf>) =>
  outlook.is === 'ending' ? `${new Date(outlook.at).toISOString()} ${outlook.by}` : outlook.is;

describe('when a key runs out at the pace of its cycle', () => {
  it('goes on with what was charged since the cycle began', () => {
    expect(ending(outlookOf(key, entries, start + day))).toBe('2026-06-11T00:00:00.000Z credits');
    // The same charges in ten days are half the pace that the plan allows.
    expect(outlookOf(key, entries, start + 10 * day)).toEqual({
      is: 'lasting',
      charged: 10,
      withinMs: 10 * day,
      perCycle: 30,
    });
  });

  it('counts neither what was charged before this cycle, nor holds, top-ups and changes', () => {
    const others = [
      entry(start - day, -50),
      entry(start, 80, { kind: 'renew' }),
      entry(start, 30, { kind: 'topUp' }),
      entry(start, -30, { kind: 'change' }),
      entry(start, 0, { kind: 'hold' }),
    ];
    const at = ending(outlookOf(key, [...others, entry(start, -4), entry(start, -6)], start + day));
    expect(at).toBe('2026-06-11T00:00:00.000Z credits');
    const streamed = [entry(start, -4), entry(start, -2, { kind: 'settle', purchased: -4 })];
    expect(ending(outlookOf(key, streamed, start + day))).toBe(at);
  });

  it('uses the plan of each cycle first, then the purchased credits', () => {
    // 105 credits in 30 days: 5 more than the plan.
    const paid = [entry(start, -35)];
    const now = start + 10 * day;
    const perDay = 3.5;
    const bought = (purchased: number) =>
      outlookOf({ ...key, available: 65 + purchased, purchased, spent: 35 }, paid, now);
    const at = (ms: number) => `${new Date(ms).toISOString()} credits`;
    expect(ending(bought(0))).toBe(at(now + (65 / perDay) * day));
    // 5 of 12 in this cycle, 5 in the next; 2 are left for the one after it.
    expect(ending(bought(12))).toBe(at(start + 60 * day + (102 / perDay) * day));
    expect(ending(bought(5))).toBe(at(start + 30 * day + (100 / perDay) * day));
  });

  it('lasts over a renewal that comes with the last credit, and is due when it comes', () => {
    // 90 credits for the 9 days to the renewal: the next plan of 300 pays the next cycle to its end.
    const paced = { ...key, plan: 300, available: 90, renewsAt: start + 10 * day, cycle: '10d' };
    expect(ending(outlookOf({ ...paced, plan: 100 }, entries, start + day))).toBe('lasting');
    expect(ending(outlookOf({ ...paced, plan: 50 }, entries, start + day))).toBe(
      '2026-06-16T00:00:00.000Z credits',
    );
    expect(ending(outlookOf({ ...paced, available: 89 }, entries, start + day))).toBe(
      `${new Date(start + day + 8.9 * day).toISOString()} credits`,
    );
    // A renewal that is due has no days before it.
    const due = { ...key, plan: 0, purchased: 20, available: 20, renewsAt: start + 10 * day, cycle: '10d' };
    for (const now of [10, 11])
      expect(ending(outlookOf(due, [entry(start, -5 * now)], start + now * day))).toBe(
        '2026-06-15T00:00:00.000Z credits',
      );
  });

  it('ends at the limit of the key by its own charges, if that is sooner', () => {
    const shared = [...entries, entry(start, -10, { key: 'another' })];
    const limited = { ...key, available: 80, limit: 30, spent: 10 };
    expect(ending(outlookOf(limited, shared, start + day))).toBe('2026-06-04T00:00:00.000Z limit');
    expect(ending(outlookOf({ ...limited, limit: 300 }, shared, start + day))).toBe(
      '2026-06-06T00:00:00.000Z credits',
    );
    expect(ending(outlookOf({ ...limited, available: null }, shared, start + day))).toBe(
      '2026-06-04T00:00:00.000Z limit',
    );
  });

  it('begins at the entry that stands for older ones, whose instants are not known', () => {
    const carried = [entry(start + day, -50, { kind: 'carried' }), entry(start + 2 * day, -10)];
    expect(ending(outlookOf({ ...key, available: 40 }, carried, start + 3 * day))).toBe(
      '2026-06-12T00:00:00.000Z credits',
    );
  });

  it('claims no date where there is no pace', () => {
    const is = (changes: Partial<typeof key>, of = entries, now = start + day) =>
      outlookOf({ ...key, ...changes }, of, now).is;
    expect(is({ available: null })).toBe('unlimited');
    expect(is({ renewsAt: null }, [])).toBe('unspent');
    expect(is({}, [entry(start - 1, -10)])).toBe('unspent');
    expect(is({}, [entry(start, -10)], start)).toBe('instant');
    expect(is({ available: 0 })).toBe('gone');
    expect(is({ limit: 10 })).toBe('gone');
    // It would end after the year 9999.
    expect(is({ plan: 0, available: 1e12, purchased: 1e12 }, [entry(start, -0.001)], start + 9 * day)).toBe(
      'lasting',
    );
  });

  it('reads the clock of the account', () => {
    expect(accountNow({ clockOffset: '2d' }, start)).toBe(start + 2 * day);
    expect(accountNow({ clockOffset: '-90m' }, start)).toBe(start - 90 * 60_000);
  });
});
