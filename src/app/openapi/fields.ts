import { blockOperations } from '../../core/fields.ts';
import { findOperation, type OperationId } from '../../core/operations.ts';
import { partNames } from '../../core/prices.ts';
import type { JsonObject } from '../../service/http/generation-document.ts';

/** The schema of `fields` in a body (contract 4.3); undefined if the operation has none. */
export function fieldsProperty(id: OperationId): JsonObject | undefined {
  const form = findOperation(id)?.fields ?? null;
  return form === null ? undefined : forms[form](id);
}

/** The `fields` parameter of a query: names are repeated, counts are JSON. */
export function fieldsParameter(id: OperationId): JsonObject | undefined {
  const property = fieldsProperty(id);
  if (!property) return undefined;
  const { description, ...schema } = property;
  return {
    name: 'fields',
    in: 'query',
    required: false,
    description: schema['type'] === 'array' ? `${description} JSON of the list is taken too.` : description,
    ...(schema['type'] === 'array'
      ? { schema, style: 'form', explode: true }
      : { content: { 'application/json': { schema } } }),
  };
}

const forms = {
  array: (id: OperationId): JsonObject => ({
    type: 'array',
    items: { type: 'string', enum: partNames(id) },
    description:
      'Only these fields, at their own price. An empty list is as if omitted. The key must have fractional calls enabled.',
  }),
  object: (id: OperationId): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(
      partNames(id).map((name) => [
        name,
        { type: ['integer', 'null'], minimum: 0, description: 'Number of items; null is none.' },
      ]),
    ),
    additionalProperties: false,
    description:
      'Only so many items of these lists, at a price for each. Empty is as if omitted. The key must have fractional calls enabled.',
  }),
  operations: (id: OperationId): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(
      [...blockOperations(id)].map(([name, { id: each }]) => [name, fieldsProperty(each)]),
    ),
    additionalProperties: false,
    description:
      'Records that each creator carries: operations by their bare names, each with its own `fields`; empty is the whole record. The key must have fractional calls enabled.',
  }),
};
