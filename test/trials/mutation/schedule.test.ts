import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mutant } from '../../../src/trials/mutation/mutant.ts';
import { createSchedule } from '../../../src/trials/mutation/schedule.ts';

const rules = ['list-empty', 'list-short', 'status-wrong', 'credits-used-wrong', 'field-null'];

const mutantsOf = (operations: number): Mutant[] =>
  Array.from({ length: operations }, (_, n) => `operation-${n}`).flatMap((operation) =>
    rules.map((rule) => ({ id: `${rule} ${operation}`, rule, operation, changes: 'much', client: 'notice' })),
  );

interface Suite {
  /** Ids of the mutants that it notices alone. */
  readonly noticed: ReadonlySet<string>;
  /** It stops at its first failure; its tests take the operations in order. */
  readonly failsFast?: boolean;
  /** Whether these mutants together pass although it notices one of them. */
  hides?(mutants: readonly Mutant[]): boolean;
  /** Whether a mutant does not act beside these others. */
  silences?(mutant: Mutant, others: readonly Mutant[]): boolean;
}

const alone = new Map([['a request', 1]]);
const effects = (changed: number) => ({
  ...{ reached: changed, changed, example: undefined, recovered: false },
  changedRequests: changed > 0 ? alone : new Map<string, number>(),
});

/** Runs a suite over mutants, several runs at a time. @param foreseen whether a mutant can be combined */
function runs(
  mutants: readonly Mutant[],
  suite: Suite,
  atOnce = 1,
  foreseen: (mutant: Mutant) => boolean = () => true,
) {
  const schedule = createSchedule(mutants, (mutant) => (foreseen(mutant) ? effects(1) : undefined));
  const verdicts = new Map<string, string>();
  const made: string[][] = [];
  for (;;) {
    const some = Array.from({ length: atOnce }, () => schedule.next()).filter((run) => run !== undefined);
    if (some.length === 0) break;
    for (const run of some) {
      made.push(run.map(({ id }) => id));
      const acting = run.filter((mutant) => !suite.silences?.(mutant, run));
      const failing = acting.findIndex(({ id }) => suite.noticed.has(id));
      const passed = failing === -1 || (run.length > 1 && (suite.hides?.(run) ?? false));
      const met = passed || !suite.failsFast ? acting : acting.slice(0, failing + 1);
      const { judged, withdrawn } = schedule.settle(
        run.map((mutant) => ({ mutant, effects: effects(met.includes(mutant) ? 1 : 0) })),
        { passed, timedOut: false, ms: 1 },
      );
      for (const id of withdrawn) verdicts.delete(id);
      for (const { id, status } of judged) verdicts.set(id, status);
    }
  }
  return { verdicts, made };
}

const truth = (mutants: readonly Mutant[], { noticed }: Suite) =>
  new Map(mutants.map(({ id }) => [id, noticed.has(id) ? 'killed' : 'survived']));

const sorted = (verdicts: ReadonlyMap<string, string>) => [...verdicts].sort();

