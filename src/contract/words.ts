import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../core/values.ts';
import type { Served } from '../http/served.ts';
import type { Words } from '../vocabulary/words.ts';
import { type ExchangeRequest, operationAt } from './exchange.ts';

/**
 * The words that a target speaks. Exchanges, schemas and comparisons are in neutral ones; this is the one place
 * where a request leaves them and a reply comes back to them. A reply in other words than the target's comes back
 * as something that no schema knows.
 */
export interface TargetWords {
  request(request: ExchangeRequest): ExchangeRequest;
  /** @param schema of the body, in neutral words */
  reply(body: unknown, schema: TSchema): unknown;
}

export const neutralWords: TargetWords = { request: (request) => request, reply: (body) => body };

export function targetWords(words: Words, served: readonly Served[]): TargetWords {
  return {
    request(request) {
      const operation = operationAt(request.path);
      const route = served.find((each) => each.operation === operation && each.method === request.method);
      const say = (given: unknown): unknown => words.translator(route?.parameters)?.(given) ?? given;
      const { path, query, body } = request;
      return {
        ...request,
        path: path.split('/').map(words.toWire).join('/'),
        ...(query && { query: say(query) as NonNullable<typeof query> }),
        ...(body !== undefined && { body: operation === 'nls' ? inWords(body, words) : say(body) }),
      };
    },
    reply: (body, schema) => words.translator(schema)?.(body) ?? body,
  };
}

/** A description names platforms in plain words. */
const inWords = (body: unknown, words: Words): unknown =>
  isObject(body) && typeof body['description'] === 'string'
    ? { ...body, description: words.sentence(body['description']) }
    : body;
