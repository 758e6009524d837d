import type { FaultRule } from '../../faults/rule.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { differenceInWords, differenceOf } from './difference.ts';
import { dataOf, isRefusal, withData } from './envelope.ts';
import type { Mutation as Mutant } from './mutation.ts';
import { placesIn, replaceIn } from './places.ts';
import type { AboutReplies, MutationRule, ReplaceReply } from './rule.ts';
import { mutationRules } from './rules/all.ts';

export type { Mutation as Mutant } from './mutation.ts';

export interface MutantOptions {
  /** Names of rules; all by default. */
  readonly rules?: readonly string[] | undefined;
  /** Takes the places of rules about values one by one. */
  readonly eachField?: boolean | undefined;
}

export const ruleNames: readonly string[] = mutationRules.map(({ name }) => name);

/** The mutants of an operation. */
export function mutantsOf(about: AboutReplies, { rules: wanted, eachField }: MutantOptions = {}): Mutant[] {
  const { operation, schema } = about;
  return mutationRules
    .filter((rule) => (wanted?.includes(rule.name) ?? true) && rule.concerns(about))
    .flatMap((rule) => {
      const { name, changes, client, action: lie } = rule;
      const mutant = { id: `${name} ${operation.id}`, rule: name, operation: operation.id, changes, client };
      if (!eachField || lie.kind !== 'values') return [mutant];
      return placesIn(schema)
        .filter(lie.fits)
        .map(({ pointer }) => ({ ...mutant, id: `${mutant.id} ${pointer || '/'}`, place: pointer }));
    });
}

/** The effects of a mutant so far. */
export interface MutantEffects {
  /** Replies that it was about. */
  readonly reached: number;
  /** Replies that it changed. */
  readonly changed: number;
  /** The first change, such as `/creditsUsed 2 → 3`. */
  readonly example: string | undefined;
  /** The client sent a refused request again, and got the true reply. */
  readonly recovered: boolean;
}

/** A mutant in a sandbox. */
export interface ActiveMutant {
  readonly effects: MutantEffects;
  readonly change: ReplyRewriter;
}

/** @param about the replies of the mutant's operation */
export function activate(mutant: Mutant, about: AboutReplies): ActiveMutant {
  const { action: lie } = ruleOf(mutant);
  const acts = { reached: 0, changed: 0, example: undefined as string | undefined, recovered: false };
  const act = (example: string) => {
    acts.changed += 1;
    acts.example ??= example;
  };
  if (lie.kind === 'fault') {
    const rule: FaultRule = { match: { operation: mutant.operation }, ...lie.rule(about) };
    const ruleActed = () => {
      acts.reached += 1;
      act(mutant.changes);
    };
    let refused: string | undefined;
    const change = (made: UnsentReply, asked: ReplyContext) => {
      const request = JSON.stringify([asked.method, asked.url, asked.given]);
      if (isRefusal(made)) refused ??= acts.changed > 0 ? request : undefined;
      else if (request === refused) acts.recovered = true;
      return made;
    };
    return { effects: acts, change: { rule, ruleActed, rewrite: change } };
  }
  const replace = replacementBy(mutant);
  const everywhere = lie.kind === 'reply' && lie.everywhere;
  return {
    effects: acts,
    change: {
      async rewrite(made, asked) {
        if (!everywhere && asked.operation.id !== mutant.operation) return made;
        const changed = await replace(made, asked);
        if (changed === undefined) return made;
        acts.reached += 1;
        const hasEffects = lie.kind === 'reply' && lie.hasEffects;
        const example = hasEffects ? mutant.changes : changeExample(made, changed);
        if (example === undefined) return made;
        act(example);
        return changed;
      },
    },
  };
}

/** Finds out in one run what each mutant would have changed, without changing anything. */
export function foresee(about: (operation: string) => readonly Mutant[]): {
  readonly change: ReplyRewriter;
  /** undefined where only a run of its own can tell. */
  actsOf(mutant: Mutant): MutantEffects | undefined;
} {
  const known = new Map<string, { replace: ReplaceReply; reached: number; changed: number }>();
  const actsOf = (mutant: Mutant) => {
    const { action: lie } = ruleOf(mutant);
    if (lie.kind === 'fault' || (lie.kind === 'reply' && lie.hasEffects)) return undefined;
    const found = known.get(mutant.id) ?? { replace: replacementBy(mutant), reached: 0, changed: 0 };
    known.set(mutant.id, found);
    return found;
  };
  return {
    change: {
      async rewrite(made, asked) {
        for (const mutant of about(asked.operation.id)) {
          const acts = actsOf(mutant);
          const changed = await acts?.replace(made, asked);
          if (!acts || changed === undefined) continue;
          acts.reached += 1;
          if (changeExample(made, changed) !== undefined) acts.changed += 1;
        }
        return made;
      },
    },
    actsOf(mutant) {
      const acts = actsOf(mutant);
      return acts && { reached: acts.reached, changed: acts.changed, example: undefined, recovered: false };
    },
  };
}

export function ruleOf({ rule }: Pick<Mutant, 'rule'>): MutationRule {
  const found = mutationRules.find(({ name }) => name === rule);
  if (!found) throw new Error(`${rule} is not a rule`);
  return found;
}

function replacementBy(mutant: Mutant): ReplaceReply {
  const { action: lie } = ruleOf(mutant);
  if (lie.kind === 'reply') return lie.begin(mutant.operation);
  if (lie.kind === 'fault') throw new Error(`${mutant.rule} replaces no reply`);
  return (made: UnsentReply, asked: ReplyContext) => {
    const data = dataOf(made);
    if (data === undefined) return undefined;
    const changed = replaceIn(data, asked.schema, (value, place) => {
      const isMeant = mutant.place === undefined ? lie.fits(place) : place.pointer === mutant.place;
      return isMeant ? lie.replace(value, place, asked) : value;
    });
    return withData(made, changed);
  };
}

/** undefined if both are equal. */
function changeExample(before: UnsentReply, after: UnsentReply): string | undefined {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  const difference = differenceOf(before.body, after.body);
  return difference && differenceInWords(difference);
}
