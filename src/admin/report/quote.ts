import { Type } from '@sinclair/typebox';
import type { OperationId } from '../../core/operations.ts';
import { choice, closed, closedAs } from '../../core/schema.ts';
import type { KeyState } from '../../ledger/ledger.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { findKey, type KeyDeps } from '../keys/find-key.ts';
import { Problem, problems } from '../problem.ts';
import { assertOperation } from '../values.ts';

/** A request whose price is asked for. */
export interface QuoteRequest {
  operation: OperationId;
  method: 'GET' | 'POST';
  /** In the words on the wire. */
  parameters: Record<string, unknown>;
  /** Absent = a key to which nothing is refused. */
  key?: KeyState;
  /** The key itself. */
  secret?: string;
}

export interface Quote {
  credits: { least: number; most: number };
  refusal?: { status: number; code: string };
}

/** Prices requests without running them. */
export type Quoter = (request: QuoteRequest) => Promise<Quote>;

const QuoteBody = Type.Object(
  {
    operation: Type.String({ maxLength: 100, description: 'Such as clip/profile.' }),
    method: Type.Optional(choice(['GET', 'POST'], 'The first that the operation has, when absent.')),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The parameters that the client would send in the query or in the body.',
    }),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A key, its id or its label; a key without limits when absent.',
      }),
    ),
  },
  closedAs('QuotedRequest'),
);

const Quoted = Type.Object(
  {
    credits: Type.Object(
      {
        least: Type.Number(),
        most: Type.Number({ description: 'Equal to `least` if the price is certain.' }),
      },
      closed,
    ),
    refusal: Type.Optional(
      Type.Object(
        { status: Type.Integer(), code: Type.String() },
        { ...closed, description: 'The refusal that the request would get as it is.' },
      ),
    ),
  },
  closedAs('Quote'),
);

/** Prices a request. Nothing is charged, nothing recorded. */
export const addQuoteRoute =
  (quoter: Quoter) =>
  (app: Scope, deps: KeyDeps & Pick<Deps, 'operations' | 'operation' | 'servedRoutes'>): void => {
    app.post(
      '/quote',
      {
        schema: {
          summary: 'Prices a request without running it. Missing identifiers do not prevent the price.',
          body: QuoteBody,
          response: { 200: Quoted, ...problems(404, 409, 422) },
        },
      },
      async ({ body: { operation: id, method: given, parameters, key: secret } }) => {
        assertOperation(deps, 'operation', id);
        const operation = id as OperationId;
        const { methods } = deps.operation(operation);
        const served = methods.filter((each) =>
          deps.servedRoutes.some((route) => route.operation === id && route.method === each),
        );
        const method = given ?? (served[0] as 'GET' | 'POST');
        if (!served.includes(method))
          throw new Problem(422, `${id} is not served with ${given ?? 'any method'}.`);
        if (secret === undefined) return quoter({ operation, method, parameters });
        const key = await findKey(deps, secret);
        // An id gives the key itself, unless an import brought only its digest.
        const whole = (await deps.ledger.keys.secret(key.id)) ?? secret;
        return quoter({ operation, method, parameters, key, secret: whole });
      },
    );
  };
