import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalTable } from '../core/errors.ts';
import type { Operation } from '../core/operations.ts';
import type { MagicForm } from '../faults/magic.ts';
import type { Outcome } from '../faults/outcomes.ts';
import type { Call, RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';
import type { GenerationDocument } from './generation-document.ts';
import type { Scope } from './scope.ts';

/** One generation of the service: all that tells it from the others. `serveGeneration` serves it. */
export interface Generation {
  readonly number: number;
  readonly prefix: '' | `/${string}`;
  /** The header of the key, as clients write it. */
  readonly header: string;
  /** Its rows of the table of operations. */
  readonly operations: readonly Operation[];
  /** Add the routes of its operations. */
  readonly routes: readonly Route[];
  /** In the order in which a request meets them. Status, code and texts of a refusal are here and nowhere else. */
  readonly refusals: RefusalTable;
  /** Once per request, in this order, before its body is read. */
  readonly checks: readonly Check[];
  /** The error reply for what was thrown. Anything that is not a refusal is an internal error without detail. */
  readonly failure: (deps: Deps, call: Call, reason: unknown) => Failure;
  /** The refusal that a test forces, with every part of an earned one. */
  readonly forced: (deps: Deps, call: RecognisedCall, outcome: Outcome) => Error;
  /** The identifiers that answer in place of a look-up. */
  readonly magic: readonly MagicForm[];
  readonly document: GenerationDocument;
}

/** Adds the routes of an operation. */
export type Route = (app: Scope, deps: Deps) => void;

/** An error reply: specification 2.1 and 2.2. */
export interface Failure {
  readonly status: number;
  readonly errorCode: string;
  readonly body: object;
}

/**
 * Refuses a request, or lets it pass.
 * @throws Refusal, or the error of a forced outcome
 */
export type Check = (deps: Deps, arriving: Arriving) => void | Promise<void>;

/** A request whose body is not read yet. */
export interface Arriving {
  readonly generation: Generation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The body; a check that reads it puts an equal stream in its place. */
  body: Body;
}

export type Body = AsyncIterable<Buffer | string> & NodeJS.ReadableStream;

/** The generation to which a path belongs; slashes at its begin may be doubled (observed). */
export function generationAt<Of extends Pick<Generation, 'prefix'>>(
  generations: readonly Of[],
  url: string,
): Of {
  const path = url.replace(/^\/+/, '/');
  const owns = ({ prefix }: Of) => path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length));
  const found = generations
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .find((generation) => generation.prefix === '' || owns(generation));
  if (!found) throw new Error('no generation lives at the root');
  return found;
}
