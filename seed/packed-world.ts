import { closeSync, openSync, readSync } from 'node:fs';
import { crc32, zstdDecompressSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { sortRows } from '../src/creators/search/order-of.ts';
import type { IndexPart, Numbers } from '../src/creators/world/index-parts.ts';
import type { ColumnCodec, EncodedColumn } from './packed-columns.ts';

/**
 * A world in few bytes, for the package: its tables by columns, each compressed by itself. What can be made
 * anew in milliseconds is left out: the indexes of the tables and the sorted orders of the search indexes.
 */
export interface PackedHeader {
  /** The table `meta` of the world. */
  meta: Record<string, string>;
  columns: PackedColumn[];
  tables: PackedTable[];
  parts: PackedPart[];
}

export interface PackedTable {
  name: string;
  columns: { name: string; column: number }[];
}

/** The compressed columns follow each other in the file. */
export interface PackedColumn {
  codec: ColumnCodec;
  length: number;
  /** Compressed, and not. */
  bytes: number;
  decodedBytes: number;
}

export interface PackedPart {
  index: string;
  name: string;
  type: 'u16' | 'u32' | 'f64' | 'texts';
  /** Absent for an order, which is sorted anew. */
  column?: number;
}

const fileMark = Buffer.from('creator-sandbox world 3\n');

/** The file: a mark, the checksum of what follows it, the length of the header, the header and the columns. */
export function joinPacked(header: Buffer, columns: readonly Buffer[]): Buffer {
  const body = Buffer.concat([uint32(header.length), header, ...columns]);
  return Buffer.concat([fileMark, uint32(crc32(body)), body]);
}

/** A packed world taken apart; the bytes of its columns are still compressed. */
export interface PackedWorld {
  file: Buffer;
  header: PackedHeader;
  /** Where the first column begins. */
  start: number;
}

/** @throws DamagedWorld if it is no packed world, or damaged */
export function openPacked(file: Buffer): PackedWorld {
  if (
    file.length < prefix ||
    crc32(file.subarray(fileMark.length + 4)) !== file.readUInt32LE(fileMark.length)
  )
    throw new DamagedWorld();
  const start = headerEnd(file);
  return { file, header: headerIn(file.subarray(prefix, start)), start };
}

export class DamagedWorld extends Error {
  constructor() {
    super('The packed world is damaged.');
  }
}

/** Reads the header alone: whoever unpacks the world checks the whole. @throws if it is no packed world */
export function readPackedHeader(path: string): PackedHeader {
  const file = openSync(path, 'r');
  try {
    const first = Buffer.alloc(prefix);
    readSync(file, first);
    const header = Buffer.alloc(headerEnd(first) - prefix);
    readSync(file, header, 0, header.length, prefix);
    return headerIn(header);
  } finally {
    closeSync(file);
  }
}

const prefix = fileMark.length + 8;

/** @throws DamagedWorld if it is no packed world */
function headerEnd(file: Buffer): number {
  const length = file.length < prefix ? 0 : file.readUInt32LE(fileMark.length + 4);
  if (!file.subarray(0, fileMark.length).equals(fileMark) || length > maxHeaderBytes)
    throw new DamagedWorld();
  return prefix + length;
}

const maxHeaderBytes = 1_000_000;

const headerIn = (compressed: Buffer): PackedHeader =>
  JSON.parse(zstdDecompressSync(compressed, { maxOutputLength: maxHeaderBytes }).toString()) as PackedHeader;

/** @returns what decompresses a column by its number */
export function columnReader({ file, header, start }: PackedWorld): (number: number) => EncodedColumn {
  let end = start;
  const compressed = header.columns.map(({ bytes }) => {
    end += bytes;
    return file.subarray(end - bytes, end);
  });
  return (number) => {
    const { codec, length, decodedBytes } = header.columns[number] as PackedColumn;
    // one buffer takes all of it: the usual small ones would be hundreds for a long column
    const chunkSize = Math.max(minChunk, decodedBytes + 1);
    return { codec, length, bytes: zstdDecompressSync(compressed[number] ?? '', { chunkSize }) };
  };
}

/** The smallest that zlib takes. */
const minChunk = 64;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The tables whose rows are packed: all but `meta` and the search indexes. Those with a key of their own are in its order. */
export function packedTables(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 'index_parts') ORDER BY name`,
    )
    .pluck()
    .all();
}

/**
 * Sorts the rows of a column of an index anew.
 * @param name ends in `order`
 * @returns undefined if the index has no keys and places for it
 */
export function sortedAnew(
  name: string,
  part: (name: string) => IndexPart | undefined,
): IndexPart | undefined {
  const column = name.slice(0, -'order'.length);
  const keys = (part(`${column}numbers`) ?? part(`${column}ranks`)) as Numbers;
  const place = part('place') as Uint16Array | Uint32Array;
  return keys.length === place.length ? sortRows(keys, place) : undefined;
}
