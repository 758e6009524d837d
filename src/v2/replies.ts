import type { FastifyReply } from 'fastify';
import { toCredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';
import type { Call } from '../http/call.ts';
import type { Receipt } from '../http/metered.ts';
import { transportProblem } from '../http/transport.ts';
import { jsonType } from '../http/unknown-path.ts';
import { Failure, refusals, unreadable } from './refusals.ts';

/** The success envelope (specification 2.1). `timestamp` is when the request arrived, in milliseconds. */
export function succeed(reply: FastifyReply, { now }: Call, { json, charged, balance }: Receipt): string {
  const remaining = balance.unlimited ? -1 : toCredits(balance.plan - balance.planUsed);
  reply.type(jsonType);
  return `{"data":${json},"quotaUsed":${toCredits(charged)},"quotaUsedTotal":${toCredits(balance.planUsed + balance.purchasedUsed)},"remainingPlanCredit":${remaining},"remainingPrepurchasedCredit":${toCredits(balance.purchased)},"timestamp":${now},"error":"","success":true}`;
}

/** The failure envelope (specification 2.1): no data, the four counters 0, and the error string. */
export const failure = ({ now }: Call, reason: unknown) => ({
  data: null,
  quotaUsed: 0,
  quotaUsedTotal: 0,
  remainingPlanCredit: 0,
  remainingPrepurchasedCredit: 0,
  timestamp: now,
  error: errorString(reason),
  success: false,
});

export const unexpected: string = refusals.internal;

function errorString(reason: unknown): string {
  if (reason instanceof Failure) return reason.code;
  if (transportProblem(reason)) return unreadable;
  if (!(reason instanceof Refusal)) return unexpected;
  return (refusals as Partial<Record<string, string>>)[reason.kind] ?? unexpected;
}
