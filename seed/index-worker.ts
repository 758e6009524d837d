import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { workFor } from '../src/core/steps.ts';
import type { MadePart, ThreadJob, WorldSource } from '../src/creators/search/index-thread.ts';
import { makeParts } from '../src/creators/search/make-indexes.ts';
import { encodePart, type IndexParts } from '../src/creators/world/index-parts.ts';
import { worldOnDay } from '../src/creators/world/view.ts';
import { openWorld, type World } from '../src/creators/world/world.ts';
import { contentWriter } from './content-writer.ts';

/** The thread of `index-thread.ts`. It stands here because the contents of other days are written by the generator. */

let world: World;

parentPort?.on('message', ({ source, day, index }: ThreadJob) => {
  if (source !== undefined) world = openSource(source);
  const view = worldOnDay(world, day, contentWriter(world.brandByKey));
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
