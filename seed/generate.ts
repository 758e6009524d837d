import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { pause } from '../src/core/loop-share.ts';
import { epochAt } from '../src/creators/world/account.ts';
import { createIndexes, createTables, schemaVersion } from '../src/creators/world/schema.ts';
import { brandBook } from './brands.ts';
import { checkBrands, type Fixtures } from './fixtures/fixtures.ts';
import { handlesFor, noneTaken, type TakenNames } from './handles.ts';
import { makeAccount, type NamedPerson } from './make.ts';
import { nicheList, topicList } from './niches.ts';
import { personAt } from './person.ts';
import { type Batch, openPool, type Pool } from './pool.ts';
import { randomFor } from './random.ts';
import { takeShard } from './shard.ts';
import { type Standings, standingsFor } from './standings.ts';
import { type WorldWriter, writerFor } from './writer.ts';

export interface GenerateOptions {
  seed: number;
  size: number;
  /** `small` when absent. */
  /** Hand-written creators and brands to add. Generated people get other names. */
  fixtures?: Fixtures | undefined;
  /** Additional threads; with 0 this thread generates everything. The world is the same for every number. */
  threads?: number | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Progress {
  stage: 'people' | 'ranks' | 'indexes';
  /** People generated so far, of `size`. */
  done: number;
  size: number;
}

/**
 * Fills an empty database with the world of this seed and size. In memory it holds only the names and ranked figures of
 * each person, no contents.
 */
export async function generateWorld(db: Database, options: GenerateOptions): Promise<void> {
  const { seed, size, onProgress, signal } = options;
  const { fixtures = { people: [], brands: [] } } = options;
  createTables(db);
  const write = writerFor(db);
  const reserved = fixtures.brands.map(({ brand }) => brand.key);
  const brands = brandBook({ seed, size, reserved });
  db.transaction(() => {
    writeFrame(write, seed, size);
    for (const brand of brands.brands) write.brand(brand);
    for (const { brand } of fixtures.brands) write.brand(brand);
  })();

  const standings = standingsFor(seed);
  const shards = mkdtempSync(join(db.memory ? tmpdir() : dirname(db.name), shardsPrefix));
  const pool = openPool(options.threads ?? usualThreads(size), { seed, size, reserved }, brands, shards);
  try {
    let done = 0;
    let accounts = 0;
    for await (const { batch, people } of batchesInOrder(
      size,
      pool,
      assignNames(seed, fixtureNames(fixtures)),
    )) {
      accounts += takeBatch(db, write, standings, batch, accounts + 1);
      done += people;
      onProgress?.({ stage: 'people', done, size });
      await pause(signal);
    }
  } finally {
    await pool.close();
    rmSync(shards, { recursive: true, force: true });
  }
  db.transaction(() => writeFixtures(write, standings, fixtures, size))();

  onProgress?.({ stage: 'ranks', done: size, size });
  await writeInBatches(db, standings.all(), signal, ({ number, standing }) =>
    write.standing(number, standing),
  );
  onProgress?.({ stage: 'indexes', done: size, size });
  for (const _ of createIndexes(db)) await pause(signal);
}

/** Prefix of the folder, beside the world, of the databases that threads write. */
const shardsPrefix = '.unfinished-shards-';

/** None for a small world, which is complete before a thread has started. */
const usualThreads = (size: number): number => (size < 3000 ? 0 : Math.min(4, availableParallelism()));

/** @returns how many accounts were written. */
function takeBatch(
  db: Database,
  write: WorldWriter,
  standings: Standings,
  batch: Batch,
  numberedFrom: number,
): number {
  if ('shard' in batch) {
    takeShard(db, batch.shard, numberedFrom);
    batch.standings.forEach((standing, index) => {
      standings.add(numberedFrom + index, standing);
    });
    return batch.standings.length;
  }
  db.transaction(() => {
    for (const { row, standing } of batch.made) standings.add(write.account(row), standing);
  })();
  return batch.made.length;
}

function writeFrame(write: WorldWriter, seed: number, size: number): void {
  write.meta('epochAt', String(epochAt));
  write.meta('seed', String(seed));
  write.meta('size', String(size));
  write.meta('version', String(schemaVersion));
  // Clip and gram share their niches.
  for (const platform of ['clip', 'tube'] as const)
    for (const niche of nicheList(platform)) write.niche('niches', niche);
  for (const topic of topicList()) write.niche('topics', topic);
}

/**
 * Hand-written people come last. They are ranked among all accounts, but related only to the accounts that their
 * fixture names.
 */
function writeFixtures(
  write: WorldWriter,
  standings: Standings,
  { people, brands }: Fixtures,
  size: number,
): void {
  const known = new Set(brands.map(({ brand }) => brand.key));
  for (const [index, { file, accounts }] of people.entries()) {
    checkBrands(file, accounts, (key) => known.has(key));
    for (const account of accounts) {
      const { row, standing } = makeAccount(account, size + index);
      standings.add(write.account(row), standing, account.related);
    }
  }
}

async function writeInBatches<T>(
  db: Database,
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  write: (item: T) => void,
): Promise<void> {
  const flush = db.transaction((batch: readonly T[]) => {
    for (const item of batch) write(item);
  });
  let batch: T[] = [];
  for (const item of items) {
    if (batch.push(item) < 2048) continue;
    flush(batch);
    batch = [];
    await pause(signal);
  }
  flush(batch);
}

/** Starts jobs ahead of the writer and yields their results in the order of the people. */
async function* batchesInOrder(
  size: number,
  pool: Pool,
  names: (index: number) => NamedPerson,
): AsyncGenerator<{ batch: Batch; people: number }> {
  const pending: { batch: Promise<Batch>; people: number }[] = [];
  let next = 0;
  const startJob = (): void => {
    const people = Math.min(pool.jobSize, size - next);
    const batch = pool.make(
      next,
      Array.from({ length: people }, (_, n) => names(next + n)),
    );
    // the await below reports a failure
    batch.catch(() => {});
    pending.push({ batch, people });
    next += people;
  };
  while (pending.length > 0 || next < size) {
    while (next < size && pending.length < pool.depth) startJob();
    const first = pending.shift();
    if (first) yield { batch: await first.batch, people: first.people };
  }
}

/** Assigns the names of each person, from 0 on; the first person who chooses a name gets it. */
function assignNames(seed: number, taken: TakenNames): (index: number) => NamedPerson {
  const onGram: string[] = [];
  return (index) => {
    const handles = handlesFor(seed, personAt(seed, index), taken);
    const friends = friendsOf(seed, index, onGram);
    if (handles.gram !== '') onGram.push(handles.gram);
    return { handles, friends };
  };
}

/** People know some of the people before them. */
function friendsOf(seed: number, index: number, onGram: readonly string[]): string[] {
  const random = randomFor(seed, 'friends', index);
  const count = Math.min(onGram.length, random.int(0, 4));
  return [...new Set(Array.from({ length: count }, () => random.pick(onGram)))];
}

function fixtureNames({ people }: Fixtures): TakenNames {
  const taken = noneTaken();
  for (const { accounts } of people)
    for (const { platform, handle } of accounts) taken[platform].add(handle.toLowerCase());
  return taken;
}
