import { Worker } from 'node:worker_threads';
import type { BrandBook, BrandBookOptions } from './brands.ts';
import { type Made, madeOf, type Named } from './make.ts';

export type WorkerStart = BrandBookOptions;

export interface Job {
  job: number;
  from: number;
  named: Named[];
}

export interface Answer {
  job: number;
  made: Made[];
}

/** Makes people, here or in other threads; the answer to a job is the same either way. */
export interface Pool {
  /** How many jobs are worth having under way. */
  depth: number;
  make(from: number, named: Named[]): Promise<Made[]>;
  close(): Promise<void>;
}

export const poolOf = (threads: number, start: WorkerStart, brands: BrandBook): Pool =>
  threads < 1 ? here(start, brands) : elsewhere(threads, start);

const here = ({ seed }: WorkerStart, brands: BrandBook): Pool => ({
  depth: 1,
  make: async (from, named) => madeOf(seed, from, named, brands),
  close: async () => {},
});

function elsewhere(threads: number, start: WorkerStart): Pool {
  const waiting = new Map<number, { resolve: (made: Made[]) => void; reject: (error: unknown) => void }>();
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(workerFile, {
      workerData: start,
      resourceLimits: limitsFor(start),
      // what started this process, such as --input-type, would stop a thread
      execArgv: [],
    });
    worker.on('message', ({ job, made }: Answer) => {
      waiting.get(job)?.resolve(made);
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
    make: (from, named) =>
      new Promise((resolve, reject) => {
        const job = jobs;
        jobs += 1;
        waiting.set(job, { resolve, reject });
        workers[job % threads]?.postMessage({ job, from, named } satisfies Job);
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/**
 * A thread needs some 40 MB and the brands; without a limit it lets its garbage grow to several times that.
 */
const limitsFor = ({
  size,
}: WorkerStart): { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number } => ({
  maxOldGenerationSizeMb: 64 + Math.ceil(size / 5000),
  maxYoungGenerationSizeMb: 12,
});

// compiled, this module and the worker are JavaScript
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
