import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { choice, closed, namedSchema, nullable, partialSchema, schemaName } from '../../src/core/schema.ts';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

test('a wrong choice is one problem, not one per word', () => {
  const validate = ajv.compile(choice(['asc', 'desc'], 'The order.'));
  expect(validate('asc')).toBe(true);
  expect(validate('up')).toBe(false);
  expect(validate.errors).toHaveLength(1);
});

test('a nullable schema also accepts null, a choice included', () => {
  for (const schema of [Type.Integer(), choice(['a']), Type.Object({}, closed)])
    expect(ajv.validate(nullable(schema), null)).toBe(true);
});

describe('the name of a schema', () => {
  const Profile = namedSchema('Profile', Type.Object({ bio: Type.String() }, closed));

  it('is not a part of its JSON', () => {
    expect(schemaName(Profile)).toBe('Profile');
    expect(JSON.stringify(Profile)).toBe(JSON.stringify(Type.Object({ bio: Type.String() }, closed)));
  });

  it('stays with the schema of an optional field, but not with a nullable one', () => {
    expect(schemaName(Type.Optional(Profile))).toBe('Profile');
    expect(schemaName(nullable(Profile))).toBeUndefined();
  });

  it('tells a record from its parts', () => {
    expect(schemaName(partialSchema(Profile))).toBe('ProfileParts');
    expect(schemaName(partialSchema(Type.Object({})))).toBeUndefined();
    expect(ajv.validate(partialSchema(Profile), {})).toBe(true);
  });
});
