import type { FaultRule } from '../../faults/rule.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { createLateGate, type LateReply, usualLateReply } from '../late-reply.ts';
import { isRefusal } from '../reply.ts';
import { differenceInWords, differenceOf } from './difference.ts';
import type { Mutant } from './mutant.ts';
import { ruleOf } from './mutants.ts';
import type { AboutReplies, MutationRule } from './rule.ts';

/** The effects of a mutant so far. */
export interface MutantEffects {
  /** Replies that it was about. */
  reached: number;
  /** Replies that it changed. */
  changed: number;
  /** The first change, such as `/creditsUsed 2 → 3`. */
  example?: string;
  /** The client sent a refused or abandoned request again, and got the true reply. */
  recovered: boolean;
  /** Why it proves nothing when the command passes. */
  undecided?: string;
}

export const noEffects = (): MutantEffects => ({ reached: 0, changed: 0, recovered: false });

/** A mutant in a sandbox. */
export interface ActiveMutant {
  readonly mutant: Mutant;
  readonly effects: Readonly<MutantEffects>;
  readonly rewriter: ReplyRewriter;
}

/** @param about the replies of the mutant's operation */
export function activate(
  mutant: Mutant,
  about: AboutReplies,
  late: LateReply = usualLateReply,
): ActiveMutant {
  const rule = ruleOf(mutant);
  return rule.fault
    ? activateFault(mutant, rule, rule.fault(about), late)
    : activateReplacement(mutant, rule);
}

function activateFault(
  mutant: Mutant,
  { isLate }: MutationRule,
  fault: Omit<FaultRule, 'match'>,
  late: LateReply,
): ActiveMutant {
  const effects = noEffects();
  const { operation } = mutant;
  const gate = createLateGate(late);
  const seconds = `${late.ms / 1000} s`;
  const acting = new Set<string | undefined>();
  let hit: string | undefined;
  const answered = new Set<string>();
  const count = () => {
    effects.changed = acting.size;
    effects.reached = acting.size;
  };
  return {
    ...{ mutant, effects },
    rewriter: {
      ruleFor(request, isTaken) {
        if (isTaken || request.operation !== operation || effects.changed === fault.times) return undefined;
        acting.add(request.traceId);
        count();
        effects.example ??= isLate ? `the first reply comes ${seconds} late` : mutant.changes;
        return { rule: { match: { operation }, ...fault }, ...(isLate && { gate }) };
      },
      rewrite(unsent, context) {
        const { call } = context;
        // A refusal in the place of a stream or a download stays whole.
        if (fault.profile !== undefined && unsent.form === 'json' && acting.delete(call.traceId)) {
          delete call.profile;
          delete call.profileBy;
          count();
          if (effects.changed === 0) delete effects.example;
        }
        if (effects.changed === 0) return unsent;
        const isHit = isLate ? call.isDelayed : isRefusal(unsent);
        if (isHit) hit ??= requestName(context);
        else answered.add(requestName(context));
        // An abandoned call runs to its end, as it would in the service.
        if (hit !== undefined && answered.has(hit)) effects.recovered = true;
        if (isLate && isHit && !gate.hasGivenUp && !late.isBeyondLimit)
          effects.undecided = `the client waited ${seconds}: whether it gives up later, --late shows`;
        return unsent;
      },
    },
  };
}

/** Names a request by what makes it the same when it is sent again. */
const requestName = ({ method, url, given }: ReplyContext): string => JSON.stringify([method, url, given]);

function activateReplacement(mutant: Mutant, rule: MutationRule): ActiveMutant {
  const effects = noEffects();
  const replace = rule.replacing?.(mutant);
  return {
    ...{ mutant, effects },
    rewriter: {
      async rewrite(unsent, context) {
        if (!rule.everywhere && context.operation.id !== mutant.operation) return unsent;
        const mutated = await replace?.(unsent, context);
        if (mutated === undefined) return unsent;
        effects.reached += 1;
        const example = rule.hasEffects ? mutant.changes : changeExample(unsent, mutated);
        if (example === undefined) return unsent;
        effects.changed += 1;
        effects.example ??= example;
        return mutated;
      },
    },
  };
}

/** The first change, in words; undefined if both replies are equal. */
function changeExample(before: UnsentReply, after: UnsentReply): string | undefined {
  if (before.status !== after.status) return `status ${before.status} → ${after.status}`;
  const difference = differenceOf(before.body, after.body);
  return difference && differenceInWords(difference);
}
