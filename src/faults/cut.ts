import { Buffer } from 'node:buffer';
import { framesIn, frameText } from './frames.ts';
import type { ReplyProfile, Source } from './profiles.ts';
import type { FaultRule } from './rule.ts';

/** Keeps the first bytes or events of a reply. A shorter reply stays whole, but still ends in the given way. */
export function cutProfile({ bytes, events, how = 'end' }: NonNullable<FaultRule['cut']>): ReplyProfile {
  return {
    affects: events === undefined ? 'bytes' : 'events',
    ...(events !== undefined && { sends: (_event: string, before: number) => before < events }),
    async *transform(source) {
      yield* events === undefined ? firstBytes(source, bytes as number) : firstEvents(source, events);
      return how;
    },
  };
}

async function* firstBytes(source: Source, count: number): AsyncGenerator<Buffer, void> {
  let left = count;
  if (left === 0) return;
  for await (const piece of source) {
    const bytes = Buffer.from(piece).subarray(0, left);
    yield bytes;
    if (bytes.length === left) return;
    left -= bytes.length;
  }
}

async function* firstEvents(source: Source, count: number): AsyncGenerator<Buffer, void> {
  let left = count;
  if (left === 0) return;
  for await (const frame of framesIn(source)) {
    yield Buffer.from(frameText(frame));
    if (--left === 0) return;
  }
}
