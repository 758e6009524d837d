import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { encodePart, type IndexParts } from '../world/index-parts.ts';
import { viewOf } from '../world/view.ts';
import { openWorld, type World } from '../world/world.ts';
import type { MadePart, ThreadJob, WorldSource } from './index-thread.ts';
import { makeParts } from './make-indexes.ts';
import { workFor } from './steps.ts';

let world: World;

parentPort?.on('message', ({ source, day, index }: ThreadJob) => {
  if (source !== undefined) world = openSource(source);
  const view = viewOf(world, day, () => world);
  const parts = workFor(Number.POSITIVE_INFINITY, makeParts(view, index)).value as IndexParts;
  const made = [...parts].map(([name, part]): MadePart => {
    const [type, bytes] = encodePart(part);
    // sent without a copy, its memory is gone here, so no part shares that of another
    return [name, type, bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()];
  });
  parentPort?.postMessage(
    made,
    made.map(([, , { buffer }]) => buffer),
  );
});

const openSource = (source: WorldSource): World =>
  openWorld(typeof source === 'string' ? source : Buffer.from(source));
