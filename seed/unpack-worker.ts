import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { encodePart, type IndexPart } from '../src/creators/world/index-parts.ts';
import { type Column, decodeColumn } from './packed-columns.ts';
import { columnReader, openPacked, type PackedPart, sortedAnew } from './packed-world.ts';
import type { Unpacked } from './unpack.ts';

/** The thread of `unpack.ts`. */

const opened = openPacked(readFileSync(workerData as string));
const decompress = columnReader(opened);
const { header } = opened;

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
  sendPart(index, name, order as IndexPart);
}
for (const { index, name } of header.parts) {
  const part = known.get(`${index}/${name}`);
  if (part) sendPart(index, name, part);
}

function sendPart(index: string, name: string, part: IndexPart): void {
  const encoded = encodePart(part);
  send({ part: [index, name, encoded] }, [encoded[1]]);
}

function asPart(type: PackedPart['type'], values: Column): IndexPart {
  if (type === 'texts') return values as readonly string[];
  return new { u16: Uint16Array, u32: Uint32Array, f64: Float64Array }[type](values as ArrayLike<number>);
}

/** Numbers and bytes are sent without a copy, but for small ones, whose memory others may share. */
function send(message: Unpacked, values: readonly Uint8Array[]): void {
  const owned = values.flatMap((each) =>
    each.byteLength > Buffer.poolSize ? [each.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(message, owned);
}
