import { expect, test } from 'vitest';
import { dayMs } from '../../src/core/durations.ts';
import { call, callerOf, credits, ledgerOf, overEachStore, startAt, usageOf } from './harness.ts';

overEachStore(() => {
  test('usage is per key, UTC day and operation, and counts successes and refusals', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(100) }, other: { plan: credits(100) } } });
    const caller = await callerOf(ledger, 'k');
    const other = await callerOf(ledger, 'other');
    const midnight = startAt + dayMs;
    await Promise.all([
      ledger.charge(caller, call(2, midnight - 1)),
      ledger.charge(caller, call(0.5, midnight - 1, 'tube/audience')),
      ledger.charge(caller, call(2, midnight)),
      ledger.countRefused(caller, 'clip/profile', midnight),
      ledger.countRefused(caller, 'v2/gramBasic', midnight + 3 * dayMs),
      ledger.charge(other, call(9, midnight)),
    ]);
    const days = [
      {
        date: '20260301',
        calls: [
          { operation: 'clip/profile', requests: 1, charged: 1, credits: 2000 },
          { operation: 'tube/audience', requests: 1, charged: 1, credits: 500 },
        ],
      },
      { date: '20260302', calls: [{ operation: 'clip/profile', requests: 2, charged: 1, credits: 2000 }] },
      { date: '20260305', calls: [{ operation: 'v2/gramBasic', requests: 1, charged: 0, credits: 0 }] },
    ];
    expect(await usageOf(ledger, caller, startAt, startAt + 10 * dayMs)).toEqual(days);
    expect(await usageOf(ledger, caller, midnight, midnight + 5)).toEqual(days.slice(1, 2));
    expect(await usageOf(ledger, caller, midnight + 5 * dayMs, midnight + 9 * dayMs)).toEqual([]);
    expect(await usageOf(ledger, other, midnight, midnight)).toHaveLength(1);
  });

  test('a settled stream counts on the day of its request; a released one does not count', async () => {
    const ledger = await ledgerOf({ keys: { k: { plan: credits(100) } } });
    const caller = await callerOf(ledger, 'k');
    const late = startAt + dayMs - 1;
    const settled = await ledger.hold(caller, call(5, late, 'nls'));
    const released = await ledger.hold(caller, call(5, late, 'nls'));
    expect(await usageOf(ledger, caller, startAt, startAt + 2 * dayMs)).toEqual([]);
    await ledger.settle(settled, credits(3), () => late + 10);
    await ledger.release(released, () => late + 10);
    expect(await usageOf(ledger, caller, startAt, startAt + 2 * dayMs)).toEqual([
      { date: '20260301', calls: [{ operation: 'nls', requests: 1, charged: 1, credits: 3000 }] },
    ]);
  });
});
