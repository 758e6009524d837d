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
  /** Of the query on a GET, of the JSON body on a POST. What it does not name is ignored (observed). */
  parameters: Parameters;
  /** Of the envelope's `data`, whole. */
  reply: TSchema;
  about: AboutOperation;
  /**
   * Checks that a schema cannot say. They run on what was sent, valid or not, because all problems are reported at
   * once (specification 7.2(4)); a value of the wrong form is the schema's business and is left alone.
   */
  check?: (given: Sent<Static<Parameters>>, call: RecognisedCall) => FieldProblem[];
}

/** Parameters as they were sent: any may be missing or of another type. */
export type Sent<Parameters> = { readonly [Name in keyof Parameters]?: unknown };

/** A request that passed every check that needs no money. */
export interface Asked<Parameters extends TObject> {
  call: RecognisedCall;
  parameters: Static<Parameters>;
  /** What of the reply is wanted (specification 4.3). */
  selection: Selection;
}

/** Adds one method of one operation: its path is its id. */
export const route = <Parameters extends TObject>(
  app: Scope,
  about: Route<Parameters>,
  answer: (asked: Asked<Parameters>) => Promise<Receipt>,
): void => streamRoute(app, about, async (asked, reply) => succeed(reply, asked.call, await answer(asked)));

/** The same for a reply without the envelope, which `send` begins to write. */
export function streamRoute<Parameters extends TObject>(
  app: Scope,
  { operation, method, parameters, reply: data, about, check = () => [] }: Route<Parameters>,
  send: (asked: Asked<Parameters>, reply: FastifyReply) => Promise<string | Readable>,
): void {
  const [url = ''] = app.words.pathsOf(operation);
  app.route({
    method,
    url,
    config: { operation, reply: data, about },
    schema: method === 'GET' ? { querystring: parameters } : { body: parameters },
    // Not refused by Fastify: `fields` comes first where it is not allowed, and adds its own problems where it is.
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
