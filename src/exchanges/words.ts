import type { TSchema } from '@sinclair/typebox';
import type { ExchangeRequest } from './exchange.ts';

/**
 * The words that a target speaks. Exchanges and schemas are written in neutral words; this is the one place
 * where they become the target's.
 */
export interface Words {
  request(request: ExchangeRequest): ExchangeRequest;
  /** @param schema of a whole reply */
  schema(schema: TSchema): TSchema;
}

export const neutralWords: Words = { request: (request) => request, schema: (schema) => schema };
