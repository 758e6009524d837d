import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Difference, describeValue } from './difference.ts';

const replyAjv = new Ajv({ strict: false, allErrors: true, verbose: true });

/** By the JSON of the schema: every replay makes its schemas anew, and compiling one is slow. */
const compiledValidators = new Map<string, ValidateFunction>();

function validatorOf(schema: TSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = compiledValidators.get(text) ?? replyAjv.compile(schema);
  compiledValidators.set(text, validate);
  return validate;
}

/** The places where a value does not fit its schema; of elements that differ alike, only the first. */
export function schemaDifferences(schema: TSchema, value: unknown, at = ''): Difference[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  const errors = nearestBranches(validate.errors ?? []);
  const ofWrongType = new Set(
    errors.flatMap((error) => (error.keyword === 'type' ? error.instancePath : [])),
  );
  const differences = errors
    // After a wrong type, every other problem at the same place is noise.
    .filter(({ keyword, instancePath }) => keyword === 'type' || !ofWrongType.has(instancePath))
    .map((error) => differenceOfError(error, at));
  const ways = Map.groupBy(differences, ({ kind, place, expected }) =>
    [kind, place.replace(/\/\d+(?=\/|$)/g, '/*'), expected].join(' '),
  );
  return [...ways.values()].flatMap(([first]) => first ?? []);
}

function differenceOfError(error: ErrorObject, at: string): Difference {
  const place = at + error.instancePath;
  switch (error.keyword) {
    case 'required': {
      const name = String(error.params['missingProperty']);
      const schema = (error.parentSchema as { properties?: Record<string, TSchema> }).properties?.[name];
      return { kind: 'shape', place: `${place}/${name}`, expected: typeOf(schema), actual: 'absent' };
    }
    case 'additionalProperties': {
      const name = String(error.params['additionalProperty']);
      const value = (error.data as Record<string, unknown>)[name];
      return { kind: 'shape', place: `${place}/${name}`, expected: 'absent', actual: describeValue(value) };
    }
    case 'type':
      return {
        kind: 'type',
        place,
        expected: [error.schema].flat().join(' or '),
        actual: describeValue(error.data),
      };
    default:
      return {
        kind: 'type',
        place,
        expected: expectationOf(error),
        actual: describeValue(error.data),
      };
  }
}

const typeOf = (schema: TSchema | undefined): string => [schema?.['type'] ?? 'present'].flat().join(' or ');

function expectationOf({ keyword, schema, message }: ErrorObject): string {
  if (keyword === 'const') return describeValue(schema);
  if (keyword === 'enum') return `one of ${(schema as unknown[]).map(describeValue).join(', ')}`;
  return (message ?? keyword).replace(/^must /, '');
}

/** Keeps, in a union, the problems of the alternative that fits best. */
function nearestBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const dropped = new Set<ErrorObject>(unions);
  // Innermost first: the errors that it drops must not count for the outer union.
  for (const union of unions.sort((a, b) => b.schemaPath.length - a.schemaPath.length)) {
    const inside = errors.filter(
      (error) =>
        !dropped.has(error) &&
        error.schemaPath.startsWith(`${union.schemaPath}/`) &&
        (error.instancePath === union.instancePath ||
          error.instancePath.startsWith(`${union.instancePath}/`)),
    );
    const branches = Map.groupBy(inside, ({ schemaPath }) =>
      Number(schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]),
    );
    const [, ...worseBranches] = [...branches.values()].sort((a, b) => a.length - b.length);
    for (const error of worseBranches.flat()) dropped.add(error);
  }
  return errors.filter((error) => !dropped.has(error));
}
