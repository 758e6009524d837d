import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedDay, scaledAmountBound, scaledBound, scaledCount } from '../../src/recording/figures.ts';
import { createPseudonyms } from '../../src/recording/pseudonyms.ts';

const anySecret = fc.uint8Array({ minLength: 16, maxLength: 16 });
const scaleOf = (secret: Uint8Array) => createPseudonyms(Buffer.from(secret));
const count = fc.oneof(fc.nat(40), fc.nat(2_000_000_000));

const holds: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
};

describe('the figures of a recording', () => {
  it('scale counts by 0.3 to 0.8 or 1.25 to 3, and move instants by 1 to 60 days', () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        const { factor, days } = scaleOf(secret);
        expect((factor >= 0.3 && factor <= 0.8) || (factor >= 1.25 && factor <= 3)).toBe(true);
        expect(Number.isInteger(days) && days >= 1 && days <= 60).toBe(true);
      }),
    );
  });

  it('leave no count above 9 as it was, no count 0 that was not, and counts in their order', () => {
    fc.assert(
      fc.property(anySecret, count, count, (secret, a, b) => {
        const scale = scaleOf(secret);
        if (a > 9) expect(scaledCount(scale, a)).not.toBe(a);
        expect(scaledCount(scale, a) === 0).toBe(a === 0);
        if (a <= b) expect(scaledCount(scale, a)).toBeLessThanOrEqual(scaledCount(scale, b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('meet the scaled bound of a filter wherever the true figure met the true one', () => {
    const bound = fc.oneof(count, fc.double({ min: -5, max: 2_000, noNaN: true }));
    fc.assert(
      fc.property(
        anySecret,
        count,
        bound,
        fc.constantFrom(...Object.keys(holds)),
        (secret, figure, limit, op) => {
          const scale = scaleOf(secret);
          if (!holds[op]?.(figure, limit)) return;
          expect(holds[op]?.(scaledCount(scale, figure), scaledBound(scale, op, limit))).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('keep bounds of one range in their order, fractions too, unless no count lies between them', () => {
    fc.assert(
      fc.property(
        anySecret,
        fc.double({ min: 0, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 50, noNaN: true }),
        (secret, low, width) => {
          const scale = scaleOf(secret);
          if (Math.ceil(low) > Math.floor(low + width)) return;
          expect(scaledBound(scale, '>=', low)).toBeLessThanOrEqual(scaledBound(scale, '<=', low + width));
        },
      ),
    );
  });

  it('hold for dollars to the cent', () => {
    const scale = { factor: 0.5, days: 3 };
    expect(scaledAmountBound(scale, '>', 10)).toBe(5);
    expect(scaledAmountBound(scale, '<', 0.03)).toBe(0.02);
  });

  it('move days over the ends of months and years', () => {
    expect(movedDay({ factor: 2, days: 5 }, '20260103')).toBe('20251229');
    expect(movedDay({ factor: 2, days: 5 }, 'Jan 3')).toBeUndefined();
  });
});
