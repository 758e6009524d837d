import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../src/core/filters.ts';
import { byCodePoint } from '../../../src/core/order.ts';
import { type Column, makeColumns, sortedRows } from '../../../src/creators/search/columns.ts';
import { rowTest } from '../../../src/creators/search/conditions.ts';
import { numberName, type SearchName, textName } from '../../../src/creators/search/names.ts';
import { atOnce } from './at-once.ts';

type Row = readonly unknown[];
const columnOf = (name: SearchName<never>, values: readonly unknown[]): Column =>
  atOnce(
    makeColumns(
      [name],
      values.map((value) => [[value] as never]),
    ),
  ).get(name.name) ?? expect.fail();

describe('the rows in an order', () => {
  it.each([0, 1, 4096, 4097, 30_000])(
    'are sorted like those of a plain sort, and equal ones stay: %i',
    (size) => {
      const keys = Array.from({ length: size }, (_, row) => Math.imul(row, 0x9e3779b1) >>> 22);
      const compare = (a: number, b: number) => (keys[a] as number) - (keys[b] as number);
      expect([...atOnce(sortedRows(size, compare))]).toEqual([...keys.keys()].sort(compare));
    },
  );

  it('texts are sorted by code point', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const column = columnOf(
          textName('n', ([n]: Row) => n as string, { sortable: true }),
          texts,
        );
        expect(column.texts).toEqual([...new Set(texts)].sort(byCodePoint));
        expect([...column.values].map((place) => column.texts?.[place])).toEqual(texts);
      }),
    );
  });
});

it('a rank is the part of the other rows that have less', () => {
  const name = { ...numberName('n', ([n]: Row) => n as number), isRank: true as const };
  expect([...columnOf(name, [5, 1, 1, 9, 5]).values]).toEqual([0.5, 0, 0, 1, 0.5]);
  expect([...columnOf(name, [5]).values]).toEqual([1]);
});

describe('a filter', () => {
  const met = (name: SearchName<never>, values: readonly unknown[], filter: object, now = 0, shiftMs = 0) => {
    const column = columnOf(name, values);
    const test = atOnce(rowTest(name, column, { name: 'n', ...filter } as Filter, { now, shiftMs }));
    return values.filter((_, row) => test(row));
  };
  const text = (anyOf: string[], contains = false) => ({ type: 'string', anyOf, contains });

  it('compares whole texts, or parts in any case', () => {
    const read = ([n]: Row) => n as string;
    const values = ['Ana', 'ana', 'Bananas', ''];
    expect(met(textName('n', read), values, text(['ana', 'x']))).toEqual(['ana']);
    expect(met(textName('n', read, { caseless: true }), values, text(['ANA']))).toEqual(['Ana', 'ana']);
    expect(met(textName('n', read, { handle: true }), values, text(['@ana', '@@ana']))).toEqual(['ana']);
    expect(met(textName('n', read), values, text(['ANA'], true))).toEqual(['Ana', 'ana', 'Bananas']);
    expect(met(textName('n', read, { parts: true }), values, text(['NAN', 'zz']))).toEqual(['Bananas']);
    expect(met(textName('n', read, { parts: true }), values, text(['']))).toEqual(values);
    const sentences = ['Über Ana', 'na und', 'ana', 'x'];
    expect(met(textName('n', read, { parts: true }), ['a😀', 'b'], text(['\ud83d']))).toEqual(['a😀']);
    // not across two texts, and each once
    expect(met(textName('n', read, { parts: true }), sentences, text(['ÜBER', 'anan']))).toEqual([
      'Über Ana',
    ]);
    expect(met(textName('n', read, { parts: true }), sentences, text(['a']))).toEqual(sentences.slice(0, 3));
  });
});
