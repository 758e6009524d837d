import type { Mutant } from './mutant.ts';

/** How likely mutants are to survive: mutants of one rule fare alike. A wrong guess costs a run, never a verdict. */
export interface SurvivalOdds {
  of(mutant: Pick<Mutant, 'rule'>): number;
  /** Whether a mutant of the rule had its verdict. */
  isKnown(rule: string): boolean;
  note(mutant: Pick<Mutant, 'rule'>, survived: boolean): void;
  /** A combined run failed after several of its mutants had acted: tests that go on after a failure do so. */
  noteUnclear(): void;
}

export function createSurvivalOdds(): SurvivalOdds {
  const rules = new Map<string, { survived: number; all: number }>();
  // As long as a failure names its mutant, a combined run is never dearer than the runs alone.
  let unknown = 0.8;
  return {
    of({ rule }) {
      const { survived = 0, all = 0 } = rules.get(rule) ?? {};
      return all === 0 ? unknown : (survived + 0.8) / (all + 1);
    },
    isKnown: (rule) => rules.has(rule),
    note({ rule }, survived) {
      const known = rules.get(rule) ?? { survived: 0, all: 0 };
      rules.set(rule, { survived: known.survived + Number(survived), all: known.all + 1 });
    },
    noteUnclear() {
      unknown = 0.2;
    },
  };
}
