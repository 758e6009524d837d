import { availableParallelism } from 'node:os';
import type { Database } from 'better-sqlite3';
import { createIndexes, createTables, schemaVersion } from '../src/world/schema.ts';
import { epochAt } from '../src/world/truth.ts';
import { type WorldWriter, writerFor } from '../src/world/writer.ts';
import { brandBook } from './brands.ts';
import { handlesFor, noneTaken } from './handles.ts';
import type { Made, Named } from './make.ts';
import { nicheList, topicList } from './niches.ts';
import { personAt } from './person.ts';
import { type Pool, poolOf } from './pool.ts';
import { randomFor } from './random.ts';
import { standingsFor } from './standings.ts';

export interface GenerateOptions {
  seed: number;
  size: number;
  /** Threads beside this one; 0 makes everything here. The world is the same for every number. */
  threads?: number | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Progress {
  stage: 'people' | 'ranks' | 'indexes';
  /** People made so far, of `size`. */
  done: number;
  size: number;
}

/** Fills an empty database with the world of this seed and size. Memory does not grow with the size's contents. */
export async function generateWorld(db: Database, options: GenerateOptions): Promise<void> {
  const { seed, size, onProgress, signal } = options;
  createTables(db);
  const write = writerFor(db);
  const brands = brandBook(seed, size);
  db.transaction(() => writeFrame(write, seed, size, brands.brands))();

  const standings = standingsFor(seed);
  const pool = poolOf(options.threads ?? usualThreads(size), { seed, size }, brands);
  try {
    let done = 0;
    for await (const { made, people } of inOrder(seed, size, pool)) {
      signal?.throwIfAborted();
      db.transaction(() => {
        for (const one of made) standings.add(write.account(one.row), one);
      })();
      done += people;
      onProgress?.({ stage: 'people', done, size });
    }
  } finally {
    await pool.close();
  }

  onProgress?.({ stage: 'ranks', done: size, size });
  db.transaction(() => {
    for (const { number, standing } of standings.all()) write.standing(number, standing);
  })();
  signal?.throwIfAborted();
  onProgress?.({ stage: 'indexes', done: size, size });
  createIndexes(db);
}

const usualThreads = (size: number): number => (size < 200 ? 0 : Math.min(8, availableParallelism()));

function writeFrame(
  write: WorldWriter,
  seed: number,
  size: number,
  brands: ReturnType<typeof brandBook>['brands'],
): void {
  write.meta('epochAt', String(epochAt));
  write.meta('seed', String(seed));
  write.meta('size', String(size));
  write.meta('version', String(schemaVersion));
  for (const niche of nicheList()) write.niche('niches', niche);
  for (const topic of topicList()) write.niche('topics', topic);
  for (const brand of brands) write.brand(brand);
}

const jobSize = 25;

/** Hands out jobs ahead of what is written, and yields the answers in the order of the people. */
async function* inOrder(
  seed: number,
  size: number,
  pool: Pool,
): AsyncGenerator<{ made: Made[]; people: number }> {
  const names = namesOf(seed);
  const underWay: { answer: Promise<Made[]>; people: number }[] = [];
  let next = 0;
  const hire = (): void => {
    const people = Math.min(jobSize, size - next);
    const answer = pool.make(
      next,
      Array.from({ length: people }, (_, n) => names(next + n)),
    );
    // a failure is reported where the answer is awaited
    answer.catch(() => {});
    underWay.push({ answer, people });
    next += people;
  };
  while (underWay.length > 0 || next < size) {
    while (next < size && underWay.length < pool.depth) hire();
    const first = underWay.shift();
    if (first) yield { made: await first.answer, people: first.people };
  }
}

/** Names for one person after the other, from 0 on: whoever comes first has the name. */
function namesOf(seed: number): (index: number) => Named {
  const taken = noneTaken();
  const onGram: string[] = [];
  return (index) => {
    const handles = handlesFor(seed, personAt(seed, index), taken);
    const friends = friendsOf(seed, index, onGram);
    if (handles.gram !== '') onGram.push(handles.gram);
    return { handles, friends };
  };
}

/** People know some of those who were there before them. */
function friendsOf(seed: number, index: number, onGram: readonly string[]): string[] {
  const random = randomFor(seed, 'friends', index);
  const count = Math.min(onGram.length, random.int(0, 4));
  return [...new Set(Array.from({ length: count }, () => random.pick(onGram)))];
}
