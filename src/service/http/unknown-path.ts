import type { Vocabulary } from '../../core/vocabulary.ts';
import { inTransaction } from '../../ledger/job.ts';
import { vocabularyOfPath } from '../vocabulary/words.ts';
import { note, pathOf } from './call.ts';
import { callWithoutKey, keyIn } from './checks.ts';
import type { Deps } from './deps.ts';
import type { ServiceRequest } from './generation.ts';
import { problemReply } from './problem-details.ts';
import { wordsOf } from './request-words.ts';
import { jsonHeaders, type Reply } from './send.ts';

/** The reply to a path or method that a generation does not have; to one that only the sandbox lacks, a problem. */
export function unknownPath(deps: Deps, request: ServiceRequest, usedLast: Vocabulary | null): Reply {
  const missing = request.generation.lacks?.(request.method, pathOf(request));
  return missing === undefined ? notFound(deps, request, usedLast) : notEmulated(deps, request, missing);
}

/**
 * As the service answers it (contract 7.2(5)): no envelope, no `errorCode`, `traceId` or `timestamp`; lists only the
 * endpoints of this generation, in the words that the path has, or else the key.
 */
function notFound(deps: Deps, request: ServiceRequest, usedLast: Vocabulary | null): Reply {
  const { method, generation, headers } = request;
  const path = pathOf(request);
  const words = wordsOf(deps, { headers, vocabulary: vocabularyOfPath(path) }, usedLast);
  const endpoints = deps.servedRoutes
    .filter(({ operation }) => deps.operation(operation).generation === generation.number)
    .flatMap((route) => words.pathsOf(route.operation).map((served) => `${route.method} ${served}`));
  const body = {
    success: false,
    error: 'Not Found',
    message: `Cannot ${method} ${path}`,
    // An operation has a route for each of its paths.
    availableEndpoints: [...new Set(endpoints)],
  };
  return { status: 404, headers: jsonHeaders, body: JSON.stringify(body) };
}

/** A gap of the sandbox, which no client must take for an answer of the service. It costs nothing. */
function notEmulated(deps: Deps, request: ServiceRequest, operation: string): Reply {
  const sentence = `The service has ${operation}, and this sandbox does not emulate it: this is no answer of the service.`;
  request.call ??= callWithoutKey(deps, request);
  note(request.call, sentence);
  const { status, type, text } = problemReply(501, sentence, { operation });
  return { status, headers: { 'content-type': type }, body: text };
}

/** The words that the key of a request used last. The transaction also shows what other replicas changed before. */
export async function wordsUsedLast(deps: Deps, request: ServiceRequest): Promise<Vocabulary | null> {
  const key = keyIn(request);
  const secret = typeof key === 'string' ? key : '';
  try {
    return await inTransaction(deps.ledger, { secret }, (tx) => tx.wordsOf(secret));
  } catch {
    return null;
  }
}
