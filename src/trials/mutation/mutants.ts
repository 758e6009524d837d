import type { Mutant } from './mutant.ts';
import { placesIn } from './places.ts';
import type { AboutReplies, MutationRule } from './rule.ts';
import { envelopeRules } from './rules/envelopes.ts';
import { faultRules } from './rules/faults.ts';
import { pageRules } from './rules/pages.ts';
import { valueRules } from './rules/values.ts';

export interface MutantOptions {
  /** Names of rules; all by default. */
  readonly rules?: readonly string[] | undefined;
  /** Takes the places of rules about values one by one. */
  readonly eachField?: boolean | undefined;
}

/** Every rule, those about single values first. */
const mutationRules: readonly MutationRule[] = [...valueRules, ...pageRules, ...envelopeRules, ...faultRules];

export const ruleNames: readonly string[] = mutationRules.map(({ name }) => name);

export const ruleOf = ({ rule }: Pick<Mutant, 'rule'>): MutationRule =>
  mutationRules.find(({ name }) => name === rule) as MutationRule;

/** The mutants of an operation. */
export function mutantsOf(
  about: AboutReplies,
  { rules: ruleSelection, eachField }: MutantOptions = {},
): Mutant[] {
  const { operation, schema } = about;
  return mutationRules
    .filter((rule) => (ruleSelection?.includes(rule.name) ?? true) && rule.touches(about))
    .flatMap(({ name, changes, client, fits }) => {
      const mutant = { id: `${name} ${operation.id}`, rule: name, operation: operation.id, changes, client };
      if (!eachField || !fits) return [mutant];
      return placesIn(schema)
        .filter(fits)
        .map(({ pointer }) => ({ ...mutant, id: `${mutant.id} ${pointer || '/'}`, place: pointer }));
    });
}