describe('combined runs', () => {
  it('give the verdicts of runs one by one, whatever the tests notice, and need few more runs at worst', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }).chain((operations) =>
          fc.record({
            operations: fc.constant(operations),
            noticed: fc.subarray(mutantsOf(operations).map(({ id }) => id)),
            failsFast: fc.boolean(),
            atOnce: fc.integer({ min: 1, max: 7 }),
          }),
        ),
        ({ operations, noticed, failsFast, atOnce }) => {
          const mutants = mutantsOf(operations);
          const suite = { noticed: new Set(noticed), failsFast };
          const { verdicts, made } = runs(mutants, suite, atOnce);
          expect(sorted(verdicts)).toEqual(sorted(truth(mutants, suite)));
          for (const run of made) expect(new Set(run.map((id) => id.split(' ')[1])).size).toBe(run.length);
          expect(made.length).toBeLessThanOrEqual(2 * mutants.length + 1);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('need a fraction of the runs where most mutants survive', () => {
    const mutants = mutantsOf(8);
    const { made, verdicts } = runs(mutants, { noticed: new Set(['list-empty operation-7']) });
    expect(sorted(verdicts).filter(([, status]) => status === 'killed')).toHaveLength(1);
    expect(made.map(({ length }) => length).join(' ')).toMatchInlineSnapshot(
      `"3 1 3 3 3 1 3 5 3 2 1 1 5 1 5 5 1 5"`,
    );
    const half = new Set(mutants.filter((_, n) => n % 3 === 0).map(({ id }) => id));
    const { made: more } = runs(mutants, { noticed: half });
    expect(more.map(({ length }) => length).join(' ')).toMatchInlineSnapshot(
      `"3 2 1 1 1 1 1 1 1 6 3 3 2 1 2 1 1 1 1 1 6 3 3 2 1 2 1 1 1 1 1 1 6 3 3 2 1 2 1 1 1 1 1 1 2 1 1 2 1 1 1 1 1 1 1 1 1 1 1"`,
    );
  });

  it('need no more runs than one by one where a suite stops at its first failure', () => {
    const mutants = mutantsOf(8);
    const suite = { noticed: new Set(mutants.map(({ id }) => id)), failsFast: true };
    expect(runs(mutants, suite).made).toHaveLength(mutants.length);
  });

  it('check the first verdict and each tenth after it alone', () => {
    const { made } = runs(mutantsOf(8), { noticed: new Set() });
    const combined = made.filter(({ length }) => length > 1).flat();
    const alone = made.filter(({ length }) => length === 1).flat();
    expect(alone.filter((id) => combined.includes(id))).toEqual(combined.filter((_, n) => n % 10 === 0));
    expect(combined.length).toBeGreaterThan(30);
  });

  it('end with a check that disagrees, and what they showed is shown again', () => {
    const mutants = mutantsOf(8);
    // Only two mutants at once pass: the tests compare two replies with each other.
    const suite: Suite = { noticed: new Set(mutants.map(({ id }) => id)), hides: () => true };
    const { verdicts, made } = runs(mutants, suite, 3);
    expect(sorted(verdicts)).toEqual(sorted(truth(mutants, suite)));
    const first = made.findIndex((run, n) => n > 0 && run.length === 1 && made[0]?.includes(run[0] ?? ''));
    // Those beside the disagreeing one had begun.
    expect(made.slice(first + 3).every((run) => run.length === 1)).toBe(true);
    const one: Suite = { noticed: new Set([mutants[0]?.id ?? '']), hides: () => true };
    expect(runs(mutants, one).made.map(({ length }) => length)).toEqual([3, ...Array(40).fill(1)]);
  });

  it('have no mutant of a rule without a verdict beside those of another rule', () => {
    const ids = ['a 1', 'a 2', 'a 3', 'a 4', 'b 5'];
    const mutants = ids.map((id) => {
      const [rule = '', operation = ''] = id.split(' ');
      return { ...(mutantsOf(1)[0] as Mutant), id, rule, operation };
    });
    const rulesOfNone = { noticed: new Set<string>() };
    expect(runs(mutants, rulesOfNone).made.map((run) => run.join(', '))).toEqual([
      ...['a 1, a 2, a 3', 'a 1', 'a 4', 'b 5'],
    ]);
  });

  it('count for no mutant that did not change all that it changes alone', () => {
    const mutants = mutantsOf(4);
    const suite: Suite = {
      noticed: new Set(['list-empty operation-1']),
      silences: ({ operation }, others) => operation === 'operation-1' && others.length > 1,
    };
    const { verdicts, made } = runs(mutants, suite);
    expect(sorted(verdicts)).toEqual(sorted(truth(mutants, suite)));
    expect(made).toContainEqual(['list-empty operation-1']);
  });

  it('are none where the effects of a mutant cannot be foreseen', () => {
    for (const known of ['none', 'operation-0', 'operation-2']) {
      const { made } = runs(mutantsOf(4), { noticed: new Set() }, 2, ({ operation }) => operation === known);
      expect(made.every((run) => run.length === 1)).toBe(true);
    }
  });
});
