import type { TSchema } from '@sinclair/typebox';
import type { FastifySchemaValidationError } from 'fastify';
import type { OperationId } from '../../core/operations.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import { signalOf } from './abort-signal.ts';
import { type Body, joinBody } from './body.ts';
import { type AboutOperation, givenIn, type RecognisedCall, recognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import { answerInBatch } from './in-batch.ts';
import type { Scope } from './scope.ts';
import { jsonType } from './unknown-path.ts';

/** One method of an operation that answers with a whole reply. */
export interface Endpoint {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** Below the prefix of its generation. */
  path: string;
  /** Schema of the query of a GET, of the JSON body of a POST. */
  parameters?: TSchema;
  /** false = the schema only documents; `answer` checks the parameters itself. */
  validated: boolean;
  /** Schema of the envelope's `data`. */
  reply: TSchema;
  about: AboutOperation;
  /** Runs inside a batch. @returns the whole reply @throws Refusal */
  answer: (request: AnswerRequest) => Body;
}

/** A request that passed the checks of its generation. */
export interface AnswerRequest {
  call: RecognisedCall;
  tx: LedgerTransaction;
  /** The query of a GET, the parsed body of a POST, in the neutral words. */
  given: unknown;
  /** The failed checks of the schema. */
  problems: readonly FastifySchemaValidationError[];
}

/** Answers in a batch a request that passed the checks of its generation in another. @throws Refusal, also when the signal aborts */
export const answerChecked = (
  deps: Pick<Deps, 'ledger'>,
  { answer }: Endpoint,
  { call, given, problems }: Omit<AnswerRequest, 'tx'>,
  signalOf: () => AbortSignal,
): Promise<Body> => answerInBatch(deps, call, (tx) => answer({ call, tx, given, problems }), signalOf);

/** Adds the route of an endpoint. */
export function serveEndpoint(app: Scope, deps: Pick<Deps, 'ledger'>, endpoint: Endpoint): void {
  const { operation, method, path, parameters, validated, reply: data, about } = endpoint;
  app.route({
    method,
    url: path,
    config: { operation, reply: data, about, ...(parameters && !validated && { parameters }) },
    ...(parameters &&
      validated && { schema: method === 'GET' ? { querystring: parameters } : { body: parameters } }),
    // Fastify must not refuse: the answer reports these problems together with its own.
    attachValidation: true,
    handler: async (request, reply) => {
      const given = givenIn(request);
      const problems = request.validationError?.validation ?? [];
      const asked = { call: recognisedCall(request), given, problems };
      const body = await answerChecked(deps, endpoint, asked, () => signalOf(reply));
      app.routeCache.add(request, { endpoint, given });
      return reply.type(jsonType).send(joinBody(body));
    },
  });
}
