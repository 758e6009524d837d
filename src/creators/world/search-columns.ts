import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';

/** Reads a column of a search table, and its long texts if it has any. */
export type SearchColumnReader = (
  table: string,
  name: string,
) => { column: unknown; bytes: Buffer | undefined };

/** Increases with every change of the columns. Those of another version are ignored: searches then make their own. */
const columnsVersion = 5;

const versionKey = 'searchColumns';

/** Creates the table of the columns, which the hash of a world leaves out: they derive from its other rows. */
export function createSearchColumns(
  db: Database,
): (table: string, name: string, column: object, bytes?: Uint8Array) => void {
  db.exec(`
    CREATE TABLE search_columns (
      search_table TEXT NOT NULL,
      name TEXT NOT NULL,
      json BLOB NOT NULL, -- compressed
      bytes BLOB, -- compressed
      PRIMARY KEY (search_table, name)
    ) STRICT`);
  const insert = db.prepare(
    'INSERT INTO search_columns (search_table, name, json, bytes) VALUES (?, ?, ?, ?)',
  );
  return (table, name, column, bytes) => {
    insert.run(table, name, zstdCompressSync(JSON.stringify(column)), bytes ? zstdCompressSync(bytes) : null);
  };
}

/** Call it after the last column; until then none is read. */
export function finishSearchColumns(db: Database): void {
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(versionKey, String(columnsVersion));
}

/** Drops the columns of a world whose accounts or brands have changed. */
export function dropSearchColumns(db: Database): void {
  db.prepare('DELETE FROM meta WHERE key = ?').run(versionKey);
  db.exec('DROP TABLE IF EXISTS search_columns');
}

/** undefined if the world has no columns of this version */
export function searchColumnReader(
  db: Database,
  meta: ReadonlyMap<string, string>,
): SearchColumnReader | undefined {
  if (!hasSearchColumns(meta)) return undefined;
  const read = db
    .prepare<[string, string], [Uint8Array, Uint8Array | null]>(
      'SELECT json, bytes FROM search_columns WHERE search_table = ? AND name = ?',
    )
    .raw();
  return (table, name) => {
    const [json, bytes] = read.get(table, name) as [Uint8Array, Uint8Array | null];
    return {
      column: JSON.parse(decompressed(json).toString()),
      bytes: bytes ? decompressed(bytes) : undefined,
    };
  };
}

const decompressed = (bytes: Uint8Array): Buffer => zstdDecompressSync(bytes, { chunkSize: 2 ** 20 });

/** Leaves the columns uncompressed, for a file that is compressed as a whole, and back. */
export function unpackSearchColumns(db: Database): void {
  changeColumns(db, zstdDecompressSync);
}
export function packSearchColumns(db: Database): void {
  changeColumns(db, zstdCompressSync);
}

function changeColumns(db: Database, change: (bytes: Uint8Array) => Uint8Array): void {
  db.function('change', (bytes) => (bytes === null ? null : change(bytes as Uint8Array)));
  db.exec('UPDATE search_columns SET json = change(json), bytes = change(bytes)');
}

export const hasSearchColumns = (meta: ReadonlyMap<string, string>): boolean =>
  meta.get(versionKey) === String(columnsVersion);
