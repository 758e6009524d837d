import type { Readable } from 'node:stream';

const maxTailBytes = 16 * 1024;

/** Keeps the last 16 kB of what streams say. @returns how to read it */
export function tailOf(streams: readonly (Readable | null)[]): () => string {
  let bytes = Buffer.alloc(0);
  for (const stream of streams)
    stream?.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]).subarray(-maxTailBytes);
    });
  return () => bytes.toString();
}
