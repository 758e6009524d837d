import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateWindows } from '../../../src/service/http/rate-windows.ts';

test('rate windows agree with a list of times that is filtered at every request', () => {
  const step = fc.oneof(
    { weight: 30, arbitrary: fc.record({ by: fc.nat({ max: 9 }), id: fc.constantFrom('a', 'b') }) },
    { weight: 1, arbitrary: fc.record({ by: fc.integer({ min: -40, max: 60 }), id: fc.constant('a') }) },
    { weight: 1, arbitrary: fc.constantFrom('save' as const, 'clear' as const) },
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 300 }),
      fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 })), { minLength: 1 }),
      (steps, rates) => {
        const windows = createRateWindows();
        const times: Record<string, number[]> = {};
        let now = 1_000;
        for (const [index, each] of steps.entries()) {
          if (each === 'save') windows.restore(windows.saved());
          else if (each === 'clear') {
            windows.clear(['a', 'none']);
            delete times['a'];
          } else {
            now += each.by;
            // An administrator may change the rate of a key.
            const [count = 1, windowMs = 1] = rates[Math.floor(index / 20) % rates.length] ?? [];
            const before = times[each.id] ?? [];
            const recent = (before.at(-1) ?? now) > now ? [] : before.filter((at) => now - at < windowMs);
            const admitted = recent.length < count;
            times[each.id] = admitted ? [...recent, now] : recent;
            expect(windows.admit({ id: each.id, rate: { count, windowMs } }, now)).toBe(admitted);
          }
          expect(windows.saved()).toEqual(times);
        }
        windows.clear();
        expect(windows.saved()).toEqual({});
      },
    ),
  );
});
