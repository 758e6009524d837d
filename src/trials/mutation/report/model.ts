import type { Mutation } from '../mutation.ts';

export type MutantStatus = 'killed' | 'survived' | 'timeout' | 'notReached' | 'equivalent';

/** A mutant and what became of it. */
export interface JudgedMutant extends Mutation {
  readonly status: MutantStatus;
  /** The time of its run; 0 when the first run showed the result. */
  readonly ms: number;
  /** Its first change. */
  readonly example?: string;
  /** Why it is equivalent. */
  readonly reason?: string;
  /** The command failed although the mutant had changed nothing: the tests are flaky. */
  readonly failed?: true;
}

/** The result of the runs of `mutate`. */
export interface MutationReport {
  /** The version of the sandbox. */
  readonly version: string;
  readonly command: string;
  /** (killed + timeout) / (killed + timeout + survived) in percent; null without one of them. */
  readonly score: number | null;
  /** false = the time was over; the rest is left. */
  readonly complete: boolean;
  /** Mutants without a run. */
  readonly left: number;
  /** The run without a mutant. */
  readonly clean: {
    readonly ms: number;
    readonly operations: readonly { readonly operation: string; readonly calls: number }[];
  };
  readonly mutants: readonly JudgedMutant[];
}

/** Why a mutant that the tests never met has no verdict. */
export const notReachedReason = 'the tests get no reply that it is about';

export const withStatus = (mutants: readonly JudgedMutant[], status: MutantStatus): JudgedMutant[] =>
  mutants.filter((mutant) => mutant.status === status);

export const countOf = (mutants: readonly JudgedMutant[], status: MutantStatus): number =>
  withStatus(mutants, status).length;

/** In percent, rounded down to one decimal, so that a gate that does not hold never looks as if it did. */
export function scoreOf(mutants: readonly JudgedMutant[]): number | null {
  const noticed = countOf(mutants, 'killed') + countOf(mutants, 'timeout');
  const all = noticed + countOf(mutants, 'survived');
  return all === 0 ? null : Math.floor((noticed / all) * 1000) / 10;
}
