import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BrandBook, BrandBookOptions } from './brands.ts';
import { type MadeAccount, makeAccounts, type NamedPerson, type StandingInput } from './make.ts';

export interface PoolJob {
  job: number;
  from: number;
  named: NamedPerson[];
  /** The database of a thread. */
  shard: string;
}

export interface JobResult {
  job: number;
  standings: StandingInput[];
}

/** Generated people, in order: rows to write, or a database with them. */
export type Batch = { made: MadeAccount[] } | { shard: string; standings: StandingInput[] };

/** Generates people, in this thread or in others; the result is the same. */
export interface Pool {
  /** How many jobs to run ahead, and how many people each has. */
  depth: number;
  jobSize: number;
  make(from: number, named: NamedPerson[]): Promise<Batch>;
  close(): Promise<void>;
}

/** @param folder for the databases of the threads; the reader of a database removes that database */
export const openPool = (
  threads: number,
  start: BrandBookOptions,
  brands: BrandBook,
  folder: string,
): Pool => (threads < 1 ? inlinePool(start, brands) : workerPool(threads, start, folder));

const inlinePool = ({ seed }: BrandBookOptions, brands: BrandBook): Pool => ({
  depth: 1,
  // so few that the garbage collector frees them cheaply, as young objects
  jobSize: 10,
  make: async (from, named) => ({ made: makeAccounts(seed, from, named, brands) }),
  close: async () => {},
});

/**
 * Sending rows between threads costs as much as generating them. Each thread therefore writes its own
 * database, and the main thread copies its tables.
 */
function workerPool(threads: number, start: BrandBookOptions, folder: string): Pool {
  const waiting = new Map<number, { resolve: (batch: Batch) => void; reject: (error: unknown) => void }>();
  const shardOf = (job: number): string => join(folder, `${job}.sqlite`);
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(workerFile, {
      workerData: start,
      resourceLimits: limitsFor(start),
      // options of this process, such as --input-type, would stop a thread
      execArgv: [],
    });
    worker.on('message', ({ job, standings }: JobResult) => {
      waiting.get(job)?.resolve({ shard: shardOf(job), standings });
      waiting.delete(job);
    });
    worker.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    return worker;
  });
  let jobs = 0;
  return {
    depth: threads * 2,
    jobSize: Math.max(10, Math.min(100, Math.ceil(start.size / (threads * 4)))),
    make: (from, named) =>
      new Promise((resolve, reject) => {
        const job = jobs;
        jobs += 1;
        waiting.set(job, { resolve, reject });
        workers[job % threads]?.postMessage({ job, from, named, shard: shardOf(job) } satisfies PoolJob);
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** A thread needs about 40 MB and the brands; without a limit its garbage would take several times that. */
const limitsFor = ({
  size,
}: BrandBookOptions): { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number } => ({
  maxOldGenerationSizeMb: 64 + Math.ceil(size / 5000),
  maxYoungGenerationSizeMb: 12,
});

// once compiled, this module and the worker are JavaScript
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
