import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifySchemaValidationError } from 'fastify';
import type { RefusalTable } from '../../core/errors.ts';
import type { Operation } from '../../core/operations.ts';
import type { Vocabulary } from '../../core/vocabulary.ts';
import type { MagicForm } from '../../faults/magic.ts';
import type { Outcome } from '../../faults/outcomes.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { ReadWords } from '../vocabulary/words.ts';
import type { Call, RecognisedCall, RequestDetails } from './call.ts';
import type { CheckDeps, Deps, OperationDeps } from './deps.ts';
import type { Endpoint } from './endpoint.ts';
import type { GenerationDocument } from './generation-document.ts';
import { fromPath } from './paths.ts';
import type { ServedRoute } from './served.ts';
import type { Waiting } from './wait.ts';

/** All differences between one generation of the service and another. `serveGeneration` serves it. */
export interface Generation {
  readonly number: number;
  readonly prefix: '' | `/${string}`;
  /** The header of the key, as clients write it. */
  readonly header: string;
  /** Its rows of the operations table. */
  readonly operations: readonly Operation[];
  /** The endpoints of its operations. */
  readonly endpoints: readonly MakeEndpoints[];
  /** An operation that the service is known to have and the sandbox lacks, by method and path; undefined for any other. */
  readonly lacks?: (method: string, path: string) => string | undefined;
  /** In the order in which they are checked. The only place for status, code and texts of a refusal. */
  readonly refusals: RefusalTable;
  /** Run once per request, in this order, before its operation reads the parameters. */
  readonly checks: readonly RequestCheck[];
  /** Maps an error to its reply. Errors other than refusals become internal errors without detail. */
  readonly failure: (deps: Pick<Deps, 'decisions'>, call: Call, reason: unknown) => Failure;
  /** The error for a forced outcome; its reply has the same members as a natural one. */
  readonly forced: (deps: Pick<Deps, 'prices'>, call: RecognisedCall, outcome: Outcome) => Error;
  /** The forms of magic identifiers. */
  readonly magic: readonly MagicForm[];
  readonly document: GenerationDocument;
}

/** Makes the endpoint of an operation, or several. */
export type MakeEndpoints = (deps: OperationDeps) => Endpoint | readonly Endpoint[];

/** An error reply (contract 2.1 and 2.2). */
export interface Failure {
  readonly status: number;
  readonly errorCode: string;
  readonly body: object;
}

/**
 * Refuses a request or lets it pass.
 * @returns what the request waits for outside of the transaction, before the next check @throws Refusal, or the error of a forced outcome
 */
export type RequestCheck = (
  deps: CheckDeps,
  request: RoutedRequest,
  tx: LedgerTransaction,
) => undefined | Waiting;

/** A route with what answers it. */
export interface Route extends ServedRoute {
  readonly generation: Generation;
  readonly endpoint: Endpoint;
  /** The vocabulary of its path; undefined if it is in several. */
  readonly vocabulary: Vocabulary | undefined;
  /** Translates the envelope's `data` to the words on the wire. */
  readonly toWire: Readonly<Partial<Record<Vocabulary, Translate>>>;
  /** Reads the parameters; undefined if they are always in neutral words. */
  readonly readWords: ReadWords | undefined;
}

/** A request of the service whose path was routed, and whose parameters were read and validated. */
export interface ServiceRequest extends RequestDetails {
  call: Call | null;
  readonly generation: Generation;
  /** The vocabulary of its own words; undefined if it has none that differ. */
  readonly vocabulary?: Vocabulary | undefined;
  /** undefined = its generation has no such path or method. */
  readonly route: Route | undefined;
  /** The failed checks of the schema of its parameters. */
  readonly problems: readonly FastifySchemaValidationError[];
  /** Why its body, or without a route its URL, could not be read. */
  readonly unreadable?: Error | undefined;
}

/** A request with a connection that waits for the reply. */
export interface SentRequest extends ServiceRequest {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  /** The connection ends with the refusal of its body, because what is left of that is not read. */
  readonly mustClose: boolean;
}

/** A request of an operation. */
export type RoutedRequest = ServiceRequest & { readonly route: Route };

/** Finds the generation of a path, which may begin with several slashes (observed). */
export function generationAt<T extends Pick<Generation, 'prefix'>>(
  generations: readonly T[],
  url: string,
): T {
  const path = fromPath(url);
  const owns = ({ prefix }: T) => path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length));
  return generations
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .find((generation) => generation.prefix === '' || owns(generation)) as T;
}
