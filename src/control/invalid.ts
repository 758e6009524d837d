import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { nearest } from '../config.ts';
import { problemsOf } from '../http/validation.ts';

interface Invalid {
  validation: FastifySchemaValidationError[];
  validationContext?: string;
}

/** A request that does not have the form of its route. */
export const isInvalid = (error: unknown): error is Invalid =>
  Array.isArray((error as { validation?: unknown } | null)?.validation);

/** What is wrong with it, in sentences; of a name that nobody knows the nearest that is known. */
export function invalidDetail({ validation, validationContext = 'body' }: Invalid, request: FastifyRequest) {
  const place = places[validationContext] ?? validationContext;
  const schema = (request.routeOptions.schema as Record<string, unknown> | undefined)?.[validationContext];
  return validation
    .slice(0, most)
    .map((error) => {
      const name = error.params['additionalProperty'];
      if (error.keyword === 'additionalProperties' && typeof name === 'string')
        return `The ${place} has no ${JSON.stringify(name)}${nearest(name, namesIn(schema, error.instancePath))}.`;
      return problemsOf([error]).map(({ field, message, code }) => {
        if (code !== 'invalid') return message;
        return error.instancePath === '' ? `The ${place} ${message}.` : `'${field}' ${message}.`;
      });
    })
    .join(' ');
}

const most = 5;

const places: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };

/** The properties that a schema has at `/match/body`. */
function namesIn(schema: unknown, path: string): string[] {
  let at = schema as { properties?: Record<string, unknown> } | undefined;
  for (const step of path.split('/').slice(1)) at = at?.properties?.[step] as typeof at;
  return Object.keys(at?.properties ?? {});
}
