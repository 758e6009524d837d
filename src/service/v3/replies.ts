import { toCredits } from '../../core/credits.ts';
import { Refusal, type RefusalTable } from '../../core/errors.ts';
import type { Balance } from '../../ledger/ledger.ts';
import { noteDecision } from '../http/assumptions.ts';
import { type Body, enclosed } from '../http/body.ts';
import type { Call } from '../http/call.ts';
import { httpDecisions } from '../http/decisions.ts';
import type { Deps } from '../http/deps.ts';
import type { Failure } from '../http/generation.ts';
import type { Receipt } from '../http/metered.ts';
import { transportProblem } from '../http/transport.ts';
import { type Refusal3, refusals } from './refusals.ts';

/**
 * The success envelope (contract 2.2). The data is JSON already: it was serialised before the charge,
 * so that nothing can fail after it.
 */
export const succeed = ({ now, traceId }: Call, { json, charged, balance }: Receipt): Body =>
  enclosed(
    '{"data":',
    json,
    `,"creditsUsed":${toCredits(charged)},"creditsAvailable":${creditsAvailable(balance)},"traceId":"${traceId}","timestamp":${now},"errorCode":"","errorDescription":"","success":true}`,
  );

/** Plan plus purchased credits, settled charges only; -1 means unlimited (contract 2.2). */
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

/**
 * The error envelope (contract 2.2). Failures of the transport are validation errors: only the statuses of
 * contract 7.1 exist. Anything that is not a refusal is a 500 without detail.
 */
export function failure(
  deps: Pick<Deps, 'decisions'>,
  call: Call,
  reason: unknown,
): Failure & { body: ErrorBody } {
  const problem = transportProblem(reason);
  if (!problem) return errorOf(call, reason);
  noteDecision(deps, call, httpDecisions['transport-errors']);
  return errorOf(call, new Refusal('invalid', { problems: [problem] }));
}

/** The same for errors that are not of the transport. */
export function errorOf({ now, traceId }: Pick<Call, 'now' | 'traceId'>, reason: unknown) {
  const { status, error, errorCode, message } = rowOf(reason);
  const details = detailsOf(reason);
  const body: ErrorBody = {
    success: false,
    error,
    message: refusalMessage(reason) ?? message,
    errorCode,
    traceId,
    timestamp: now,
    ...(details && { details }),
  };
  return { status, errorCode, body };
}

function rowOf(reason: unknown): Refusal3 {
  const table: RefusalTable<Refusal3> = refusals;
  return (reason instanceof Refusal && table[reason.kind]) || refusals.internal;
}

/** The message of a validation error is that of its first problem; `details` lists them all. */
function refusalMessage(reason: unknown): string | undefined {
  const [first] = reason instanceof Refusal ? (reason.problems ?? []) : [];
  return first?.message;
}

function detailsOf(reason: unknown): readonly object[] | undefined {
  if (!(reason instanceof Refusal)) return undefined;
  if (reason.problems) return reason.problems;
  if (!reason.shortfall) return undefined;
  const required = toCredits(reason.shortfall.required);
  const available = toCredits(reason.shortfall.available);
  // contract 7.2(6): the credits required against the credits available
  return [
    { field: 'credits', message: `Required ${required}, available ${available}.`, required, available },
  ];
}
