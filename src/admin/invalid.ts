import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { nearestHint } from '../core/nearest.ts';
import { problemsOf } from '../service/http/validation.ts';

interface Invalid {
  validation: FastifySchemaValidationError[];
  validationContext?: string;
}

/** Whether a request failed the schema of its route. */
export const isInvalid = (error: unknown): error is Invalid =>
  Array.isArray((error as { validation?: unknown } | null)?.validation);

/** One sentence per failed check; for an unknown name the sentence gives the nearest known one. */
export function invalidDetail({ validation, validationContext = 'body' }: Invalid, request: FastifyRequest) {
  const schema = (request.routeOptions.schema as Record<string, unknown> | undefined)?.[validationContext];
  return problemSentences(validation, schema, places[validationContext] ?? validationContext);
}

/** @param place what is wrong, in words */
export function problemSentences(
  errors: readonly FastifySchemaValidationError[],
  schema: unknown,
  place: string,
): string {
  return errors
    .slice(0, maxSentences)
    .map((error) => {
      const name = error.params['additionalProperty'];
      if (typeof name === 'string')
        return `The ${place} has no ${JSON.stringify(name)}${nearestHint(name, parameterNamesIn(schema, error.instancePath))}.`;
      return problemsOf([error]).map(({ field, message, code }) => {
        if (code !== 'invalid') return message;
        return error.instancePath === '' ? `The ${place} ${message}.` : `'${field}' ${message}.`;
      });
    })
    .join(' ');
}

const maxSentences = 5;

const places: Readonly<Record<string, string>> = { querystring: 'query', params: 'path' };

/** The property names of a schema at a path such as `/match/body`. */
function parameterNamesIn(schema: unknown, path: string): string[] {
  let at = schema as { properties?: Record<string, unknown> } | undefined;
  for (const step of path.split('/').slice(1)) at = at?.properties?.[step] as typeof at;
  return Object.keys(at?.properties ?? {});
}
