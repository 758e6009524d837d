import { Refusal } from '../../../core/errors.ts';
import type { ReplyContext } from '../../../service/http/reply-rewriter.ts';
import { envelopeNames, isRefusal, withMembers } from '../envelope.ts';
import type { AboutReplies, MutationRule } from '../rule.ts';

/** Mutations of credits. */
export const creditRules: readonly MutationRule[] = [
  {
    name: 'credits-used-wrong',
    changes: 'a reply says that the call cost one credit more than was taken',
    client: 'compare what it adds up with the balance of the account',
    concerns: hasEnvelope,
    action: {
      kind: 'reply',
      begin:
        () =>
        (unsent, { operation }) => {
          if (isRefusal(unsent)) return undefined;
          const { used } = envelopeNames(operation);
          return withMembers(unsent, (envelope) => ({ [used]: Number(envelope[used]) + 1 }));
        },
    },
  },
  {
    name: 'credits-available-stale',
    changes: 'a reply shows the balance from before the call',
    client: 'not spend by a balance that it has not compared with the price of the call',
    concerns: hasEnvelope,
    action: {
      kind: 'reply',
      begin:
        () =>
        (unsent, { operation }) => {
          if (isRefusal(unsent)) return undefined;
          const { used, left } = envelopeNames(operation);
          return withMembers(unsent, (envelope) => {
            const shown = Number(envelope[left]);
            // -1 is no balance: the account is unlimited.
            return { [left]: shown === -1 ? shown : rounded(shown + Number(envelope[used])) };
          });
        },
    },
  },
  {
    name: 'refusal-charged',
    changes: 'a refused call takes the price of a successful one',
    client: 'compare the balance before and after a refusal',
    concerns: () => true,
    action: {
      kind: 'reply',
      hasEffects: true,
      begin: () => async (unsent, context) =>
        isRefusal(unsent) && (await debit(context)) ? { ...unsent } : undefined,
    },
  },
];

function hasEnvelope({ operation }: AboutReplies): boolean {
  return operation.id !== 'tube/subtitles/download';
}

const rounded = (credits: number): number => Math.round(credits * 1000) / 1000;

/** @returns false if the account has not enough, or the operation is free */
async function debit({ call, deps, operation }: ReplyContext): Promise<boolean> {
  const { caller, now, traceId } = call;
  const { prices } = deps;
  const credits = prices.full(operation.id);
  if (credits === 0) return false;
  try {
    const rule = prices.rule(operation.id);
    await deps.ledger.charge(caller, { operation: operation.id, credits, rule, traceId, now });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
