import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FieldProblem, Refusal } from '../core/errors.ts';
import { parseFields, parseQueryFields } from '../core/fields.ts';
import type { OperationId } from '../core/operations.ts';
import type { Selection } from '../core/selection.ts';
import { isObject } from '../core/values.ts';
import { type AboutOperation, type RecognisedCall, recognisedCall } from '../http/call.ts';
import type { Receipt } from '../http/metered.ts';
import type { Scope } from '../http/scope.ts';
import { inWordsOf } from '../http/translate.ts';
import { problemsOf } from '../http/validation.ts';
import { succeed } from './replies.ts';

export interface Route<Parameters extends TObject> {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** Schema of the query of a GET, of the JSON body of a POST. Other parameters are ignored (observed). */
  parameters: Parameters;
  /** Schema of the envelope's `data`, without a selection. */
  reply: TSchema;
  about: AboutOperation;
  /**
   * Checks that a schema cannot express. They run on valid and invalid parameters, because all problems are reported at
   * once (specification 7.2(4)), and ignore values that the schema refuses.
   */
  check?: (given: Sent<Static<Parameters>>, call: RecognisedCall) => FieldProblem[];
}

/** Parameters as they were sent: any may be missing or of another type. */
export type Sent<Parameters> = { readonly [Name in keyof Parameters]?: unknown };

/** A request that passed every check except those of its credits. */
export interface ValidRequest<Parameters extends TObject> {
  call: RecognisedCall;
  parameters: Static<Parameters>;
  /** The parts of the reply that the caller selects (specification 4.3). */
  selection: Selection;
}

/** Adds one method of one operation: its path is its id. */
export const route = <Parameters extends TObject>(
  app: Scope,
  about: Route<Parameters>,
  answer: (valid: ValidRequest<Parameters>) => Promise<Receipt>,
): void => streamRoute(app, about, async (valid, reply) => succeed(reply, valid.call, await answer(valid)));

/** The same for a reply without the envelope. `send` begins to write it. */
export function streamRoute<Parameters extends TObject>(
  app: Scope,
  { operation, method, parameters, reply: data, about, check = () => [] }: Route<Parameters>,
  send: (valid: ValidRequest<Parameters>, reply: FastifyReply) => Promise<string | Readable>,
): void {
  const [url = ''] = app.words.pathsOf(operation);
  app.route({
    method,
    url,
    config: { operation, reply: data, about },
    schema: method === 'GET' ? { querystring: parameters } : { body: parameters },
    // Fastify must not refuse: `fields` without the permission is refused first, and otherwise adds its own problems.
    attachValidation: true,
    handler: async (request, reply) => {
      const call = recognisedCall(request);
      const given = (method === 'GET' ? request.query : request.body) as Static<Parameters>;
      const selection = selectionOf(request, call, given, check);
      return send({ call, parameters: { ...given, ...call.substitute }, selection }, reply);
    },
  });
}

/**
 * @throws Refusal `fractionalNotEnabled` as soon as `fields` is present in any shape (specification 4.3(1)), then
 *   `invalid` with the problems of `fields` and of all other parameters at once
 */
function selectionOf<Given>(
  request: FastifyRequest,
  call: RecognisedCall,
  given: Given,
  check: (given: Sent<Given>, call: RecognisedCall) => FieldProblem[],
): Selection {
  const raw = (given as { fields?: unknown } | null | undefined)?.fields;
  if (raw !== undefined && !call.caller.fractional) throw new Refusal('fractionalNotEnabled');
  const parsed =
    request.method === 'GET'
      ? parseQueryFields(call.operation, raw as string | string[] | undefined)
      : parseFields(call.operation, raw);
  const invalid = request.validationError;
  const problems = [
    ...inWordsOf(request.server, [
      ...(invalid ? problemsOf(invalid.validation) : []),
      ...(isObject(given) ? check(given, call) : []),
    ]),
    ...('problems' in parsed ? parsed.problems : []),
  ];
  if (problems.length > 0 || 'problems' in parsed) throw new Refusal('invalid', { problems });
  return parsed.selection;
}
