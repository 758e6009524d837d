import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../core/values.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { inNeutralWords, type Words } from '../service/vocabulary/words.ts';
import { type ExchangeRequest, operationAt } from './exchange.ts';

/**
 * Translates between the neutral words of exchanges, schemas and comparisons and the vocabulary of a target. A reply
 * in another vocabulary than the target's does not fit its schema afterwards, and so is reported.
 */
export interface TargetWords {
  request(request: ExchangeRequest): ExchangeRequest;
  /** @param schema schema of the body, in neutral words */
  reply(body: unknown, schema: TSchema): unknown;
}

export const neutralWords: TargetWords = { request: (request) => request, reply: (body) => body };

export function targetWords(words: Words, served: readonly ServedRoute[]): TargetWords {
  return {
    request(request) {
      const operation = operationAt(request.path);
      const route = served.find((each) => each.operation === operation && each.method === request.method);
      const toWire = (given: unknown): unknown => words.translator(route?.parameters)?.(given) ?? given;
      const { path, query, body } = request;
      return {
        ...request,
        path: path.split('/').map(words.toWire).join('/'),
        ...(query && { query: toWire(query) as NonNullable<typeof query> }),
        ...(body !== undefined && { body: operation === 'nls' ? describedIn(body, words) : toWire(body) }),
      };
    },
    reply: (body, schema) => inNeutralWords(words, schema, body),
  };
}

/** A description names platforms within sentences. */
const describedIn = (body: unknown, words: Words): unknown =>
  isObject(body) && typeof body['description'] === 'string'
    ? { ...body, description: words.sentence(body['description']) }
    : body;
