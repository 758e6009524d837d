import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../src/core/durations.ts';
import type { Filter } from '../../../src/core/filters.ts';
import { byCodePoint } from '../../../src/core/order.ts';
import { inSlices } from '../../../src/core/steps.ts';
import type { Column, ColumnBuilder, RowCondition } from '../../../src/creators/search/column.ts';
import type { Comparison } from '../../../src/creators/search/dictionary.ts';
import { readInOrder } from '../../../src/creators/search/in-order.ts';
import { onStored } from '../../../src/creators/search/instants.ts';
import { numberColumn, openNumbers } from '../../../src/creators/search/number-column.ts';
import { sortRows } from '../../../src/creators/search/order-of.ts';
import { sortedPage } from '../../../src/creators/search/page.ts';
import { type PartSource, partsInMap } from '../../../src/creators/search/parts.ts';
import { openRanks } from '../../../src/creators/search/rank-column.ts';
import { type Sorted, wholeRun } from '../../../src/creators/search/sorted.ts';
import { codeColumn, listColumn, openCodes, openLists } from '../../../src/creators/search/string-columns.ts';
import { placesOf } from '../../../src/creators/search/table.ts';
import { openTexts, textColumn } from '../../../src/creators/search/text-column.ts';
import type { Numbers } from '../../../src/creators/world/index-parts.ts';
import { atOnce } from './at-once.ts';

/** Rows whose ids have the order of the rows. */
const asTheyCome = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, row) => row);

function partsOfColumn<Value>(builder: ColumnBuilder<Value>, values: readonly Value[]): PartSource {
  for (const value of values) builder.add(value);
  return partsInMap(builder.done(asTheyCome(values.length)));
}

const numbersColumn = (values: readonly number[]): Column =>
  openNumbers(partsOfColumn(numberColumn(), values));
const codesColumn = (comparison: Comparison, values: readonly string[]): Column =>
  openCodes(partsOfColumn(codeColumn(comparison), values), comparison);
const listsColumn = (comparison: Comparison, values: readonly string[][]): Column =>
  openLists(partsOfColumn(listColumn(comparison), values), comparison);
const textsColumn = (values: readonly string[]): Column => openTexts(partsOfColumn(textColumn(), values));

/** The rows that filters keep out of all rows. The rows that a column knows without testing all must be the same. */
function matched(column: Column, size: number, ...filters: Filter[]): number[] {
  const rows = asTheyCome(size);
  const conditions = filters.map((filter) => atOnce(column.condition(filter)));
  for (const condition of conditions) expectKnown(condition, size);
  const count = conditions.reduce((left, { keep }) => keep(rows, left), size);
  return [...rows.subarray(0, count)];
}

function expectKnown({ keep, known }: RowCondition, size: number): void {
  if (!known) return;
  const rows = asTheyCome(size);
  const count = keep(rows, size);
  expect([...known.rows()].sort((a, b) => a - b)).toEqual([...rows.subarray(0, count)]);
  expect(known.count).toBe(count);
}

const rowsWhere = <Value>(values: readonly Value[], holds: (value: Value) => boolean): number[] =>
  values.flatMap((value, row) => (holds(value) ? [row] : []));

const number = (op: '>' | '=' | '<', value: number): Filter => ({ name: 'x', type: 'number', op, value });
const text = (anyOf: string[], contains = false): Filter => ({ name: 'x', type: 'string', anyOf, contains });

const compare = {
  '>': (a: number, b: number) => a > b,
  '=': (a: number, b: number) => a === b,
  '<': (a: number, b: number) => a < b,
};

describe('a column of ranks', () => {
  it('compares and sorts by the part of the other rows that are below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom('>' as const, '=' as const, '<' as const),
        fc.nat({ max: 39 }),
        fc.constantFrom(0, 0.1, -0.1),
        (values, op, at, drift) => {
          const otherCount = values.length - 1;
          const ranks = values.map((value) =>
            otherCount === 0 ? 1 : rowsWhere(values, (other) => other < value).length / otherCount,
          );
          const column = openRanks(partsOfColumn(numberColumn(), values));
          const bound = (ranks[at % ranks.length] ?? 0) + drift;
          expect(matched(column, values.length, number(op, bound))).toEqual(
            rowsWhere(ranks, (rank) => compare[op](rank, bound)),
          );
          const { order, keys } = column.sorted() ?? expect.fail();
          expect(Array.from(keys)).toEqual(ranks);
          expect([...order].map((row) => ranks[row])).toEqual(ranks.toSorted((a, b) => a - b));
        },
      ),
    );
  });
});

