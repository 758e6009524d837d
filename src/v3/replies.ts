import type { FastifyReply } from 'fastify';
import { toCredits } from '../core/credits.ts';
import { Refusal } from '../core/errors.ts';
import type { Call } from '../http/call.ts';
import type { Receipt } from '../http/metered.ts';
import { jsonType } from '../http/unknown-path.ts';
import type { Balance } from '../ledger/ledger.ts';
import { refusals, type WireError } from './refusals.ts';

/**
 * The success envelope (specification 2.2). The data is JSON already: it was serialised before the charge,
 * so that nothing can fail after it.
 */
export function succeed(
  reply: FastifyReply,
  { now, traceId }: Call,
  { json, charged, balance }: Receipt,
): string {
  reply.type(jsonType);
  return `{"data":${json},"creditsUsed":${toCredits(charged)},"creditsAvailable":${creditsAvailable(balance)},"traceId":"${traceId}","timestamp":${now},"errorCode":"","errorDescription":"","success":true}`;
}

/** Plan plus purchased credits, settled charges only; -1 means unlimited (specification 2.2). */
export const creditsAvailable = ({ plan, planUsed, purchased, unlimited }: Balance): number =>
  unlimited ? -1 : toCredits(plan - planUsed + purchased);

export interface ErrorBody {
  success: false;
  error: string;
  message: string;
  errorCode: string;
  traceId: string;
  timestamp: number;
  details?: readonly object[];
}

/** The error envelope (specification 2.2) of any failure; what is not a refusal is a 500 without detail. */
export function failure({ now, traceId }: Call, reason: unknown): { status: number; body: ErrorBody } {
  const { status, error, errorCode, message } = wireError(reason);
  const details = detailsOf(reason);
  return {
    status,
    body: {
      success: false,
      error,
      message: messageOf(reason) ?? message,
      errorCode,
      traceId,
      timestamp: now,
      ...(details && { details }),
    },
  };
}

function wireError(reason: unknown): WireError {
  if (!(reason instanceof Refusal) || reason.kind === 'testOnly') return refusals.internal;
  return refusals[reason.kind];
}

/** A validation error says what is wrong with the first field; the rest stands in `details`. */
function messageOf(reason: unknown): string | undefined {
  const [first] = reason instanceof Refusal ? (reason.problems ?? []) : [];
  return first?.message;
}

function detailsOf(reason: unknown): readonly object[] | undefined {
  if (!(reason instanceof Refusal)) return undefined;
  if (reason.problems) return reason.problems;
  if (!reason.shortfall) return undefined;
  const required = toCredits(reason.shortfall.required);
  const available = toCredits(reason.shortfall.available);
  // specification 7.2(6): the credits required against the credits available
  return [
    { field: 'credits', message: `Required ${required}, available ${available}.`, required, available },
  ];
}
