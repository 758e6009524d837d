import type { Decision } from '../../core/decisions/decision.ts';
import type { Refusal } from '../../core/errors.ts';
import type { LedgerTransaction, Submission, Submitted } from '../../ledger/ledger.ts';
import { noteDecision } from './assumptions.ts';
import type { RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';

/**
 * Records a submission in the ledger.
 * @param limit the decisions behind the daily limit; only a call over the limit relies on them
 * @throws Refusal `rateLimited` over the daily limit; otherwise the refusals of the ledger's charge
 */
export function submit(
  deps: Pick<Deps, 'decisions'>,
  tx: LedgerTransaction,
  call: RecognisedCall,
  submission: Submission,
  limit: readonly Decision[],
): Submitted {
  try {
    const submitted = tx.submit(call.caller, submission);
    call.charged = submitted.charged;
    return submitted;
  } catch (error) {
    if ((error as Refusal).kind === 'rateLimited')
      for (const decision of limit) noteDecision(deps, call, decision);
    throw error;
  }
}
