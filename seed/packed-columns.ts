/**
 * Columns of a packed world. Equal kinds of bytes lie side by side, since they compress better: whole numbers are
 * split into planes, one for each byte, and sorted ones are stored as differences.
 */
export type Column = readonly (number | string | null)[] | ArrayLike<number>;

export type ColumnCodec = keyof typeof decoders;

export interface EncodedColumn {
  codec: ColumnCodec;
  length: number;
  bytes: Buffer;
}

/** Each possible way to write a column: the smallest after compression is the best. */
export function waysToEncode(column: Column): EncodedColumn[] {
  const { length } = column;
  const values = Array.from(column as ArrayLike<number | string | null>);
  if (values.every(isCount))
    return [
      { codec: 'counts', length, bytes: toPlanes(values) },
      ...differencesOf(values).map((bytes) => ({ codec: 'differences' as const, length, bytes })),
    ];
  if (values.every((value) => typeof value === 'number'))
    return [{ codec: 'numbers', length, bytes: bytesOf(Float64Array.from(values as number[])) }];
  if (values.every((value) => typeof value === 'string' && !value.includes(separator)))
    return [{ codec: 'texts', length, bytes: Buffer.from(values.join(separator)) }];
  return [{ codec: 'json', length, bytes: Buffer.from(JSON.stringify(values)) }];
}

export const decodeColumn = ({ codec, length, bytes }: EncodedColumn): Column =>
  decoders[codec](bytes, length);

/** The texts of a column as the bytes that a database stores: long ones are bound faster so. */
export function bytesOfTexts({ length, bytes }: EncodedColumn): Buffer[] {
  let start = 0;
  return Array.from({ length }, () => {
    const next = bytes.indexOf(0, start);
    const end = next < 0 ? bytes.length : next;
    const text = bytes.subarray(start, end);
    start = end + 1;
    return text;
  });
}

const decoders = {
  counts: (bytes: Buffer, length: number): Column => fromPlanes(bytes, length),
  differences(bytes: Buffer, length: number): Column {
    const folds = fromPlanes(bytes, length);
    const values = new Float64Array(length);
    let value = 0;
    for (let at = 0; at < length; at++) {
      const folded = folds[at] as number;
      value += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
      values[at] = value;
    }
    return values;
  },
  // copied: an array must begin at a multiple of its width
  numbers: (bytes: Buffer): Column => new Float64Array(Uint8Array.from(bytes).buffer),
  texts: (bytes: Buffer): Column => bytes.toString().split(separator),
  json: (bytes: Buffer): Column => JSON.parse(bytes.toString()) as Column,
};

const separator = '\0';

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && !Object.is(value, -0) && (value as number) >= 0;

/** Differences take one bit more; too large ones have none. */
function differencesOf(values: readonly number[]): Buffer[] {
  let previous = 0;
  const folded = values.map((value) => {
    const difference = value - previous;
    previous = value;
    return difference < 0 ? -2 * difference - 1 : 2 * difference;
  });
  return folded.every(Number.isSafeInteger) ? [toPlanes(folded)] : [];
}

/** The lowest bytes of all values, then the next ones, as many as the largest value needs. */
function toPlanes(values: readonly number[]): Buffer {
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  let width = 1;
  while (largest >= 256 ** width) width++;
  const planes = Buffer.alloc(values.length * width);
  for (const [at, value] of values.entries()) {
    let rest = value;
    for (let plane = 0; plane < width; plane++) {
      planes[plane * values.length + at] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return planes;
}

/** @returns small whole numbers where the planes have room for no others: they take less time */
function fromPlanes(planes: Buffer, length: number): Float64Array | Uint32Array {
  const width = length === 0 ? 0 : planes.length / length;
  if (width > 4) return fromManyPlanes(planes, length);
  const values = new Uint32Array(length);
  for (let plane = 0; plane < width; plane++) {
    const shift = 8 * plane;
    const start = plane * length;
    for (let at = 0; at < length; at++)
      values[at] = (values[at] as number) | ((planes[start + at] as number) << shift);
  }
  return values;
}

function fromManyPlanes(planes: Buffer, length: number): Float64Array {
  const values = new Float64Array(length);
  for (let start = planes.length - length; start >= 0; start -= length)
    for (let at = 0; at < length; at++)
      values[at] = (values[at] as number) * 256 + (planes[start + at] as number);
  return values;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
