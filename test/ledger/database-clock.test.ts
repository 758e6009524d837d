import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../src/ledger/postgres/database-clock.ts';

/** The delay of a question and that of its answer, what passes until the next, and whether somebody sets a clock. */
const answers = fc.array(
  fc.record({
    there: fc.double({ min: 0, max: 30, noNaN: true }),
    back: fc.double({ min: 0, max: 30, noNaN: true }),
    pause: fc.double({ min: 0, max: 100_000, noNaN: true }),
    set: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: -5_000, max: 5_000 })),
  }),
  { minLength: 1, maxLength: 30 },
);
const drift = fc.double({ min: -40e-6, max: 40e-6, noNaN: true });

test('the clock is never ahead of the database and never behind what it showed, whatever delays and drift', () => {
  fc.assert(
    fc.property(answers, drift, fc.boolean(), (all, drifting, mayBeSet) => {
      let machine = 1e12;
      let ahead = 1_234;
      const clock = createDatabaseClock(() => machine);
      const database = () => machine + ahead;
      const pass = (ms: number) => {
        machine += ms;
        ahead += ms * drifting;
      };
      const error = 0.001;
      for (const { there, back, pause, set } of all) {
        if (mayBeSet) ahead += set;
        const askedAt = machine;
        pass(there);
        const shown = database();
        pass(back);
        clock.heard(askedAt, shown);
        expect(clock.now()).toBeGreaterThanOrEqual(shown - error);
        // A clock that was set is noticed where it was set by more than an answer takes.
        if (mayBeSet) continue;
        expect(clock.now()).toBeLessThanOrEqual(database() + error);
        pass(pause);
        expect(clock.now()).toBeLessThanOrEqual(database() + error);
        expect(clock.now() + clock.lag).toBeGreaterThanOrEqual(database() - error);
      }
    }),
  );
});

test('a clock that was set is followed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e9 }), fc.boolean(), (step, back) => {
      let machine = 1e12;
      const clock = createDatabaseClock(() => machine);
      clock.heard(machine, machine);
      const ahead = back ? -step : step;
      machine += 20;
      clock.heard(machine - 10, machine - 5 + ahead);
      expect(Math.abs(clock.now() - (machine + ahead))).toBeLessThan(10);
    }),
  );
});
