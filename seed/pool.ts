import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BrandBook, BrandBookOptions } from './brands.ts';
import { type Made, madeOf, type Named, type Place } from './make.ts';

export type WorkerStart = BrandBookOptions;

export interface Job {
  job: number;
  from: number;
  named: Named[];
  /** The database to make. */
  shard: string;
}

export interface Answer {
  job: number;
  places: Place[];
}

/** People that have been made: still to be written, or in a database of their own, in the same order. */
export type Batch = { made: Made[] } | { shard: string; places: Place[] };

/** Makes people, here or in other threads; they are the same either way. */
export interface Pool {
  /** How many jobs are worth having under way, and of how many people each. */
  depth: number;
  jobSize: number;
  make(from: number, named: Named[]): Promise<Batch>;
  close(): Promise<void>;
}

/** @param folder where the threads put their databases; whoever reads one removes it. */
export const poolOf = (threads: number, start: WorkerStart, brands: BrandBook, folder: string): Pool =>
  threads < 1 ? here(start, brands) : elsewhere(threads, start, folder);

const here = ({ seed }: WorkerStart, brands: BrandBook): Pool => ({
  depth: 1,
  // few enough that they are garbage before they are old
  jobSize: 10,
  make: async (from, named) => ({ made: madeOf(seed, from, named, brands) }),
  close: async () => {},
});

/**
 * Sending rows from thread to thread costs as much as making them: each thread writes its own database, which
 * the main one takes over table by table.
 */
function elsewhere(threads: number, start: WorkerStart, folder: string): Pool {
  const waiting = new Map<number, { resolve: (batch: Batch) => void; reject: (error: unknown) => void }>();
  const shardOf = (job: number): string => join(folder, `${job}.sqlite`);
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(workerFile, {
      workerData: start,
      resourceLimits: limitsFor(start),
      // what started this process, such as --input-type, would stop a thread
      execArgv: [],
    });
    worker.on('message', ({ job, places }: Answer) => {
      waiting.get(job)?.resolve({ shard: shardOf(job), places });
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
        workers[job % threads]?.postMessage({ job, from, named, shard: shardOf(job) } satisfies Job);
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** A thread needs some 40 MB and the brands; without a limit it lets its garbage grow to several times that. */
const limitsFor = ({
  size,
}: WorkerStart): { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number } => ({
  maxOldGenerationSizeMb: 64 + Math.ceil(size / 5000),
  maxYoungGenerationSizeMb: 12,
});

// compiled, this module and the worker are JavaScript
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
