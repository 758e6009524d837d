import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { createIndexParts, type EncodedPart, writeEncodedPart } from '../src/creators/world/index-parts.ts';
import { createIndexes, createTables } from '../src/creators/world/schema.ts';
import { bytesOfTexts, decodeColumn, type EncodedColumn } from './packed-columns.ts';
import type { PackedHeader, PackedTable } from './packed-world.ts';

/** What the thread sends: first each table with its decompressed columns, then each part of a search index. */
export type Unpacked =
  | { table: PackedTable; columns: EncodedColumn[] }
  | { part: [index: string, name: string, part: EncodedPart] };

/**
 * Fills an empty database with a packed world; each `yield` is a pause. Search indexes and rows are those of
 * the packed world; only the layout of the file differs. The first start of the package waits for it, so a thread
 * decompresses and makes the search indexes while this one writes rows.
 * @param path of the packed world @param header of it
 * @throws DamagedWorld
 */
export async function* unpackWorld(path: string, header: PackedHeader, db: Database): AsyncGenerator<void> {
  const thread = new Worker(unpackWorkerFile, { workerData: path, execArgv: [] });
  try {
    const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[Unpacked]>;
    db.exec('BEGIN');
    createTables(db);
    createIndexParts(db);
    const writePart = writeEncodedPart(db);
    let missing = header.tables.length + header.parts.length;
    for await (const [message] of messages) {
      if ('table' in message) yield* insertRows(db, message.table, message.columns);
      else writePart(...message.part);
      yield;
      missing -= 1;
    }
    if (missing > 0) throw new Error('The thread that unpacks the world ended early.');
    yield* createIndexes(db);
    const insert = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
    for (const entry of Object.entries(header.meta)) insert.run(...entry);
    db.exec('COMMIT');
  } finally {
    await thread.terminate();
  }
}

function* insertRows(
  db: Database,
  { name, columns }: PackedTable,
  encoded: readonly EncodedColumn[],
): Generator<void> {
  const isLong = encoded.map(
    ({ codec, length, bytes }) => codec === 'texts' && bytes.length > longTextBytes * length,
  );
  const values = encoded.map(({ bytes: { buffer, byteOffset, byteLength }, ...column }, at) => {
    const received = { ...column, bytes: Buffer.from(buffer, byteOffset, byteLength) };
    return isLong[at] ? bytesOfTexts(received) : decodeColumn(received);
  });
  yield;
  const names = columns.map((each) => each.name).join(', ');
  const places = isLong.map((long) => (long ? 'CAST(? AS TEXT)' : '?')).join(', ');
  const insertInto = (rows: number) =>
    db.prepare(`INSERT INTO ${name} (${names}) VALUES ${Array(rows).fill(`(${places})`).join(', ')}`);
  const { length } = values[0] as (typeof values)[number];
  const several = insertInto(rowsPerStatement);
  const one = insertInto(1);
  const bound: unknown[] = [];
  for (let row = 0; row < length; ) {
    const rows = row + rowsPerStatement <= length ? rowsPerStatement : 1;
    bound.length = rows * values.length;
    let at = 0;
    for (const end = row + rows; row < end; row++)
      for (const column of values) {
        bound[at] = column[row];
        at += 1;
      }
    (rows === 1 ? one : several).run(bound);
    if (row % rowsPerPause < rows) yield;
  }
}

const rowsPerPause = 1000;

/** Several rows in one statement cost a fifth less. */
const rowsPerStatement = 8;

/** Shorter texts, on average, cost less as strings than as bytes. */
const longTextBytes = 64;

// once compiled, this module and the worker are JavaScript
const unpackWorkerFile = new URL(
  import.meta.url.endsWith('.ts') ? './unpack-worker.ts' : './unpack-worker.js',
  import.meta.url,
);
