import { brotliDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { createIndexParts, type IndexPart, writeIndexPart } from '../src/creators/world/index-parts.ts';
import { createIndexes, createTables } from '../src/creators/world/schema.ts';
import { type Column, decodeColumn } from './packed-columns.ts';
import { type PackedHeader, type PackedPart, sortedAnew, splitPacked } from './packed-world.ts';

/** The table `meta` of a packed world. */
export const packedMeta = (file: Buffer): ReadonlyMap<string, string> =>
  new Map(Object.entries(headerOf(splitPacked(file).header).meta));

/**
 * Fills an empty database with a packed world; each `yield` is a pause. Search indexes and rows are those of
 * the packed world; only the layout of the file differs.
 */
export function* unpackWorld(file: Buffer, db: Database): Generator<void> {
  const packed = splitPacked(file);
  const header = headerOf(packed.header);
  const column = columnReader(header, packed.columns);
  db.exec('BEGIN');
  createTables(db);
  for (const table of header.tables) yield* insertRows(db, table, column);
  yield* createIndexes(db);
  createIndexParts(db);
  yield* insertParts(db, header.parts, column);
  const insert = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  for (const entry of Object.entries(header.meta)) insert.run(...entry);
  db.exec('COMMIT');
}

const headerOf = (bytes: Buffer): PackedHeader =>
  JSON.parse(brotliDecompressSync(bytes).toString()) as PackedHeader;

/** Reads each column once: several tables and parts may share it. */
function columnReader({ columns }: PackedHeader, bytes: Buffer): (number: number) => Column {
  let end = 0;
  const places = columns.map((column) => {
    const start = end;
    end += column.bytes;
    return { ...column, bytes: bytes.subarray(start, end) };
  });
  const known = new Map<number, Column>();
  return (number) => {
    const place = places[number];
    if (!place) throw new Error(`The packed world has no column ${number}.`);
    const column = known.get(number) ?? decodeColumn({ ...place, bytes: brotliDecompressSync(place.bytes) });
    known.set(number, column);
    return column;
  };
}

function* insertRows(
  db: Database,
  { name, columns }: PackedHeader['tables'][number],
  column: (number: number) => Column,
): Generator<void> {
  const values: Column[] = [];
  for (const { column: number } of columns) {
    values.push(column(number));
    yield;
  }
  const names = columns.map((each) => each.name).join(', ');
  const insert = db.prepare(`INSERT INTO ${name} (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  for (let row = 0; row < (values[0]?.length ?? 0); row++) {
    insert.run(values.map((each) => each[row]));
    if (row % rowsPerPause === 0) yield;
  }
}

const rowsPerPause = 1000;

function* insertParts(
  db: Database,
  parts: readonly PackedPart[],
  column: (number: number) => Column,
): Generator<void> {
  const write = writeIndexPart(db);
  const known = new Map<string, IndexPart>();
  const unsorted = parts.filter((part) => part.column !== undefined);
  for (const { index, name, type, column: number } of unsorted) {
    const part = asPart(type, column(number as number));
    known.set(`${index}/${name}`, part);
    write(index, name, part);
    yield;
  }
  for (const { index, name } of parts.filter((part) => part.column === undefined)) {
    const order = sortedAnew(name, (other) => known.get(`${index}/${other}`));
    if (!order) throw new Error(`The packed world has no keys for ${index}/${name}.`);
    write(index, name, order);
    yield;
  }
}

function asPart(type: PackedPart['type'], column: Column): IndexPart {
  if (type === 'texts') return column as readonly string[];
  return new { u16: Uint16Array, u32: Uint32Array, f64: Float64Array }[type](column as ArrayLike<number>);
}
