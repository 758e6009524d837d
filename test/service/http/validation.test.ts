import { type TSchema, Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { problemsOf, validatorCompiler } from '../../../src/service/http/validation.ts';

/** The failed checks of a value, as replies list them. */
function problemsIn(schema: TSchema, value: unknown): string[] {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/' }) as ((data: unknown) => unknown) & {
    errors: Parameters<typeof problemsOf>[0] | null;
  };
  validate(value);
  return problemsOf(validate.errors ?? []).map(({ field, code, message }) => `${field} ${code}: ${message}`);
}

const one = (schema: TSchema) => Type.Object({ a: schema });
const texts = (bounds: object) => one(Type.Array(Type.String(), bounds));

it.each<[schema: TSchema, value: unknown, problems: string[]]>([
  [one(Type.String()), { a: 'x', b: 1 }, []],
  [one(Type.String()), {}, ["a required: Missing required field: 'a'."]],
  [one(Type.String()), [], ["body invalid_type: 'body': expected object, received array."]],
  [one(Type.String()), { a: null }, ["a invalid_type: 'a': expected string, received null."]],
  [
    one(Type.Unsafe({ type: ['string', 'integer'] })),
    { a: 1.5 },
    ["a invalid_type: 'a': expected string or integer, received number."],
  ],
  [one(Type.String({ minLength: 1 })), { a: '' }, ["a too_small: 'a' is required and must not be empty."]],
  [one(Type.String({ minLength: 2 })), { a: 'x' }, ["a too_small: 'a' must have at least 2 characters."]],
  [one(Type.String({ maxLength: 1 })), { a: 'xy' }, ["a too_big: 'a' must have at most 1 characters."]],
  [
    one(Type.String({ pattern: '^x$' })),
    { a: 'y' },
    ["a invalid_format: 'a' has an invalid format. It must match ^x$."],
  ],
  [texts({ minItems: 1 }), { a: [] }, ["a too_small: 'a' must have at least 1 item."]],
  [texts({ minItems: 2 }), { a: [] }, ["a too_small: 'a' must have at least 2 items."]],
  [texts({ maxItems: 1 }), { a: ['', ''] }, ["a too_big: 'a' must have at most 1 item."]],
  [texts({ maxItems: 0 }), { a: [''] }, ["a too_big: 'a' must have at most 0 items."]],
  [one(Type.Unsafe({ enum: ['x', 'y'] })), { a: 'z' }, ["a invalid_enum: 'a' must be one of: x, y."]],
  [one(Type.Number({ minimum: 3 })), { a: 2 }, ["a too_small: 'a' must be at least 3."]],
  [one(Type.Number({ maximum: 3 })), { a: 4 }, ["a too_big: 'a' must be at most 3."]],
  [one(Type.Number({ multipleOf: 3 })), { a: 4 }, ['a invalid: must be multiple of 3']],
  [
    one(Type.Array(Type.Object({ b: Type.String() }))),
    { a: [{ b: '' }, {}, { b: 7 }] },
    [
      "a[1].b required: Missing required field: 'a[1].b'.",
      "a[2].b invalid_type: 'a[2].b': expected string, received number.",
    ],
  ],
])('by %j, the request %j has the problems %j', (schema, value, problems) => {
  expect(problemsIn(schema, value)).toEqual(problems);
});

it('a reply lists a hundred problems at most', () => {
  const list = (count: number) => problemsIn(texts({}), { a: Array.from({ length: count }, () => 1) });
  expect([99, 100, 101].map((count) => list(count).length)).toEqual([99, 100, 100]);
});
