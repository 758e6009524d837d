import type { MutantEffects } from './activate.ts';
import type { Mutant } from './mutant.ts';
import { ruleOf } from './mutants.ts';

export type MutantStatus = 'killed' | 'survived' | 'timeout' | 'notReached' | 'equivalent';

/** A mutant and what became of it. */
export interface JudgedMutant extends Mutant {
  readonly status: MutantStatus;
  /** The time of its run; 0 when the first run showed the result. */
  readonly ms: number;
  /** Its first change. */
  readonly example?: string;
  /** Why it has no verdict. */
  readonly reason?: string;
  /** The command failed although the mutant had changed nothing: the tests are flaky. */
  readonly failed?: true;
}

/** How a run ended. */
export interface RunEnd {
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly ms: number;
}

/** The fate of a mutant that had a run. */
export function judgeMutant(
  mutant: Mutant,
  { reached, changed, example, undecided, recovered }: MutantEffects,
  { passed, timedOut, ms }: RunEnd,
): JudgedMutant {
  const found = { ...mutant, ms, ...(example !== undefined && { example }) };
  const equivalent = (reason: string) => ({ ...found, status: 'equivalent' as const, reason });
  if (changed === 0) {
    const unchanged =
      reached === 0
        ? { ...found, status: 'notReached' as const, reason: 'the tests get no reply that it is about' }
        : equivalent('no reply became another one');
    return passed || timedOut ? unchanged : { ...unchanged, failed: true };
  }
  if (timedOut) return { ...found, status: 'timeout' };
  if (!passed) return { ...found, status: 'killed' };
  if (undecided !== undefined) return equivalent(undecided);
  return recovered && ruleOf(mutant).endsWithRetry
    ? equivalent('the client sent the request again, as it should')
    : { ...found, status: 'survived' };
}

/** (killed + timeout) / (killed + timeout + survived). */
export function noticedOf(mutants: readonly JudgedMutant[]): { noticed: number; all: number } {
  const noticed = countOf(mutants, 'killed') + countOf(mutants, 'timeout');
  return { noticed, all: noticed + countOf(mutants, 'survived') };
}

export const countOf = (mutants: readonly JudgedMutant[], status: MutantStatus): number =>
  mutants.filter((mutant) => mutant.status === status).length;

/** In percent, rounded down to one decimal, so that a gate that does not hold never looks as if it did. */
export function scoreOf(mutants: readonly JudgedMutant[]): number | null {
  const { noticed, all } = noticedOf(mutants);
  return all === 0 ? null : Math.floor((noticed / all) * 1000) / 10;
}
