import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpendingCap } from '../../src/recording/spending-cap.ts';

describe('the limit of a run', () => {
  it('sets aside the most that a call may cost, and gives back what it did not', () => {
    const cap = createSpendingCap(10);
    const first = cap.reserve(6);
    expect(cap.reserve(4.001)).toBeUndefined();
    first?.settle(2);
    expect(cap.spent).toBe(2);
    expect(cap.reserve(8)).toBeDefined();
  });

  it('counts one end of a call, and nothing for one that was not sent', () => {
    const cap = createSpendingCap(10);
    const call = cap.reserve(10);
    call?.release();
    call?.settle(10);
    expect(cap.spent).toBe(0);
    expect(cap.reserve(10)).toBeDefined();
  });

  it('counts the fall of the balance where a service charges more than it says', () => {
    const cap = createSpendingCap(10);
    cap.noteBalance(100);
    cap.reserve(1)?.settle(1, 93);
    expect(cap.spent).toBe(7);
    expect(cap.reserve(3.001)).toBeUndefined();
  });

  it('adds calls without a balance to the fall of the balance before them', () => {
    const cap = createSpendingCap(10);
    cap.noteBalance(100);
    cap.reserve(2)?.settle(0, 97);
    cap.reserve(2)?.settle(2);
    expect(cap.spent).toBe(5);
    cap.reserve(2)?.settle(0, 92);
    expect(cap.spent).toBe(8);
  });

  it('counts calls beside each other once, in whichever order their balances come', () => {
    const cap = createSpendingCap(20);
    cap.noteBalance(100);
    const [one, two, three] = [cap.reserve(5), cap.reserve(5), cap.reserve(5)];
    two?.settle(2, 96);
    one?.settle(2, 98);
    expect(cap.spent).toBe(4);
    // A balance that did not fall says nothing.
    three?.settle(2, 200);
    expect(cap.spent).toBe(6);
  });

  it('is kept call by call once a service has charged more than it said', () => {
    const cap = createSpendingCap(20);
    cap.noteBalance(100);
    cap.reserve(2)?.settle(2, 90);
    const next = cap.reserve(2);
    expect(cap.reserve(2)).toBeUndefined();
    next?.settle(2, 88);
    expect(cap.spent).toBe(12);
    expect(cap.reserve(2)).toBeDefined();
  });

  it('forgets nothing when credits are added meanwhile', () => {
    const cap = createSpendingCap(10);
    cap.noteBalance(100);
    cap.reserve(4)?.settle(4, 96);
    cap.noteBalance(1_000);
    expect(cap.spent).toBe(4);
    cap.reserve(1)?.settle(1, 995);
    expect(cap.spent).toBe(9);
  });

  it('is never passed by calls that cost no more than was set aside, whatever else they say', () => {
    const call = fc.record({
      max: fc.double({ min: 0, max: 9, noNaN: true }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      balance: fc.option(fc.double({ min: -5, max: 500, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
        const cap = createSpendingCap(20);
        let spent = 0;
        for (const { max, part, balance } of calls) {
          const reservation = cap.reserve(max);
          if (!reservation) continue;
          spent += max * part;
          reservation.settle(max * part, balance ?? undefined);
        }
        expect(spent).toBeLessThanOrEqual(20);
        expect(cap.spent).toBeGreaterThanOrEqual(spent - 1e-6);
      }),
    );
  });
});
