import { parentPort, workerData } from 'node:worker_threads';
import { brandBook } from './brands.ts';
import { madeOf } from './make.ts';
import type { Answer, Job, WorkerStart } from './pool.ts';

const start = workerData as WorkerStart;
const { seed } = start;
const brands = brandBook(start);

parentPort?.on('message', ({ job, from, named }: Job) => {
  parentPort?.postMessage({ job, made: madeOf(seed, from, named, brands) } satisfies Answer);
});
