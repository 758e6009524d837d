import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { type SponsorNotes, sponsorNotes } from '../src/creators/search/brands.ts';
import type { MadePart, ThreadJob, WorldSource } from '../src/creators/search/index-thread.ts';
import { type MadeIndexPart, partsOf } from '../src/creators/search/make-indexes.ts';
import { encodePart } from '../src/creators/world/index-parts.ts';
import { worldOnDays } from '../src/creators/world/view.ts';
import { openWorld, type World } from '../src/creators/world/world.ts';
import { generatorOf } from './later.ts';

/** The thread of `index-thread.ts`. It stands here because the contents of other days are written by the generator. */

let viewOn: (day: number) => World;

/** Sponsors of the day whose indexes were made last. */
let noted: { day: number; notes: SponsorNotes } | undefined;

// one job follows another
parentPort?.on('message', (job: ThreadJob) => void make(job));

async function make({ source, day, indexes }: ThreadJob): Promise<void> {
  if (source !== undefined) {
    const world = openSource(source);
    viewOn = worldOnDays(world, await generatorOf(world));
  }
  const made: MadePart[] = [];
  const view = viewOn(day);
  if (noted?.day !== day) noted = { day, notes: sponsorNotes(view) };
  for (const part of partsOf(view, indexes, noted.notes)) if (part) made.push(encoded(...part));
  parentPort?.postMessage(
    made,
    made.map(([, , , { buffer }]) => buffer),
  );
}

const openSource = (source: WorldSource): World =>
  openWorld(typeof source === 'string' ? source : Buffer.from(source));

/** Sent without a copy, its memory is gone here, so no part shares that of another. */
function encoded(...[index, name, part]: MadeIndexPart): MadePart {
  const [type, bytes] = encodePart(part);
  return [index, name, type, bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()];
}
