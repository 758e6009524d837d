import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';

const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Asserts that a value is valid: without coercion or removal, with every problem reported. */
export function expectValid(schema: TSchema, value: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  const valid = validate(value);
  expect(valid ? [] : validate.errors).toEqual([]);
}
