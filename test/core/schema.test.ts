import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { choice, closed, named, nameOf, nullable, partsOf } from '../../src/core/schema.ts';

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
  const Profile = named('Profile', Type.Object({ bio: Type.String() }, closed));

  it('is not a part of its JSON', () => {
    expect(nameOf(Profile)).toBe('Profile');
    expect(JSON.stringify(Profile)).toBe(JSON.stringify(Type.Object({ bio: Type.String() }, closed)));
  });

  it('stays with the schema of an optional field, but not with a nullable one', () => {
    expect(nameOf(Type.Optional(Profile))).toBe('Profile');
    expect(nameOf(nullable(Profile))).toBeUndefined();
  });

  it('tells a record from its parts', () => {
    expect(nameOf(partsOf(Profile))).toBe('ProfileParts');
    expect(nameOf(partsOf(Type.Object({})))).toBeUndefined();
    expect(ajv.validate(partsOf(Profile), {})).toBe(true);
  });
});
