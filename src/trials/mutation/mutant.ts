import type { FaultRule } from '../../faults/rule.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { differenceInWords, differenceOf } from './difference.ts';
import {
  type ActiveMutant,
  type MutantEffects,
  type MutantInRun,
  type NotedEffects,
  noEffects,
  noteChange,
  requestName,
} from './effects.ts';
import { dataOf, isRefusal, withData } from './envelope.ts';
import { activateLateReply, type LateReply } from './late-reply.ts';
import type { Mutation as Mutant } from './mutation.ts';
import { placesIn, replaceIn } from './places.ts';
import type { AboutReplies, MutationAction, MutationRule, ReplaceReply } from './rule.ts';
import { mutationRules } from './rules/all.ts';

export type { ActiveMutant, MutantEffects } from './effects.ts';
export type { Mutation as Mutant } from './mutation.ts';

export interface MutantOptions {
  /** Names of rules; all by default. */
  readonly rules?: readonly string[] | undefined;
  /** Takes the places of rules about values one by one. */
  readonly eachField?: boolean | undefined;
}

export const ruleNames: readonly string[] = mutationRules.map(({ name }) => name);

/** The mutants of an operation. */
export function mutantsOf(
  about: AboutReplies,
  { rules: ruleSelection, eachField }: MutantOptions = {},
): Mutant[] {
  const { operation, schema } = about;
  return mutationRules
    .filter((rule) => (ruleSelection?.includes(rule.name) ?? true) && rule.concerns(about))
    .flatMap((rule) => {
      const { name, changes, client, action } = rule;
      const mutant = { id: `${name} ${operation.id}`, rule: name, operation: operation.id, changes, client };
      if (!eachField || action.kind !== 'values') return [mutant];
      return placesIn(schema)
        .filter(action.fits)
        .map(({ pointer }) => ({ ...mutant, id: `${mutant.id} ${pointer || '/'}`, place: pointer }));
    });
}

/** @param about the replies of the mutant's operation */
export function activate(mutant: Mutant, about: AboutReplies, late?: LateReply): ActiveMutant {
  const { action } = ruleOf(mutant);
  if (action.kind === 'late') return activateLateReply(mutant, late);
  if (action.kind === 'fault') return activateFault(mutant, action.rule(about));
  const isEverywhere = action.kind === 'reply' && action.everywhere === true;
  return activateReplacement(mutant, isEverywhere);
}

/** Mutants of different operations in one sandbox; several only if they replace replies and do nothing else. */
export function activateTogether(
  mutants: readonly Mutant[],
  aboutOf: (operation: string) => AboutReplies,
  late: LateReply,
): { readonly run: readonly MutantInRun[]; readonly rewriter: ReplyRewriter } {
  const active = mutants.map((mutant) => ({ mutant, ...activate(mutant, aboutOf(mutant.operation), late) }));
  const [first, ...others] = active;
  if (first && others.length === 0) return { run: active, rewriter: first.rewriter };
  return {
    run: active,
    rewriter: {
      async rewrite(unsent, context) {
        const own = active.find(({ mutant }) => mutant.operation === context.operation.id);
        return own ? own.rewriter.rewrite(unsent, context) : unsent;
      },
    },
  };
}

/** A mutant that acts as a fault rule does. */
function activateFault(mutant: Mutant, effect: Omit<FaultRule, 'match'>): ActiveMutant {
  const effects = noEffects();
  let refusedRequest: string | undefined;
  return {
    effects,
    rewriter: {
      rule: { match: { operation: mutant.operation }, ...effect },
      ruleActed() {
        noteChange(effects, mutant.changes);
        effects.reached = effects.changed;
      },
      rewrite(unsent, { method, url, given }) {
        const request = JSON.stringify([method, url, given]);
        if (isRefusal(unsent)) refusedRequest ??= effects.changed > 0 ? request : undefined;
        else if (request === refusedRequest) effects.recovered = true;
        return unsent;
      },
    },
  };
}

/** A mutant that replaces replies. */
function activateReplacement(mutant: Mutant, isEverywhere: boolean): ActiveMutant {
  const effects = noEffects();
  const replace = replacementBy(mutant);
  return {
    effects,
    rewriter: {
      async rewrite(unsent, context) {
        if (!isEverywhere && context.operation.id !== mutant.operation) return unsent;
        const mutatedReply = await replace(unsent, context);
        if (mutatedReply === undefined) return unsent;
        effects.reached += 1;
        const example = hasEffects(mutant) ? mutant.changes : changeExample(unsent, mutatedReply);
        if (example === undefined) return unsent;
        noteChange(effects, example, requestName(context));
        return mutatedReply;
      },
    },
  };
}

/** Finds out in one run what each mutant would have changed, without changing anything. */
export function foresee(mutantsOfOperation: (operation: string) => readonly Mutant[]): {
  readonly rewriter: ReplyRewriter;
  /** undefined where only a run of its own can tell. */
  effectsOf(mutant: Mutant): MutantEffects | undefined;
} {
  const known = new Map<string, { replace: ReplaceReply; effects: NotedEffects }>();
  const foreseen = (mutant: Mutant) => {
    if (!replacesReplies(mutant) || hasEffects(mutant)) return undefined;
    const found = known.get(mutant.id) ?? { replace: replacementBy(mutant), effects: noEffects() };
    known.set(mutant.id, found);
    return found;
  };
  return {
    rewriter: {
      async rewrite(unsent, context) {
        let name: string | undefined;
        const request = () => (name ??= requestName(context));
        for (const mutant of mutantsOfOperation(context.operation.id)) {
          const { replace, effects } = foreseen(mutant) ?? {};
          const mutatedReply = await replace?.(unsent, context);
          if (!effects || mutatedReply === undefined) continue;
          effects.reached += 1;
          const example = changeExample(unsent, mutatedReply);
          if (example !== undefined) noteChange(effects, example, request());
        }
        return unsent;
      },
    },
    effectsOf: (mutant) => foreseen(mutant)?.effects,
  };
}

const replacesReplies = (mutant: Mutant): boolean => ['values', 'reply'].includes(ruleOf(mutant).action.kind);

/** Whether a mutant changes more than replies. */
function hasEffects(mutant: Mutant): boolean {
  const { action } = ruleOf(mutant);
  return action.kind === 'reply' && action.hasEffects === true;
}

export function ruleOf({ rule }: Pick<Mutant, 'rule'>): MutationRule {
  return mutationRules.find(({ name }) => name === rule) as MutationRule;
}

function replacementBy(mutant: Mutant): ReplaceReply {
  const { action } = ruleOf(mutant);
  if (action.kind === 'reply') return action.begin(mutant.operation);
  const { fits, replace } = action as Extract<MutationAction, { kind: 'values' }>;
  return (unsent: UnsentReply, context: ReplyContext) => {
    const data = dataOf(unsent);
    if (data === undefined) return undefined;
    const mutatedData = replaceIn(data, context.schema, (value, place) => {
      const isMeant = mutant.place === undefined ? fits(place) : place.pointer === mutant.place;
      return isMeant ? replace(value, place, context) : value;
    });
    return withData(unsent, mutatedData);
  };
}

/** The first change, in words; undefined if both replies are equal. */
function changeExample(before: UnsentReply, after: UnsentReply): string | undefined {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  const difference = differenceOf(before.body, after.body);
  return difference && differenceInWords(difference);
}
