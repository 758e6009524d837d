import { toCredits } from '../../core/credits.ts';
import { Refusal, type RefusalRow, type RefusalTable } from '../../core/errors.ts';
import { type Body, enclosed } from '../http/body.ts';
import type { Call } from '../http/call.ts';
import type { Failure } from '../http/generation.ts';
import type { Receipt } from '../http/metered.ts';
import { transportProblem } from '../http/transport.ts';

/** The success envelope (contract 2.1). `timestamp` is when the request arrived, in milliseconds. */
export function succeed({ now }: Call, { json, charged, balance }: Receipt): Body {
  const remaining = balance.unlimited ? -1 : toCredits(balance.plan - balance.planUsed);
  return enclosed(
    '{"data":',
    json,
    `,"quotaUsed":${toCredits(charged)},"quotaUsedTotal":${toCredits(balance.planUsed + balance.purchasedUsed)},"remainingPlanCredit":${remaining},"remainingPrepurchasedCredit":${toCredits(balance.purchased)},"timestamp":${now},"error":"","success":true}`,
  );
}

/** The failure envelope (contract 2.1): no data, the four counters 0, and the error string. */
export function failure(refusals: RefusalTable, { now }: Pick<Call, 'now'>, reason: unknown): Failure {
  const { status, errorCode } = rowOf(refusals, reason);
  const body = {
    data: null,
    quotaUsed: 0,
    quotaUsedTotal: 0,
    remainingPlanCredit: 0,
    remainingPrepurchasedCredit: 0,
    timestamp: now,
    error: errorCode,
    success: false,
  };
  return { status, errorCode, body };
}

function rowOf(refusals: RefusalTable, reason: unknown): RefusalRow {
  const kind = transportProblem(reason)
    ? 'unreadableBody'
    : reason instanceof Refusal
      ? reason.kind
      : 'internal';
  return (refusals[kind] ?? refusals.internal) as RefusalRow;
}
