import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import type { IndexPart } from '../src/creators/world/index-parts.ts';
import { type Column, decodeColumn, type EncodedColumn } from './packed-columns.ts';
import { openPacked, type PackedPart, sortedAnew } from './packed-world.ts';
import type { Unpacked } from './unpack.ts';

/** The thread of `unpack.ts`. */

/** The smallest that zlib takes. */
const minChunk = 64;

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<ArrayBuffer>;
const { header, column } = openPacked(Buffer.from(buffer, byteOffset, byteLength));

for (const table of header.tables) {
  const columns = table.columns.map((each) => decompress(each.column));
  send(
    { table, columns },
    columns.map(({ bytes }) => bytes),
  );
}
const known = new Map<string, IndexPart>();
for (const { index, name, type, column: number } of header.parts)
  if (number !== undefined) known.set(`${index}/${name}`, asPart(type, decodeColumn(decompress(number))));
const orders = header.parts.filter((part) => part.column === undefined);
for (const { index, name } of orders) {
  const order = sortedAnew(name, (other) => known.get(`${index}/${other}`));
  if (!order) throw new Error(`The packed world has no keys for ${index}/${name}.`);
  send({ part: [index, name, order] }, [order]);
}
for (const { index, name, column: number } of header.parts) {
  const part = known.get(`${index}/${name}`);
  if (part && number !== undefined) send({ part: [index, name, part] }, [part]);
}

function decompress(number: number): EncodedColumn {
  const { codec, length, decodedBytes, compressed } = column(number);
  // one buffer takes all of it: the usual small ones would be hundreds for a long column
  const chunkSize = Math.max(minChunk, decodedBytes + 1);
  return { codec, length, bytes: brotliDecompressSync(compressed, { chunkSize }) };
}

function asPart(type: PackedPart['type'], values: Column): IndexPart {
  if (type === 'texts') return values as readonly string[];
  return new { u16: Uint16Array, u32: Uint32Array, f64: Float64Array }[type](values as ArrayLike<number>);
}

/** Numbers and bytes are sent without a copy, but for small ones, whose memory others may share. */
function send(message: Unpacked, values: readonly (IndexPart | Buffer)[]): void {
  const owned = values.flatMap((each) =>
    'buffer' in each && each.byteLength > Buffer.poolSize ? [each.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(message, owned);
}
