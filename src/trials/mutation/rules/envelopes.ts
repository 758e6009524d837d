import { Refusal } from '../../../core/errors.ts';
import type { ReplyContext } from '../../../service/http/reply-rewriter.ts';
import { envelopeNames, isRefusal, withMembers } from '../../reply.ts';
import type { AboutReplies, MutationRule, ReplaceReply } from '../rule.ts';

const always = () => true;
const isWhole = ({ operation: { id } }: AboutReplies): boolean =>
  id !== 'nls' && id !== 'tube/subtitles/download';

/** Replaces successes only, or refusals only. */
const successes =
  (replace: ReplaceReply): NonNullable<MutationRule['replacing']> =>
  () =>
  (unsent, context) =>
    isRefusal(unsent) ? undefined : replace(unsent, context);
const refusals =
  (replace: ReplaceReply): NonNullable<MutationRule['replacing']> =>
  () =>
  (unsent, context) =>
    isRefusal(unsent) ? replace(unsent, context) : undefined;

/** Mutations of what a call cost, of whether it succeeded, and why not. */
export const envelopeRules: readonly MutationRule[] = [
  {
    name: 'credits-used-wrong',
    changes: 'a reply says that the call cost one credit more than was taken',
    client: 'compare what it adds up with the balance of the account',
    touches: hasEnvelope,
    replacing: successes((unsent, { operation }) => {
      const { used } = envelopeNames(operation);
      return withMembers(unsent, (envelope) => ({ [used]: Number(envelope[used]) + 1 }));
    }),
  },
  {
    name: 'credits-available-stale',
    changes: 'a reply shows the balance from before the call',
    client: 'not spend by a balance that it has not compared with the price of the call',
    touches: hasEnvelope,
    replacing: successes((unsent, { operation }) => {
      const { used, left } = envelopeNames(operation);
      return withMembers(unsent, (envelope) => {
        const shown = Number(envelope[left]);
        // -1 is no balance: the account is unlimited.
        return { [left]: shown === -1 ? shown : rounded(shown + Number(envelope[used])) };
      });
    }),
  },
  {
    name: 'refusal-charged',
    changes: 'a refused call takes the price of a successful one',
    client: 'compare the balance before and after a refusal',
    touches: always,
    hasEffects: true,
    replacing: refusals(async (unsent, context) => ((await debit(context)) ? { ...unsent } : undefined)),
  },
  {
    name: 'status-wrong',
    changes: 'a success has the HTTP status 500 and its own body',
    client: 'trust the status, and treat the call as failed',
    touches: isWhole,
    replacing: successes((unsent) => ({ ...unsent, status: 500 })),
  },
  {
    name: 'body-wrong',
    changes: 'the HTTP status is 200 and the body is that of a refusal',
    client: 'read `success` and the code of the body before the data',
    touches: isWhole,
    replacing: successes((unsent, context) => ({ ...unsent, body: refusalBody(context) })),
  },
  {
    name: 'refusal-status-wrong',
    changes: 'a refusal has the HTTP status 200 and its own body',
    client: 'read `success` and the code of the body, not the status alone',
    touches: always,
    replacing: refusals((unsent) => (unsent.form === 'json' ? { ...unsent, status: 200 } : undefined)),
  },
  {
    name: 'success-wrong',
    changes: '`success` is true on a refusal',
    client: 'not take a reply without data for a success',
    touches: always,
    replacing: refusals((unsent) => withMembers(unsent, () => ({ success: true }))),
  },
  {
    name: 'error-code-wrong',
    changes: 'a refusal has the code of another one',
    client: 'branch on the code, and treat an unexpected one as a failure of its own',
    touches: always,
    replacing: refusals((unsent, context) => {
      const { code } = envelopeNames(context.operation);
      return withMembers(unsent, (envelope) => ({ [code]: otherCode(context, String(envelope[code])) }));
    }),
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

/** The next code of the operation, so that every one becomes another. */
function otherCode({ deps, operation }: ReplyContext, code: string): string {
  const codes = deps.outcomes.of(operation.id).map(({ errorCode }) => errorCode);
  return codes[(codes.indexOf(code) + 1) % codes.length] ?? code;
}

function refusalBody({ operation, call }: ReplyContext): object {
  const { now: timestamp, traceId } = call;
  return operation.generation === 2
    ? {
        data: null,
        quotaUsed: 0,
        quotaUsedTotal: 0,
        remainingPlanCredit: 0,
        remainingPrepurchasedCredit: 0,
        timestamp,
        error: 'ServerError',
        success: false,
      }
    : {
        success: false,
        error: 'InternalServerError',
        message: 'Internal server error. Please try again later.',
        errorCode: 'INTERNAL_SERVER_ERROR',
        traceId,
        timestamp,
      };
}
