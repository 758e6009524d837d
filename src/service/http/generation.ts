import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalTable } from '../../core/errors.ts';
import type { Operation, OperationId } from '../../core/operations.ts';
import type { MagicForm } from '../../faults/magic.ts';
import type { Outcome } from '../../faults/outcomes.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { Translate } from '../vocabulary/translator.ts';
import type { Call, RecognisedCall } from './call.ts';
import type { CheckDeps, Deps, OperationDeps } from './deps.ts';
import type { GenerationDocument } from './generation-document.ts';
import { fromPath } from './paths.ts';
import type { Scope } from './scope.ts';

/** All differences between one generation of the service and another. `serveGeneration` serves it. */
export interface Generation {
  readonly number: number;
  readonly prefix: '' | `/${string}`;
  /** The header of the key, as clients write it. */
  readonly header: string;
  /** Its rows of the operations table. */
  readonly operations: readonly Operation[];
  /** Functions that add the routes of its operations. */
  readonly routes: readonly AddRoutes[];
  /** In the order in which they are checked. The only place for status, code and texts of a refusal. */
  readonly refusals: RefusalTable;
  /** Run once per request, in this order, before the body is read. */
  readonly checks: readonly RequestCheck[];
  /** Maps an error to its reply. Errors other than refusals become internal errors without detail. */
  readonly failure: (deps: Pick<Deps, 'decisions'>, call: Call, reason: unknown) => Failure;
  /** The error for a forced outcome; its reply has the same members as a natural one. */
  readonly forced: (deps: Pick<Deps, 'prices'>, call: RecognisedCall, outcome: Outcome) => Error;
  /** The forms of magic identifiers. */
  readonly magic: readonly MagicForm[];
  readonly document: GenerationDocument;
}

/** Adds the routes of one operation. */
export type AddRoutes = (app: Scope, deps: OperationDeps) => void;

/** An error reply (contract 2.1 and 2.2). */
export interface Failure {
  readonly status: number;
  readonly errorCode: string;
  readonly body: object;
}

/**
 * Refuses a request or lets it pass.
 * @param tx the transaction in which the check runs
 * @throws Refusal, or the error of a forced outcome
 */
export type RequestCheck = (
  deps: CheckDeps,
  arriving: ArrivingRequest,
  tx: LedgerTransaction,
) => void | Promise<void>;

/** A request before its body is read. Its checks run inside a batch; a check that waits leaves it. */
export interface ArrivingRequest {
  readonly generation: Generation;
  readonly operation: OperationId;
  readonly path: string;
  /** The headers of the key and of preferences, as they were sent. */
  readonly key: unknown;
  readonly prefer: unknown;
  readonly toWire: Translate | undefined;
  /** null until the key is looked up. */
  call: Call | null;
  /** Absent for a request with a cached route, which no check needs to read or to delay. */
  readonly unread?: UnreadRequest;
}

export interface UnreadRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A check that reads the body puts an equal stream in its place. */
  body: Readable;
}

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
