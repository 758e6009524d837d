import { Refusal } from '../../core/errors.ts';
import { faultDecisions } from '../../faults/decisions.ts';
import type { RoadReply } from '../../faults/respond.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import { noteDecision } from './assumptions.ts';
import { type Bill, note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { TextReply } from './problem-details.ts';

/** Thrown in place of the answer to a call that fails on the road to the service: it has no envelope. */
export class RoadFailure extends Error {
  readonly reply: TextReply;

  constructor({ status, contentType, text }: RoadReply) {
    super(`forced: ${status}`);
    this.reply = { status, type: contentType, text };
  }
}

/** The ledger's entry shows who made a failure cost something. */
const ruleOf = ({ by }: Bill): string => `injected by ${by}`;

/** A transaction in which the answer to a call is charged to the failure in its place. What a stream would hold is charged at once. */
export function billedTransaction(
  tx: LedgerTransaction,
  call: RecognisedCall,
  bill: Bill,
): LedgerTransaction {
  const rule = ruleOf(bill);
  return {
    ...tx,
    charge: (caller, charge) => tx.charge(caller, { ...charge, rule }),
    submit: (caller, submission) => tx.submit(caller, { ...submission, rule }),
    hold(caller, charge) {
      tx.charge(caller, { ...charge, rule });
      call.charged = charge.credits;
      return { id: 0, credits: charge.credits };
    },
  };
}

/**
 * The failure of a billed call, which is charged here if it costs so many credits; one that costs as much as the answer was
 * charged with it. Nothing is charged if the call would have been refused.
 * @param refusal why it would have been
 */
export function billFailure(
  deps: Pick<Deps, 'decisions'>,
  tx: LedgerTransaction,
  call: RecognisedCall,
  bill: Bill,
  refusal?: Error,
): Error {
  const { charge, failure, by } = bill;
  noteDecision(deps, call, faultDecisions['billed-failure']);
  try {
    if (refusal) throw refusal;
    if (charge === true) return failure;
    const { caller, operation, traceId, now } = call;
    tx.charge(caller, { operation, credits: charge, rule: ruleOf(bill), traceId, now });
    call.charged = charge;
  } catch (error) {
    delete call.charged;
    note(
      call,
      `${by}: not charged, because the call would be refused (${error instanceof Refusal ? error.kind : 'unreadableBody'})`,
    );
  }
  return failure;
}
