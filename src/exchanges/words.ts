import type { TSchema } from '@sinclair/typebox';
import type { ExchangeRequest } from './exchange.ts';

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
