import type { OperationId } from '../core/operations.ts';
import type { Outcomes } from '../faults/outcomes.ts';
import type { FaultRule } from '../faults/rule.ts';

/** The codes of both generations. */
const codes = {
  429: ['RATE_LIMIT_EXCEEDED', 'QuotaRate'],
  500: ['INTERNAL_SERVER_ERROR', 'ServerError'],
  503: ['SERVICE_UNAVAILABLE'],
  402: ['INSUFFICIENT_CREDITS', 'QuotaNotEnough'],
  401: ['UNAUTHORIZED', 'QuotaKey'],
} as const;

/** How an operation refuses with a status; undefined if it never does. */
export function refusalWith(
  status: keyof typeof codes,
  operation: OperationId,
  outcomes: Outcomes,
): Pick<FaultRule, 'respond'> | undefined {
  const found = outcomes
    .of(operation)
    .find(({ errorCode }) => (codes[status] as readonly string[]).includes(errorCode));
  return found && { respond: { errorCode: found.errorCode } };
}
