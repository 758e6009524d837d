import { Refusal } from '../../core/errors.ts';
import { CommitFailed } from '../../ledger/errors.ts';
import { objectionTo, Undecided } from './assumptions.ts';
import { type Call, note, type RequestDetails } from './call.ts';
import type { Deps } from './deps.ts';
import type { Generation } from './generation.ts';
import type { TextReply } from './problem-details.ts';
import { NotRecorded } from './recordings.ts';
import { RoadFailure } from './road-failure.ts';
import { jsonType } from './send.ts';

/**
 * The error reply of a generation, or the objection of a strict sandbox. Sets `call.errorCode`. Logs unexpected errors;
 * the ledger itself logs once that it cannot be written.
 */
export function errorReply(
  deps: Pick<Deps, 'servedRoutes' | 'words' | 'decisions' | 'log'>,
  generation: Generation,
  call: Call,
  error: unknown,
  details: RequestDetails,
): TextReply {
  if (error instanceof RoadFailure) return error.reply;
  if (error instanceof NotRecorded) {
    note(call, error.message);
    return error.reply;
  }
  const { status, errorCode, body } = generation.failure(deps, call, error);
  if (error instanceof Refusal && error.remark !== undefined) note(call, error.remark);
  const unexpected = errorCode === generation.refusals.internal?.errorCode;
  const isLogged = error instanceof Undecided || error instanceof CommitFailed;
  // Generation 2 has no other word for the end of a wait.
  const isMeant = error instanceof Refusal && error.kind === 'unavailable';
  if (unexpected && !call.injected && !isLogged && !isMeant)
    deps.log.error({ err: error, traceId: call.traceId }, 'unexpected failure');
  const objected = objectionTo(deps, details, error, errorCode);
  if (objected) return objected;
  call.errorCode = errorCode;
  if (status < 500 && !call.injected) noteMessage(call, body);
  return { status, type: jsonType, text: JSON.stringify(body) };
}

/**
 * Notes the sentence of a refusal that the request earned, before the remarks on it. The journal outlives the reply, and of
 * replies in quick succession it stores none. That of a 5xx says no more than its code.
 */
function noteMessage(call: Call, body: object): void {
  if (!('message' in body)) return;
  const message = String(body.message).replace(/(?<=[^.!?:])$/, '.');
  if (!call.notes?.includes(message)) call.notes = [message, ...(call.notes ?? [])];
}
