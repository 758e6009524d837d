import { constants, zstdCompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { type IndexPart, indexPartReader, type PartReader } from '../src/creators/world/index-parts.ts';
import { type Column, type EncodedColumn, waysToEncode } from './packed-columns.ts';
import {
  joinPacked,
  type PackedColumn,
  type PackedHeader,
  packedTables,
  sortedAnew,
} from './packed-world.ts';

/** Packs a complete world. Equal worlds give equal bytes. It takes half a minute for the default world. */
export function packWorld(db: Database): Buffer {
  const meta = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all());
  const columns = columnWriter();
  const tables = packedTables(db).map((name) => {
    const read = db.prepare<[], (number | string | null)[]>(`SELECT * FROM ${name}`);
    const rows = read.raw().all();
    return {
      name,
      columns: read.columns().map((column, at) => ({
        name: column.name,
        column: columns.write(rows.map((row) => row[at] as number | string | null)),
      })),
    };
  });
  const parts = packParts(db, meta, columns.write);
  const { written, compressed } = columns.finish();
  const header: PackedHeader = { meta: Object.fromEntries(meta), columns: written, tables, parts };
  return joinPacked(
    zstdCompressSync(Buffer.from(JSON.stringify(header)), optionsFor(maxQuality)),
    compressed,
  );
}

function packParts(
  db: Database,
  meta: ReadonlyMap<string, string>,
  write: (column: Column) => number,
): PackedHeader['parts'] {
  const read = indexPartReader(db, meta) as PartReader;
  const names = db
    .prepare<[], { index: string; name: string; type: PackedHeader['parts'][number]['type'] }>(
      'SELECT index_name AS "index", part AS name, type FROM index_parts ORDER BY index_name, part',
    )
    .all();
  const known = new Set(names.map(({ index, name }) => `${index}/${name}`));
  return names.map(({ index, name, type }) => {
    const part = read(index, name);
    const readPart = (other: string) => (known.has(`${index}/${other}`) ? read(index, other) : undefined);
    const isSorted = name.endsWith('order') && isEqual(sortedAnew(name, readPart), part);
    return { index, name, type, ...(!isSorted && { column: write(part) }) };
  });
}

const isEqual = (one: IndexPart | undefined, other: IndexPart): boolean =>
  one?.constructor === other.constructor &&
  one.length === other.length &&
  one.every((value, at) => value === other[at]);

/** Equal columns are stored once: some columns of the search indexes are those of the tables. */
function columnWriter() {
  const columns: (EncodedColumn & { compressed: Buffer })[] = [];
  const known = new Map<string, number>();
  return {
    write(column: Column): number {
      const encoded = smallest(waysToEncode(column));
      const { codec, length, bytes } = encoded;
      const key = `${codec} ${length} ${bytes.toString('latin1')}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const compressed = zstdCompressSync(bytes, optionsFor(maxQuality));
      known.set(key, columns.push({ ...encoded, compressed }) - 1);
      return columns.length - 1;
    },
    finish(): { written: PackedColumn[]; compressed: Buffer[] } {
      const written = columns.map(({ codec, length, bytes, compressed }) => ({
        codec,
        length,
        bytes: compressed.length,
        decodedBytes: bytes.length,
      }));
      return { written, compressed: columns.map((column) => column.compressed) };
    },
  };
}

const smallest = (ways: readonly EncodedColumn[]): EncodedColumn =>
  ways.length === 1
    ? (ways[0] as EncodedColumn)
    : (ways
        .map((way) => ({
          way,
          size: zstdCompressSync(way.bytes, optionsFor(trialQuality)).length,
        }))
        .reduce((best, other) => (other.size < best.size ? other : best)).way as EncodedColumn);

/** The higher ones need hundreds of megabytes for a thousandth less. */
const maxQuality = 19;
const trialQuality = 5;

const optionsFor = (quality: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: quality, [constants.ZSTD_c_windowLog]: 24 },
});
