import type { Database } from 'better-sqlite3';

/** Numbers of one width, or texts: the search indexes of a world consist of such parts. */
export type IndexPart = Numbers | readonly string[];
export type Numbers = Uint16Array | Uint32Array | Float64Array;

/** The parts of one index by name. */
export type IndexParts = ReadonlyMap<string, IndexPart>;

/** Reads a part of an index. */
export type PartReader = (index: string, part: string) => IndexPart;

/**
 * Increases with every change of the parts. Indexes of another version are ignored: searches then make their
 * own in memory.
 */
const indexVersion = 3;

const versionKey = 'indexes';

/** Creates the table of the parts, which the hash of a world leaves out: they derive from its other rows. */
export function createIndexParts(db: Database): void {
  db.exec(`
    CREATE TABLE index_parts (
      index_name TEXT NOT NULL,
      part TEXT NOT NULL,
      type TEXT NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (index_name, part)
    ) STRICT`);
}

export function writeIndexPart(db: Database): (index: string, name: string, part: IndexPart) => void {
  const write = writeEncodedPart(db);
  return (index, name, part) => write(index, name, encodePart(part));
}

export function writeEncodedPart(db: Database): (index: string, name: string, part: EncodedPart) => void {
  const insert = db.prepare('INSERT INTO index_parts (index_name, part, type, data) VALUES (?, ?, ?, ?)');
  return (index, name, part) => {
    insert.run(index, name, ...part);
  };
}

/** Call it after the last part; until then no part is read. */
export function finishIndexParts(db: Database): void {
  db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(versionKey, String(indexVersion));
}

/** Drops the indexes of a world whose accounts or brands have changed. */
export function dropIndexParts(db: Database): void {
  db.prepare('DELETE FROM meta WHERE key = ?').run(versionKey);
  db.exec('DROP TABLE IF EXISTS index_parts');
}

/** undefined if the world has no indexes of this version */
export function indexPartReader(db: Database, meta: ReadonlyMap<string, string>): PartReader | undefined {
  if (!hasIndexParts(meta)) return undefined;
  const read = db.prepare<[string, string], EncodedPart>(
    'SELECT type, data FROM index_parts WHERE index_name = ? AND part = ?',
  );
  return (index, part) => {
    return decodePart(...(read.raw().get(index, part) as EncodedPart));
  };
}

export const hasIndexParts = (meta: ReadonlyMap<string, string>): boolean =>
  meta.get(versionKey) === String(indexVersion);

/** The bytes of a part, as the file of a world holds them. */
export type EncodedPart = [type: string, data: Uint8Array<ArrayBuffer>];

/** The bytes of numbers are those of memory, little-endian on every machine that Node.js runs on. */
const arrays = { u16: Uint16Array, u32: Uint32Array, f64: Float64Array };

export function encodePart(part: IndexPart): EncodedPart {
  if (Array.isArray(part)) return ['texts', new TextEncoder().encode(JSON.stringify(part))];
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = part as Numbers;
  const type = { 2: 'u16', 4: 'u32', 8: 'f64' }[BYTES_PER_ELEMENT] as string;
  return [type, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)];
}

export function decodePart(...[type, data]: EncodedPart): IndexPart {
  if (type === 'texts') return JSON.parse(new TextDecoder().decode(data)) as string[];
  const ArrayType = arrays[type as keyof typeof arrays];
  // an array must begin at a multiple of its width
  const { buffer, byteOffset, byteLength } = data.byteOffset % 8 === 0 ? data : Uint8Array.from(data);
  return new ArrayType(buffer, byteOffset, byteLength / ArrayType.BYTES_PER_ELEMENT);
}
