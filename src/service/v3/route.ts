import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifySchemaValidationError } from 'fastify';
import { type FieldProblem, Refusal } from '../../core/errors.ts';
import { parseFields, parseQueryFields } from '../../core/fields.ts';
import type { OperationId } from '../../core/operations.ts';
import type { Selection } from '../../core/selection.ts';
import { isObject } from '../../core/values.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import { type AboutOperation, givenIn, type RecognisedCall, recognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import { serveEndpoint } from '../http/endpoint.ts';
import type { Receipt } from '../http/metered.ts';
import { pathsIn } from '../http/paths.ts';
import type { Scope } from '../http/scope.ts';
import { translateProblems } from '../http/translate.ts';
import { problemsOf } from '../http/validation.ts';
import { succeed } from './replies.ts';

export interface OperationRoute<Parameters extends TObject> {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** Schema of the query of a GET, of the JSON body of a POST. Other parameters are ignored (observed). */
  parameters: Parameters;
  /** Schema of the envelope's `data`, without a selection. */
  reply: TSchema;
  about: AboutOperation;
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
  /** Those of the batch in which the answer is made. */
  tx: LedgerTransaction;
  parameters: Static<Parameters>;
  /** The parts of the reply that the caller selects (contract 4.3). */
  selection: Selection;
}

/** Adds one method of one operation: its path is its id. `answer` runs inside a batch. */
export function route<Parameters extends TObject>(
  app: Scope,
  deps: Pick<Deps, 'ledger' | 'words'>,
  { operation, method, parameters, reply, about, check = () => [] }: OperationRoute<Parameters>,
  answer: (valid: ValidRequest<Parameters>) => Receipt,
): void {
  const [path = ''] = pathsIn(app, operation);
  const read = readerOf(deps, method, check);
  serveEndpoint(app, deps, {
    operation,
    method,
    path,
    parameters,
    validated: true,
    reply,
    about,
    answer: ({ call, tx, given, problems }) =>
      succeed(call, answer({ tx, ...read(call, given as Static<Parameters>, problems) })),
  });
}

/** The same for a reply without the envelope. `send` begins to write it. */
export function streamRoute<Parameters extends TObject>(
  app: Scope,
  deps: Pick<Deps, 'words'>,
  { operation, method, parameters, reply: data, about, check = () => [] }: OperationRoute<Parameters>,
  send: (valid: Omit<ValidRequest<Parameters>, 'tx'>, reply: FastifyReply) => Promise<Readable | ''>,
): void {
  const [url = ''] = pathsIn(app, operation);
  const read = readerOf(deps, method, check);
  app.route({
    method,
    url,
    config: { operation, reply: data, about },
    schema: method === 'GET' ? { querystring: parameters } : { body: parameters },
    attachValidation: true,
    handler: async (request, reply) => {
      const given = givenIn(request) as Static<Parameters>;
      const problems = request.validationError?.validation ?? [];
      return send(read(recognisedCall(request), given, problems), reply);
    },
  });
}

/**
 * @throws Refusal `fractionalNotEnabled` as soon as `fields` is present in any shape (contract 4.3(1)), then
 *   `invalid` with the problems of `fields` and of all other parameters at once
 */
const readerOf =
  <Given>(
    { words }: Pick<Deps, 'words'>,
    method: 'GET' | 'POST',
    check: (given: Sent<Given>, call: RecognisedCall) => FieldProblem[],
  ) =>
  (call: RecognisedCall, given: Given, invalid: readonly FastifySchemaValidationError[]) => {
    const raw = (given as { fields?: unknown } | null | undefined)?.fields;
    if (raw !== undefined && !call.caller.fractional) throw new Refusal('fractionalNotEnabled');
    const parsed =
      method === 'GET'
        ? parseQueryFields(call.operation, raw as string | string[] | undefined)
        : parseFields(call.operation, raw);
    const problems = [...problemsOf(invalid), ...(isObject(given) ? check(given, call) : [])];
    if (problems.length > 0 || 'problems' in parsed) {
      const ofFields = 'problems' in parsed ? parsed.problems : [];
      throw new Refusal('invalid', { problems: [...translateProblems(words, problems), ...ofFields] });
    }
    return {
      call,
      parameters: { ...given, ...call.substitute },
      selection: call.selection ?? parsed.selection,
    };
  };
