import { Type } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closed } from '../../../src/core/schema.ts';
import { cutOversized } from '../../../src/service/http/cut-oversized.ts';

const schema = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 2 }), { minItems: 1, maxItems: 3 }),
  closed: Type.Optional(
    Type.Object({ list: Type.Optional(Type.Array(Type.Integer(), { maxItems: 2 })) }, closed),
  ),
  map: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 2 })),
  either: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Null()])),
});
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
const cut = cutOversized(schema);
const errorsOf = (value: unknown) => (validate(value) ? [] : [...(validate.errors ?? [])]);

test('a cut value has the same errors as the whole, where no part is beyond what a reply lists', () => {
  const leaf = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.constant(null));
  const list = fc.array(leaf, { maxLength: 6 });
  const object = fc.dictionary(fc.constantFrom('list', 'a', 'b', 'c'), fc.oneof(leaf, list));
  const value = fc.oneof(
    leaf,
    list,
    fc.record(
      {
        ids: fc.oneof(leaf, list, object),
        closed: fc.oneof(leaf, object),
        map: fc.oneof(leaf, list, object),
        either: fc.oneof(leaf, list),
        other: list,
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(value, (each) => {
      expect(errorsOf(cut(each))).toEqual(errorsOf(each));
    }),
  );
});

test('of a long list and a large object only as many parts as a reply lists are looked at', () => {
  const ids = Array.from({ length: 100_000 }, () => 5);
  const many = Object.fromEntries(ids.map((_, n) => [`p${n}`, 1]));
  const found = errorsOf(cut({ ids, closed: { list: ids, ...many }, map: many, ...many }));
  expect(found.slice(0, 2)).toMatchObject([{ keyword: 'maxItems' }, { instancePath: '/ids/0' }]);
  expect(found.length).toBeLessThan(500);
});

// 300 is more than a reply lists.
test.each([1, 20, 300])('of %d parts that may be there, one more is too many for a cut value too', (max) => {
  const list = Type.Array(Type.Integer(), { maxItems: max });
  const map = Type.Record(Type.String(), Type.Integer(), { maxProperties: max });
  const ajv = new Ajv({ allErrors: true, strict: false });
  const parts = (count: number) => Array.from({ length: count }, (_, n) => n);
  const object = (count: number) => Object.fromEntries(parts(count).map((n) => [`p${n}`, n]));
  for (const [each, made, keyword] of [
    [list, parts, 'maxItems'],
    [map, object, 'maxProperties'],
  ] as const) {
    const isValid = ajv.compile(each);
    const shorten = cutOversized(each);
    expect(isValid(shorten(made(max)))).toBe(true);
    expect(isValid(shorten(made(max + 1)))).toBe(false);
    expect(isValid.errors).toMatchObject([{ keyword }]);
  }
});