describe('a column of numbers', () => {
  const rates = fc.nat({ max: 30_000 }).map((step) => Math.floor(step + 0.5) / 10_000);
  const anything = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.nat({ max: 5_000_000_000 }));

  it.each([
    ['small counts', fc.nat({ max: 65_535 })],
    ['counts', fc.nat({ max: 4_294_967_295 })],
    ['rates of 4 decimals', rates],
    ['anything', anything],
  ])('compares %s exactly', (_, values) => {
    fc.assert(
      fc.property(
        fc.array(values, { maxLength: 40 }),
        fc.constantFrom('>' as const, '=' as const, '<' as const),
        fc.nat(),
        fc.oneof(
          fc.constantFrom(0, 0.00005, -0.00005, 0.5, -1, 1, 1e300, -1e300),
          fc.double({ noNaN: true }),
        ),
        (numbers, op, near, drift) => {
          const bound = (numbers[near % Math.max(1, numbers.length)] ?? 0) + drift;
          const column = numbersColumn(numbers);
          expect(matched(column, numbers.length, number(op, bound))).toEqual(
            rowsWhere(numbers, (value) => compare[op](value, bound)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('uses the narrowest array for its numbers', () => {
    const bytes = (values: number[]): number =>
      partsOfColumn(numberColumn(), values).numbers('numbers').byteLength;
    expect(bytes([0, 65_535])).toBe(4);
    expect(bytes([0, 65_536])).toBe(8);
    expect(bytes([0.1234, 6.5535])).toBe(4);
    expect(bytes([0.1234, 400_000.5])).toBe(8);
    expect(bytes([0.12345, 1])).toBe(16);
    expect(bytes([-1, 1])).toBe(16);
    expect(bytes([2 ** 32])).toBe(8);
  });
});

describe('a column of lists', () => {
  it('matches if any of its texts does', () => {
    const tags = [['#a', '#b', '#a'], [], ['#ab'], ['#b']];
    const column = listsColumn({}, tags);
    expect(matched(column, 4, text(['#a']))).toEqual([0]);
    expect(matched(column, 4, text(['#b', '#ab']))).toEqual([0, 2, 3]);
    expect(matched(column, 4, text(['#b', '#a']))).toEqual([0, 3]);
    expect(matched(column, 4, text(['A'], true))).toEqual([0, 2]);
    expect(matched(column, 4, text(['#a']), text(['#b']))).toEqual([0]);
    expect(matched(column, 4, text(['#c']))).toEqual([]);
  });
});

describe('a column of many names', () => {
  it('finds their parts of any length, in any case', () => {
    const names = Array.from({ length: 1000 }, (_, n) => `${n.toString(3)} Ann É${n % 7} ${n.toString(36)}`);
    const [codes, lists] = [
      codesColumn({}, names),
      listsColumn(
        {},
        names.map((name) => [name, '#other']),
      ),
    ];
    for (const parts of [
      ['ann'],
      ['n é3'],
      ['12'],
      ['0'],
      ['2102'],
      ['É6 R'],
      ['zzz'],
      ['0 a', 'é1', 'nobody'],
    ]) {
      const found = rowsWhere(names, (name) =>
        parts.some((part) => name.toLowerCase().includes(part.toLowerCase())),
      );
      expect(matched(codes, names.length, text(parts, true))).toEqual(found);
      expect(matched(lists, names.length, text(parts, true))).toEqual(found);
    }
  });
});

describe('a column of names', () => {
  const names = ['Ann', 'bo', 'ANN', 'Bo', '', 'ann', '@ann', 'Ann'];

  it.each<[Comparison, string[], number[]]>([
    [{}, ['Ann'], [0, 7]],
    [{}, ['bo', 'Ann'], [0, 1, 7]],
    [{}, ['Ann', 'bo', 'Bo', 'Cy'], [0, 1, 3, 7]],
    [{}, ['@ann'], [6]],
    [{}, [''], [4]],
    [{ caseless: true }, ['aNN'], [0, 2, 5, 7]],
    [{ caseless: true }, ['BO', 'cy'], [1, 3]],
    [{ handle: true }, ['@ann', 'bo'], [1, 5]],
  ])('finds whole ones, compared as %o: %j', (comparison, anyOf, found) => {
    expect(matched(codesColumn(comparison, names), names.length, text(anyOf))).toEqual(found);
    const lists = listsColumn(
      comparison,
      names.map((name) => ['other', name]),
    );
    expect(matched(lists, names.length, text(anyOf))).toEqual(found);
  });
});

describe('a column of long texts', () => {
  const written = fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'ab',
        ' ',
        '  ',
        '#a',
        '!',
        'É',
        '🔥',
        '\ud83d',
        'ßΣ',
        'bababababababababababa',
        '日本語',
        '\n',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));

  it('finds parts that begin and end anywhere, in any case', () => {
    fc.assert(
      fc.property(
        fc.array(written, { maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 9 })), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (texts, slices, contains) => {
          const parts = slices.map(([which, from, length]) => {
            const whole = texts[which % Math.max(1, texts.length)] ?? 'ab';
            const start = from % Math.max(1, whole.length);
            return whole.slice(start, start + length).toUpperCase();
          });
          const column = textsColumn(texts);
          expect(matched(column, texts.length, text(parts, contains))).toEqual(
            rowsWhere(texts, (whole) =>
              parts.some((part) => whole.toLowerCase().includes(part.toLowerCase())),
            ),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds parts of a large vocabulary, across the ends of its pieces', () => {
    const syllables = ['ba', 'Be', 'bi', 'ßo', '日本', '#x', ' ', ', ', '🔥', 'ababababa'];
    const textAt = (row: number): string =>
      Array.from({ length: 9 }, (_, n) => syllables[(row * (n + 3) + (row >> n)) % syllables.length]).join(
        '',
      );
    const texts = Array.from({ length: 600 }, (_, row) => textAt(row));
    const column = textsColumn(texts);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 599 }), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 22 })), {
          minLength: 1,
          maxLength: 3,
        }),
        (slices) => {
          const parts = slices.map(([row, from, length]) => textAt(row).slice(from, from + length) || 'b');
          expect(matched(column, texts.length, text(parts))).toEqual(
            rowsWhere(texts, (whole) =>
              parts.some((part) => whole.toLowerCase().includes(part.toLowerCase())),
            ),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('tells words apart whose hashes are equal', () => {
    const alike = ['inilwl', 'rvpidp', 'tgrjvn', 'ornuli'];
    const column = textsColumn(alike);
    expect(alike.map((word) => matched(column, 4, text([word])))).toEqual([[0], [1], [2], [3]]);
  });

  it('finds a long part among many, with more states than it caches', () => {
    const words = Array.from({ length: 400 }, (_, n) => `word${n} tail`);
    const column = textsColumn(words);
    const parts = words.map((word) => word.slice(0, -1));
    expect(matched(column, 400, text(parts))).toHaveLength(400);
    expect(matched(column, 400, text(parts.map((part) => `${part}x`)))).toEqual([]);
    expect(matched(column, 400, text(['d7 t']))).toEqual(rowsWhere(words, (word) => word.includes('d7 t')));
  });
});

describe('a page of many rows', () => {
  it('equals that part of a full sort, with ties by place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.boolean(),
        fc.nat({ max: 3200 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer(),
        (size, different, desc, offset, pageSize, seed) => {
          const chance = (row: number): number => Math.abs(Math.imul(row + 1, 2_654_435_761) ^ seed);
          const keys = Array.from({ length: size }, (_, row) => chance(row) % different);
          const place = Uint32Array.from({ length: size }, (_, row) => size - 1 - row);
          const rows = Uint32Array.from({ length: size }, (_, row) => row).filter((row) => row % 3 > 0);
          const sorted = [...rows].sort(
            (a, b) =>
              (desc ? -1 : 1) * ((keys[a] ?? 0) - (keys[b] ?? 0)) || (place[a] ?? 0) - (place[b] ?? 0),
          );
          expect(sortedPage(rows, { keys, place, desc }, offset, pageSize)).toEqual(
            sorted.slice(offset, offset + pageSize),
          );
        },
      ),
    );
  });
});

describe('sorted rows', () => {
  const place = fc.nat({ max: 60 }).chain((size) =>
    fc.uniqueArray(fc.nat({ max: 1000 }), { minLength: size, maxLength: size }).map((ids) => {
      const sorted = [...ids].sort((a, b) => a - b);
      return ids.map((id) => sorted.indexOf(id));
    }),
  );
  const arrays = [Uint16Array, Uint32Array, Float64Array] as const;
  const keyed = fc.tuple(place, fc.constantFrom(...arrays), fc.nat({ max: 8 })).chain(([places, Keys, few]) =>
    fc
      .array(Keys === Float64Array ? fc.double({ noNaN: true, noDefaultInfinity: true }) : fc.nat(), {
        minLength: places.length,
        maxLength: places.length,
      })
      .map((values): { places: number[]; keys: Numbers } => ({
        places,
        keys: new Keys(
          values.map((value) => (few > 0 && few < 6 ? Math.abs(Math.trunc(value)) % few : value)),
        ),
      })),
  );

  it('ascend or descend by key, and ascend by place among equal keys', () => {
    fc.assert(
      fc.property(
        keyed,
        fc.boolean(),
        fc.nat({ max: 70 }),
        fc.integer({ min: 1, max: 9 }),
        (made, desc, skipped, width) => {
          const { places, keys } = made;
          const sorted: Sorted = { order: sortRows(keys, Uint32Array.from(places)), keys };
          const key = (row: number): number => keys[row] as number;
          const expected = places
            .map((_, row) => row)
            .sort(
              (a, b) => (desc ? -1 : 1) * compared(key(a), key(b)) || (places[a] ?? 0) - (places[b] ?? 0),
            );
          const next = readInOrder(sorted, wholeRun(sorted), desc, skipped);
          const room = new Uint32Array(width);
          const found: number[] = [];
          for (let count = next(room); count > 0; count = next(room)) found.push(...room.subarray(0, count));
          expect(found).toEqual(expected.slice(skipped));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([4095, 4096, 70_000])('ascend in %i rows, more of them by longer digits', (rows) => {
    const keys = Float64Array.from({ length: rows }, (_, row) => ((row * 7919) % 5003) / 7 - 300);
    const order = sortRows(
      keys,
      Uint32Array.from(keys, (_, row) => rows - 1 - row),
    );
    const key = (row: number): number => keys[row] as number;
    const expected = Array.from(keys, (_, row) => row).sort((a, b) => compared(key(a), key(b)) || b - a);
    expect(Array.from(order)).toEqual(expected);
  });

  const compared = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
});

describe('slices', () => {
  it('handle other events after every slice, and give the same result', async () => {
    function* work(): Generator<undefined, number, undefined> {
      for (let step = 0; step < 5; step++) yield;
      return 5;
    }
    let turns = 0;
    const tick = (): void => {
      turns += 1;
      ticking = setImmediate(tick);
    };
    let ticking = setImmediate(tick);
    expect(await inSlices(work(), { budgetMs: 0 })).toBe(atOnce(work()));
    clearImmediate(ticking);
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});

describe('instants', () => {
  const column = (values: number[]) => numbersColumn(values);
  const found = (values: number[], filter: Filter, time: 'age' | 'moment', now: number, shiftMs: number) =>
    matched(column(values), values.length, ...onStored(filter, time, { now, shiftMs }));

  it('are ages in days on contents', () => {
    const now = 1000 * dayMs + 5_000;
    const ages = [0, 6.999, 7, 7.001, 7.999, 8];
    const stored = ages.map((age) => now - 3 * dayMs - age * dayMs);
    const days = (op: '>' | '=' | '<', value: number) =>
      found(stored, number(op, value), 'age', now, 3 * dayMs);
    expect(days('<', 7)).toEqual([0, 1]);
    expect(days('>', 7)).toEqual([3, 4, 5]);
    expect(days('=', 7)).toEqual([2, 3, 4]);
    expect(days('<', 0)).toEqual([]);
  });

  it('are the instants of replies on creators, where 0 means never', () => {
    const shiftMs = 10 * dayMs;
    const stored = [0, 5 * dayMs, 20 * dayMs];
    const shown = [0, 15 * dayMs, 30 * dayMs];
    for (const op of ['>', '=', '<'] as const)
      for (const value of [
        -1,
        0,
        1,
        9 * dayMs,
        10 * dayMs,
        15 * dayMs,
        15 * dayMs + 1,
        30 * dayMs,
        99 * dayMs,
      ])
        expect(found(stored, number(op, value), 'moment', 0, shiftMs), `${op} ${value}`).toEqual(
          rowsWhere(shown, (instant) => compare[op](instant, value)),
        );
  });
});

describe('the places of rows', () => {
  const expectPlaces = (ids: readonly string[]) => {
    const order = ids.map((_, row) => row).sort((a, b) => byCodePoint(ids[a] ?? '', ids[b] ?? '') || a - b);
    const places = placesOf(ids);
    expect(order.map((row) => places[row])).toEqual(order.map((_, place) => place));
  };

  it('follow the order of ids, whatever their lengths, and of rows where ids are equal', () => {
    fc.assert(fc.property(fc.array(fc.string({ maxLength: 6 })), expectPlaces));
    expectPlaces(['b', 'ab', '', 'a', 'aa', 'b', '~', ' ', '']);
  });

  it('follow it too where ids are not ASCII', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 4 })), expectPlaces));
  });
});
