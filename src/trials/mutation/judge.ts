import { type Mutant, type MutantEffects, ruleOf } from './mutant.ts';
import type { JudgedMutant } from './report/model.ts';

/** The fate of a mutant that had a run. */
export function judgeMutant(
  mutant: Mutant,
  effects: MutantEffects,
  { passed, timedOut, ms }: { passed: boolean; timedOut: boolean; ms: number },
): JudgedMutant {
  const { example } = effects;
  const found = { ...mutant, ms, ...(example !== undefined && { example }) };
  if (effects.changed === 0) {
    const unchanged = withoutChange(found, effects);
    return passed || timedOut ? unchanged : { ...unchanged, failed: true };
  }
  if (timedOut) return { ...found, status: 'timeout' };
  if (!passed) return { ...found, status: 'killed' };
  if (effects.undecided !== undefined) return { ...found, status: 'equivalent', reason: effects.undecided };
  return effects.recovered && ruleOf(mutant).endsWithRetry
    ? { ...found, status: 'equivalent', reason: 'the client sent the request again, as it should' }
    : { ...found, status: 'survived' };
}

/** The fate of a mutant that changes nothing, as the clean run showed; undefined if it needs a run. */
export function judgeByCleanRun(
  mutant: Mutant,
  foreseen: MutantEffects | undefined,
): JudgedMutant | undefined {
  return foreseen?.changed === 0 ? withoutChange({ ...mutant, ms: 0 }, foreseen) : undefined;
}

const withoutChange = (mutant: Mutant & { ms: number }, { reached }: MutantEffects): JudgedMutant =>
  reached === 0
    ? { ...mutant, status: 'notReached' }
    : { ...mutant, status: 'equivalent', reason: 'no reply became another one' };
