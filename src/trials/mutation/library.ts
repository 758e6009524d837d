import { findOperation, type Operation } from '../../core/operations.ts';
import type { Settings } from '../../core/settings.ts';
import { type Outcomes, outcomesOf } from '../../faults/outcomes.ts';
import type { Generation } from '../../service/http/generation.ts';
import type { ServedRoute } from '../../service/http/served.ts';
import { type ActiveMutant, activate, type Mutant, type MutantOptions, mutantsOf } from './mutant.ts';

/** The mutants of all operations, or of some. */
export function listMutants(
  served: readonly ServedRoute[],
  outcomes: Outcomes,
  { operations, ...options }: MutantOptions & { readonly operations?: readonly string[] | undefined },
): Mutant[] {
  const schemas = new Map(served.map(({ operation, reply }) => [operation, reply]));
  return [...schemas].flatMap(([id, schema]) => {
    const operation = findOperation(id) as Operation;
    return (operations?.includes(id) ?? true) ? mutantsOf({ operation, schema, outcomes }, options) : [];
  });
}

/** A mutant for a sandbox with these generations. */
export function activateMutant(
  mutant: Mutant,
  generations: readonly ((settings: Settings) => Generation)[],
  settings: Settings,
): ActiveMutant {
  const operation = findOperation(mutant.operation) as Operation;
  const outcomes = outcomesOf(generations.map((make) => make(settings)));
  return activate(mutant, { operation, schema: undefined, outcomes });
}
