import type { TSchema } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { absent, isField, placesIn, replaceIn } from '../../../src/trials/mutation/places.ts';

const text = { type: 'string' };
const record = (properties: object, required: string[]) => ({ type: 'object', properties, required });
/** A list of two kinds of records. */
const schema = record(
  {
    list: {
      type: 'array',
      items: { anyOf: [record({ id: text }, ['id']), record({ id: text, note: text }, ['id'])] },
    },
  },
  ['list'],
) as unknown as TSchema;
const data = { list: [{ id: 'a' }, { id: 'b', note: 'c' }, { id: 'd', note: 'e' }], unknown: 'f' };

it('the places of a schema are the fields of all alternatives, each once', () => {
  expect(placesIn(schema).map((place) => [place.pointer, place.required, isField(place)])).toEqual([
    ['', false, false],
    ['/list', true, true],
    ['/list/*', false, false],
    ['/list/*/id', true, true],
    ['/list/*/note', false, true],
  ]);
});

it.each<[string, (value: unknown, pointer: string) => unknown, object]>([
  ['nothing', (value) => value, data],
  [
    'a field of one alternative',
    (value, at) => (at === '/list/*/note' ? 'x' : value),
    { ...data, list: [{ id: 'a' }, { id: 'b', note: 'x' }, { id: 'd', note: 'x' }] },
  ],
  [
    'the last item',
    (value) => (value === data.list[2] ? absent : value),
    { ...data, list: data.list.slice(0, 2) },
  ],
  [
    'a field that is left out',
    (value) => (value === 'c' ? absent : value),
    { ...data, list: [{ id: 'a' }, { id: 'b' }, { id: 'd', note: 'e' }] },
  ],
  [
    'all texts',
    (value) => (typeof value === 'string' ? 0 : value),
    { list: [{ id: 0 }, { id: 0, note: 0 }, { id: 0, note: 0 }], unknown: 'f' },
  ],
])('a reply is changed in %s and nowhere else', (_, replace, changed) => {
  const made = replaceIn(data, schema, (value, { pointer }) => replace(value, pointer));
  expect(made).toEqual(changed);
  expect(made === data).toBe(changed === data);
});
