import type { MutantEffects, MutantInRun } from './effects.ts';
import { judgeMutant } from './judge.ts';
import type { Mutant } from './mutant.ts';
import type { JudgedMutant } from './report/model.ts';
import { createSurvivalOdds } from './survival-odds.ts';

/** How a run ended. */
export interface RunEnd {
  readonly passed: boolean;
  readonly timedOut: boolean;
  readonly ms: number;
}

/** What a run showed. */
interface Findings {
  readonly judged: readonly JudgedMutant[];
  /** Ids of mutants whose verdicts count no longer: each runs again alone. */
  readonly withdrawn: readonly string[];
}

/** The order of the runs, of which some have mutants of several operations. The verdicts are those of runs one by one. */
export interface MutantSchedule {
  /** The mutants of the next run; undefined if none waits, though a run that goes on may leave some. */
  next(): readonly Mutant[] | undefined;
  settle(run: readonly MutantInRun[], end: RunEnd): Findings;
}

/** Of the verdicts of combined runs, the share that a run alone checks: the first, and each tenth after it. */
const checkedEach = 10;

const maxCombined = 8;

/** The least odds that a combined run passes. */
const minOdds = 0.5;

/** @param foresee what a mutant changes where nothing else does; undefined where only a run of its own can tell */
export function createSchedule(
  mutants: readonly Mutant[],
  foresee: (mutant: Mutant) => MutantEffects | undefined,
): MutantSchedule {
  const odds = createSurvivalOdds();
  /** Runs that come first: mutants alone, and parts of runs that failed. */
  const urgent: (readonly Mutant[])[] = [];
  let waiting = [...mutants];
  /** Survivors that only combined runs have shown, and those of them that a run alone checks. */
  const unchecked = new Map<string, Mutant>();
  const checking = new Set<string>();
  let passes = 0;
  let isCombining = true;

  return {
    next: () => nextUrgent() ?? nextWaiting(),
    settle(run, end) {
      const [first, ...others] = run as readonly [MutantInRun, ...MutantInRun[]];
      if (others.length === 0) return settleAlone(first, end);
      return { judged: end.passed ? settlePass(run, end) : settleFailure(run, end), withdrawn: [] };
    },
  };

  function nextUrgent(): readonly Mutant[] | undefined {
    const [first, ...others] = urgent.shift() ?? [];
    if (!first) return undefined;
    if (isCombining) return [first, ...others];
    urgent.push(...others.map((mutant) => [mutant]));
    return [first];
  }

  function nextWaiting(): readonly Mutant[] | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const chosen = isCombining && canCombine(first) ? combinedWith(first) : [first];
    waiting = waiting.filter((mutant) => !chosen.includes(mutant));
    return chosen;
  }

  /** Mutants of other operations that will probably survive beside it, those of its rule first. */
  function combinedWith(first: Mutant): readonly Mutant[] {
    const chosen = [first];
    let passing = odds.of(first);
    const sameRule = waiting.filter(({ rule }) => rule === first.rule);
    const others = waiting.filter(({ rule }) => rule !== first.rule && odds.isKnown(rule));
    for (const mutant of [...sameRule, ...others]) {
      if (chosen.length === maxCombined) break;
      const both = passing * odds.of(mutant);
      const isOther = chosen.every(({ operation }) => operation !== mutant.operation);
      if (both < minOdds || !isOther || !canCombine(mutant)) continue;
      chosen.push(mutant);
      passing = both;
    }
    return chosen;
  }

  function canCombine(mutant: Mutant): boolean {
    return (foresee(mutant)?.changedRequests.size ?? 0) > 0;
  }

  function settleAlone({ mutant, effects }: MutantInRun, end: RunEnd): Findings {
    const judged = judgeMutant(mutant, effects, end);
    odds.note(mutant, judged.status === 'survived');
    unchecked.delete(mutant.id);
    const disagrees = checking.delete(mutant.id) && judged.status !== 'survived';
    return { judged: [judged], withdrawn: disagrees ? endCombining() : [] };
  }

  /** Mutants hide each other here, so none of the verdicts of combined runs is certain. */
  function endCombining(): readonly string[] {
    isCombining = false;
    const uncertain = [...unchecked.values()];
    unchecked.clear();
    for (const mutant of uncertain) if (!checking.has(mutant.id)) urgent.push([mutant]);
    return uncertain.map(({ id }) => id);
  }

  /** A pass counts for a mutant that changed all that it changes alone; the others run alone. */
  function settlePass(run: readonly MutantInRun[], end: RunEnd): JudgedMutant[] {
    return run.flatMap(({ mutant, effects }) => {
      if (!isCombining || !hasChangedAll(effects, foresee(mutant))) {
        urgent.push([mutant]);
        return [];
      }
      odds.note(mutant, true);
      unchecked.set(mutant.id, mutant);
      if (passes++ % checkedEach === 0) {
        checking.add(mutant.id);
        urgent.push([mutant]);
      }
      return [judgeMutant(mutant, effects, end)];
    });
  }

  function settleFailure(run: readonly MutantInRun[], end: RunEnd): JudgedMutant[] {
    const acted = run.filter(({ effects }) => effects.changed > 0);
    const idle = run.filter(({ effects }) => effects.changed === 0).map(({ mutant }) => mutant);
    const [first, ...others] = acted;
    // It failed by itself: the tests are flaky.
    if (!first) {
      urgent.push(...idle.map((mutant) => [mutant]));
      return [];
    }
    waiting = [...idle, ...waiting];
    if (others.length > 0) {
      odds.noteUnclear();
      const half = Math.ceil(acted.length / 2);
      for (const part of [acted.slice(0, half), acted.slice(half)])
        urgent.push(part.map(({ mutant }) => mutant));
      return [];
    }
    // The others changed nothing, so this was a run of its own.
    odds.note(first.mutant, false);
    return [judgeMutant(first.mutant, first.effects, end)];
  }
}

function hasChangedAll({ changedRequests }: MutantEffects, foreseen: MutantEffects | undefined): boolean {
  return (
    foreseen !== undefined &&
    [...foreseen.changedRequests].every(([request, times]) => (changedRequests.get(request) ?? 0) >= times)
  );
}
