import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { type FieldProblem, maxProblems } from '../../core/errors.ts';
import { wrongTypeMessage } from '../../core/values.ts';
import type { Words } from '../vocabulary/words.ts';
import { cutOversized } from './cut-oversized.ts';
import type { Endpoint } from './endpoint.ts';

// The schemas are constants: without `meta` the first request does not pay for a check of them.
// `verbose` puts the wrong value into its error, for the sentence on its type.
const requestAjv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
});

/**
 * The validator for bodies and queries. Does not coerce, remove or default anything, and reports all failed checks,
 * because the service reports all problems at once (contract 7.2(4)). Compiles at the first request of a route:
 * most starts need few of the routes.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema }) => {
  const cut = cutOversized(schema);
  let compiled: ValidateFunction | undefined;
  const validate: ReturnType<FastifySchemaCompiler<object>> & Pick<ValidateFunction, 'errors'> = (data) => {
    compiled ??= requestAjv.compile(schema);
    const valid = compiled(cut(data));
    validate.errors = compiled.errors ?? null;
    return valid;
  };
  return validate;
};

/** The failed checks of parameters that Fastify did not validate. */
export function problemsIn(
  { endpoint: { validated, parameters } }: { readonly endpoint: Pick<Endpoint, 'validated' | 'parameters'> },
  given: unknown,
): readonly FastifySchemaValidationError[] {
  if (!validated || !parameters) return [];
  const validate = requestAjv.compile(parameters);
  return validate(cutOversized(parameters)(given)) ? [] : (validate.errors as FastifySchemaValidationError[]);
}

/** The entries of `details[]` for failed checks, at most `maxProblems`. */
export const problemsOf = (errors: readonly FastifySchemaValidationError[]): FieldProblem[] =>
  (errors as ErrorObject[]).slice(0, maxProblems).map(problemOf);

function problemOf(error: ErrorObject): FieldProblem {
  const field = fieldPath(error);
  const { code, message } = (wordings[error.keyword] ?? otherWording)(error, field);
  return { field, message, code };
}

type Wording = (error: ErrorObject, field: string) => { code: string; message: string };

const otherWording: Wording = ({ message }) => ({ code: 'invalid', message: message ?? 'is not valid' });

/** Codes and sentences by kind of check (assumed: details-words; some sentences were observed: details-words-observed). */
const wordings: Record<string, Wording> = {
  required: (_, field) => ({ code: 'required', message: `Missing required field: '${field}'.` }),
  type: ({ params, data }, field) => ({
    code: 'invalid_type',
    message: wrongTypeMessage(field, [params['type']].flat().join(' or '), data),
  }),
  minLength: ({ params }, field) => ({
    code: 'too_small',
    message:
      params['limit'] === 1
        ? `'${field}' is required and must not be empty.`
        : `'${field}' must have at least ${params['limit']} characters.`,
  }),
  maxLength: ({ params }, field) => ({
    code: 'too_big',
    message: `'${field}' must have at most ${params['limit']} characters.`,
  }),
  pattern: ({ params }, field) => ({
    code: 'invalid_format',
    message: `'${field}' has an invalid format. It must match ${params['pattern']}.`,
  }),
  minItems: ({ params }, field) => ({
    code: 'too_small',
    message: `'${field}' must have at least ${itemCount(params['limit'])}.`,
  }),
  maxItems: ({ params }, field) => ({
    code: 'too_big',
    message: `'${field}' must have at most ${itemCount(params['limit'])}.`,
  }),
  enum: ({ params }, field) => ({
    code: 'invalid_enum',
    message: `'${field}' must be one of: ${(params['allowedValues'] as unknown[]).join(', ')}.`,
  }),
  minimum: ({ params }, field) => ({
    code: 'too_small',
    message: `'${field}' must be at least ${params['limit']}.`,
  }),
  maximum: ({ params }, field) => ({
    code: 'too_big',
    message: `'${field}' must be at most ${params['limit']}.`,
  }),
};

const itemCount = (items: unknown): string => (items === 1 ? '1 item' : `${items} items`);

/** `/filters/0/op` → `filters[0].op`. Ajv names a missing property in `params`, not in the path. */
function fieldPath({ keyword, instancePath, params }: ErrorObject): string {
  const steps = instancePath.split('/').slice(1);
  if (keyword === 'required') steps.push(String(params['missingProperty']));
  const path = steps.reduce(
    (before, step) => (/^\d+$/.test(step) ? `${before}[${step}]` : before ? `${before}.${step}` : step),
    '',
  );
  return path || 'body';
}

/** Problems that name parameters or their values, in the words on the wire. Problems that only quote the client need no translation. */
export const translateProblems = (words: Words, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map((problem) => ({ ...problem, message: words.sentence(problem.message) }));
