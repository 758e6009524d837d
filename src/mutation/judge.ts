import { type Acts, type Mutant, ruleOf } from './mutant.ts';
import type { JudgedMutant } from './report/model.ts';

/** What became of a mutant that had a run. */
export function judged(
  mutant: Mutant,
  acts: Acts,
  { passed, timedOut, ms }: { passed: boolean; timedOut: boolean; ms: number },
): JudgedMutant {
  const { example } = acts;
  const found = { ...mutant, ms, ...(example !== undefined && { example }) };
  if (acts.changed === 0) {
    const unchanged = withoutChange(found, acts);
    return passed || timedOut ? unchanged : { ...unchanged, failed: true };
  }
  if (timedOut) return { ...found, status: 'timeout' };
  if (!passed) return { ...found, status: 'killed' };
  return acts.recovered && ruleOf(mutant).endsWithRetry
    ? { ...found, status: 'equivalent', reason: 'the client sent the request again, as it should' }
    : { ...found, status: 'survived' };
}

/** What became of a mutant of which the clean run showed that it changes nothing; undefined if it needs a run. */
export function judgedByCleanRun(mutant: Mutant, foreseen: Acts | undefined): JudgedMutant | undefined {
  return foreseen?.changed === 0 ? withoutChange({ ...mutant, ms: 0 }, foreseen) : undefined;
}

const withoutChange = (mutant: Mutant & { ms: number }, { reached }: Acts): JudgedMutant =>
  reached === 0
    ? { ...mutant, status: 'notReached' }
    : { ...mutant, status: 'equivalent', reason: 'no reply became another one' };
