import type { FilterName } from '../../core/filters.ts';
import { byCodePoint } from '../../core/order.ts';
import { rowsPerYield, type Yielding } from '../../core/yield-to-loop.ts';
import type { SearchName } from './names.ts';

/** The values of one name, row by row. */
export interface Column {
  /** Numbers, flags as 0 or 1, or the places of texts in `texts`. */
  readonly values: Float64Array | Uint32Array;
  /** Each distinct text once; sorted by code point if the name sorts results. */
  readonly texts?: readonly string[];
  /** Long texts in lower case as UTF-8, row by row, in place of `values`: as strings they would take twice the memory. */
  readonly bytes?: Buffer;
  /** Where the texts of each row end in `values`, if a row may have several; where its long text ends in `bytes`. */
  readonly ends?: Uint32Array;
}

export type Columns = ReadonlyMap<string, Column>;

/** Makes the columns of names from the subjects of all rows, which come in groups. */
export function* makeColumns<Subject>(
  names: readonly SearchName<Subject>[],
  subjects: Iterable<readonly Subject[]>,
): Yielding<Columns> {
  const builders = names.map((name) => (name.comparison?.parts ? longBuilder(name) : columnBuilder(name)));
  for (const group of subjects) {
    for (const subject of group) for (const builder of builders) builder.add(subject);
    yield;
  }
  const columns = new Map<string, Column>();
  for (const { name, done } of builders) columns.set(name, yield* done());
  return columns;
}

function columnBuilder<Subject>({ name, type, sortable, list, isRank, isOrder, read }: SearchName<Subject>) {
  const values: number[] = [];
  const ends: number[] = [];
  const texts: string[] = [];
  const places = new Map<string, number>();
  const numberOf = (value: number | boolean | string): number => {
    if (typeof value !== 'string') return Number(value);
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, texts.length);
    return texts.push(value) - 1;
  };
  return {
    name,
    add(subject: Subject): void {
      const value = read(subject);
      if (typeof value !== 'object') values.push(numberOf(value));
      else {
        for (const text of value) values.push(numberOf(text));
        ends.push(values.length);
      }
    },
    *done(): Yielding<Column> {
      if (type !== 'string') return { values: isRank ? yield* ranksOf(values) : Float64Array.from(values) };
      if (!sortable)
        return { values: Uint32Array.from(values), texts, ...(list && { ends: Uint32Array.from(ends) }) };
      const order = yield* sortedRows(texts.length, (a, b) =>
        byCodePoint(texts[a] as string, texts[b] as string),
      );
      const placeOf = new Uint32Array(texts.length);
      for (const [place, row] of order.entries()) placeOf[row] = place;
      return {
        values: Uint32Array.from(values, (value) => placeOf[value] as number),
        ...(!isOrder && { texts: Array.from(order, (row) => texts[row] as string) }),
      };
    },
  };
}

function longBuilder<Subject>({ name, read }: SearchName<Subject>) {
  const texts: Buffer[] = [];
  return {
    name,
    add: (subject: Subject) => void texts.push(Buffer.from(String(read(subject)).toLowerCase())),
    *done(): Yielding<Column> {
      return {
        values: new Uint32Array(),
        bytes: Buffer.concat(texts),
        ends: endsOf(texts.map(({ length }) => length)),
      };
    },
  };
}

function endsOf(counts: readonly number[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(counts, (count) => (end += count));
}

/** Equal numbers have equal ranks. A row alone is the top. */
function* ranksOf(values: readonly number[]): Yielding<Float64Array> {
  const order = yield* sortedRows(values.length, (a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Float64Array(values.length).fill(1);
  let below = 0;
  if (values.length > 1)
    for (const [at, row] of order.entries()) {
      if (at > 0 && values[row] !== values[order[at - 1] as number]) below = at;
      ranks[row] = below / (values.length - 1);
    }
  return ranks;
}

/** Sorts the numbers of rows, equal ones ascending: in blocks, which are then merged. */
export function* sortedRows(size: number, compare: (a: number, b: number) => number): Yielding<Uint32Array> {
  let rows = Uint32Array.from({ length: size }, (_, row) => row);
  const block = rowsPerYield / 4;
  for (let from = 0; from < size; from += block) {
    rows.subarray(from, from + block).sort(compare);
    yield;
  }
  let merged = new Uint32Array(size);
  for (let width = block; width < size; width *= 2) {
    for (let from = 0; from < size; from += 2 * width) {
      const [middle, end] = [Math.min(from + width, size), Math.min(from + 2 * width, size)];
      let [left, right] = [from, middle];
      for (let at = from; at < end; at++) {
        if (at % rowsPerYield === 0) yield;
        const isLeft =
          left < middle && (right === end || compare(rows[left] as number, rows[right] as number) <= 0);
        merged[at] = rows[isLeft ? left++ : right++] as number;
      }
    }
    [rows, merged] = [merged, rows];
  }
  return rows;
}

/** A column as it is stored with a world. */
export interface StoredColumn {
  readonly values: readonly number[];
  readonly texts?: readonly string[];
  /** How many values, or bytes of its long text, each row has. */
  readonly counts?: readonly number[];
}

/** A column but for the bytes of long texts. */
export const storedColumn = ({ values, texts, ends }: Column): StoredColumn => ({
  values: [...values],
  ...(texts && { texts }),
  ...(ends && { counts: Array.from(ends, (end, row) => end - (ends[row - 1] ?? 0)) }),
});

export const columnStored = (
  { values, texts, counts }: StoredColumn,
  bytes: Buffer | undefined,
  type: FilterName['type'],
): Column => ({
  values: type === 'string' ? Uint32Array.from(values) : Float64Array.from(values),
  ...(texts && { texts }),
  ...(bytes && { bytes }),
  ...(counts && { ends: endsOf(counts) }),
});

/** The memory of a column, about. */
export const bytesOf = ({ values, texts = [], bytes, ends }: Column): number =>
  texts.reduce(
    (sum, { length }) => sum + 32 + length,
    values.byteLength + (bytes?.byteLength ?? 0) + (ends?.byteLength ?? 0),
  );
