import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { type FieldProblem, Refusal } from '../../core/errors.ts';
import { parseFields, parseQueryFields } from '../../core/fields.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Selection } from '../../core/selection.ts';
import { isObject } from '../../core/values.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import { type RecognisedCall, recognisedCall } from '../http/call.ts';
import type { AboutOperation, AnswerRequest, Endpoint } from '../http/endpoint.ts';
import type { RequestCheck } from '../http/generation.ts';
import type { Receipt } from '../http/metered.ts';
import type { StreamedReply } from '../http/stream.ts';
import { problemsOf, translateProblems } from '../http/validation.ts';
import { succeed } from './replies.ts';

export interface OperationRoute<Parameters extends TObject> {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** Schema of the query of a GET, of the JSON body of a POST. Other parameters are ignored (observed). */
  parameters: Parameters;
  /** Schema of the envelope's `data`, without a selection. */
  reply: TSchema;
  about: AboutOperation;
  readsCalls?: true;
  /**
   * Checks that a schema cannot express. They run on valid and invalid parameters, because all problems are reported at
   * once (contract 7.2(4)), and ignore values that the schema refuses.
   */
  check?: (given: Sent<Static<Parameters>>, call: RecognisedCall) => FieldProblem[];
}

/** Parameters as they were sent: any may be missing or of another type. */
export type Sent<Parameters> = { readonly [Name in keyof Parameters]?: unknown };

/** A request that passed every check except those of its credits. */
export interface ValidRequest<Parameters extends TObject> {
  call: RecognisedCall;
  /** The answer is made in it. */
  tx: LedgerTransaction;
  parameters: Static<Parameters>;
  /** The parts of the reply that the caller selects (contract 4.3). */
  selection: Selection;
}

/** One method of one operation: its path is its id. `answer` runs inside a transaction. */
export const route = <Parameters extends TObject>(
  operation: OperationRoute<Parameters>,
  answer: (valid: ValidRequest<Parameters>) => Receipt,
): Endpoint => ({
  ...operation,
  validated: true,
  answer: (request) => succeed(request.call, answer(readRequest(operation, request))),
});

/** The same for a reply without the envelope. */
export const streamRoute = <Parameters extends TObject>(
  operation: OperationRoute<Parameters>,
  answer: (valid: ValidRequest<Parameters>) => StreamedReply,
): Endpoint => ({
  ...operation,
  validated: true,
  answer: (request) => answer(readRequest(operation, request)),
});

/** A key without fractional calls is refused as soon as `fields` is present, in any shape (contract 4.3(1)). @throws Refusal `fractionalNotEnabled` */
export const refuseFields: RequestCheck = (_deps, request) => {
  const given = request.given as { fields?: unknown } | null | undefined;
  if (given?.fields !== undefined && !recognisedCall(request).caller.fractional)
    throw new Refusal('fractionalNotEnabled');
};

/** @throws Refusal `invalid` with the problems of `fields` and of all other parameters at once */
function readRequest<Parameters extends TObject>(
  { method, check = () => [] }: OperationRoute<Parameters>,
  { call, tx, given: sent, problems: invalid }: AnswerRequest,
): ValidRequest<Parameters> {
  const given = sent as Static<Parameters>;
  const raw = (given as { fields?: unknown } | null | undefined)?.fields;
  const parsed =
    method === 'GET'
      ? parseQueryFields(call.operation, raw as string | string[] | undefined)
      : parseFields(call.operation, raw);
  const problems = [...problemsOf(invalid), ...(isObject(given) ? check(given, call) : [])];
  if (problems.length > 0 || 'problems' in parsed) {
    const ofFields = 'problems' in parsed ? parsed.problems : [];
    throw new Refusal('invalid', { problems: [...translateProblems(call.words, problems), ...ofFields] });
  }
  return {
    call,
    tx,
    parameters: { ...given, ...call.substitute },
    selection: parsed.selection,
  };
}
