import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { schemaDifferences } from '../../src/contract/schema-differences.ts';

const closed = { additionalProperties: false };
const Channel = Type.Object({ channelId: Type.String(), subscribers: Type.Integer() }, closed);
const Creator = Type.Object({ uniqueId: Type.String(), followers: Type.Integer() }, closed);
const Found = Type.Object({ list: Type.Array(Type.Union([Creator, Channel])) }, closed);
const Findings = Type.Union([Found, Type.Object({ message: Type.String() }, closed)]);

it('a union reports the problems of the alternative that fits best, at every depth', () => {
  const value = {
    list: [
      { channelId: 'a', subscribers: 1 },
      { channelId: 'b', fans: 2 },
    ],
  };
  expect(schemaDifferences(Findings, value, '/data')).toEqual([
    { kind: 'shape', place: '/data/list/1/subscribers', expected: 'integer', actual: 'absent' },
    { kind: 'shape', place: '/data/list/1/fans', expected: 'absent', actual: '2' },
  ]);
});

it('a list reports elements that differ alike once', () => {
  const value = { list: Array.from({ length: 50 }, () => ({ uniqueId: 'a', followers: '7' })) };
  expect(schemaDifferences(Found, value)).toEqual([
    { kind: 'type', place: '/list/0/followers', expected: 'integer', actual: '"7"' },
  ]);
});

it('a list reports each way in which elements differ', () => {
  const value = {
    list: [
      { uniqueId: 'a', followers: null },
      { uniqueId: 7, followers: 1 },
      { uniqueId: 'c', followers: 1.5 },
    ],
  };
  expect(schemaDifferences(Found, value).map(({ place, actual }) => [place, actual])).toEqual([
    ['/list/0/followers', 'null'],
    ['/list/1/uniqueId', '7'],
  ]);
});

it('a value is shown in sixty characters', () => {
  const shown = [58, 59].map((length) => schemaDifferences(Type.Null(), 'x'.repeat(length))[0]?.actual);
  expect(shown).toEqual([`"${'x'.repeat(58)}"`, `"${'x'.repeat(59)}…`]);
});

it('a value that fits has no differences', () => {
  expect(schemaDifferences(Findings, { message: 'too broad' })).toEqual([]);
});

it.each([
  [Type.Literal('a'), 'b', '"a"'],
  [Type.Unsafe({ enum: ['a', 1, null] }), 'b', 'one of "a", 1, null'],
  [Type.Unsafe({ type: ['string', 'null'] }), 1, 'string or null'],
  [Type.Integer({ minimum: 2 }), 1, 'be >= 2'],
  [Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2], 'NOT have more than 1 items'],
])('by %j, %j is not %s', (schema, value, expected) => {
  expect(schemaDifferences(schema, value, '/data')).toEqual([
    { kind: 'type', place: '/data', expected, actual: JSON.stringify(value) },
  ]);
});

it('an absent field is told with its types', () => {
  const schema = Type.Object({ a: Type.Unsafe({ type: ['string', 'null'] }), b: Type.Any() });
  expect(schemaDifferences(schema, {})).toEqual([
    { kind: 'shape', place: '/a', expected: 'string or null', actual: 'absent' },
    { kind: 'shape', place: '/b', expected: 'present', actual: 'absent' },
  ]);
});

it('a wrong type hides what else is wrong there', () => {
  const schema = Type.Unsafe<string>({ type: 'string', enum: ['a'] });
  expect(schemaDifferences(schema, 1)).toEqual([
    { kind: 'type', place: '', expected: 'string', actual: '1' },
  ]);
});
