import { Refusal } from '../../core/errors.ts';
import { adviceOfModel } from '../../creators/language/advice.ts';
import { ModelFailed } from '../../creators/language/model.ts';
import type { UserReading } from '../../creators/language/user-readings.ts';
import { inTransaction } from '../../ledger/job.ts';
import { note, type RecognisedCall } from '../http/call.ts';
import type { OperationDeps } from '../http/deps.ts';

/**
 * Asks the model of the user, who named it in `nlsModel`, what a description means; gives advice where two answers were wrong. A
 * meaning is kept as a reading.
 * @throws Refusal `unavailable` if the model does not answer
 */
export async function readByModel(
  { askModel, readings, ledger, log }: Pick<OperationDeps, 'askModel' | 'readings' | 'ledger' | 'log'>,
  call: RecognisedCall,
  description: string,
  signal: AbortSignal,
): Promise<Pick<UserReading, 'answer'>> {
  if (!askModel) throw new Error('no model is named');
  const answer = await askModel(description, call.now, signal).catch((error: unknown) => {
    if (!(error instanceof ModelFailed)) throw error;
    note(call, `The model did not answer: ${error.message}.`);
    log.warn({ traceId: call.traceId }, `The model of nlsModel did not answer: ${error.message}`);
    throw new Refusal('unavailable');
  });
  if ('flaws' in answer) {
    note(call, `Two answers of the model were wrong: ${answer.flaws.join(' ')}`.slice(0, maxNote));
    return { answer: adviceOfModel };
  }
  const { description: _, ...said } = answer.given;
  note(call, `Read by the model: ${JSON.stringify(said)}.`.slice(0, maxNote));
  await inTransaction(ledger, undefined, () => readings.keep(answer.given));
  return answer.reading;
}

/** Characters of a note; an answer may be much longer. */
const maxNote = 1_000;
