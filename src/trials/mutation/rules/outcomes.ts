import type { ReplyContext } from '../../../service/http/reply-rewriter.ts';
import { envelopeNames, isRefusal, withMembers } from '../envelope.ts';
import type { AboutReplies, MutationRule } from '../rule.ts';

/** Mutations of whether a call succeeded, and why not. */
export const outcomeRules: readonly MutationRule[] = [
  {
    name: 'status-wrong',
    changes: 'a success has the HTTP status 500 and its own body',
    client: 'trust the status, and treat the call as failed',
    concerns: hasWholeReply,
    action: {
      kind: 'reply',
      begin: () => (unsent) => (isRefusal(unsent) ? undefined : { ...unsent, status: 500 }),
    },
  },
  {
    name: 'body-wrong',
    changes: 'the HTTP status is 200 and the body is that of a refusal',
    client: 'read `success` and the code of the body before the data',
    concerns: hasWholeReply,
    action: {
      kind: 'reply',
      begin: () => (unsent, context) =>
        isRefusal(unsent) ? undefined : { ...unsent, body: refusalBody(context) },
    },
  },
  {
    name: 'refusal-status-wrong',
    changes: 'a refusal has the HTTP status 200 and its own body',
    client: 'read `success` and the code of the body, not the status alone',
    concerns: () => true,
    action: {
      kind: 'reply',
      begin: () => (unsent) =>
        isRefusal(unsent) && unsent.form === 'json' ? { ...unsent, status: 200 } : undefined,
    },
  },
  {
    name: 'success-wrong',
    changes: '`success` is true on a refusal',
    client: 'not take a reply without data for a success',
    concerns: () => true,
    action: {
      kind: 'reply',
      begin: () => (unsent) =>
        isRefusal(unsent) ? withMembers(unsent, () => ({ success: true })) : undefined,
    },
  },
  {
    name: 'error-code-wrong',
    changes: 'a refusal has the code of another one',
    client: 'branch on the code, and treat an unexpected one as a failure of its own',
    concerns: () => true,
    action: {
      kind: 'reply',
      begin: () => (unsent, context) => {
        if (!isRefusal(unsent)) return undefined;
        const { code } = envelopeNames(context.operation);
        return withMembers(unsent, (envelope) => ({ [code]: otherCode(context, String(envelope[code])) }));
      },
    },
  },
];

function hasWholeReply({ operation }: AboutReplies): boolean {
  return operation.id !== 'nls' && operation.id !== 'tube/subtitles/download';
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
