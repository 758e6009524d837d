import { parentPort, workerData } from 'node:worker_threads';
import { brandBook } from './brands.ts';
import { madeOf } from './make.ts';
import type { Answer, Job, WorkerStart } from './pool.ts';
import { writeShard } from './shard.ts';

const start = workerData as WorkerStart;
const { seed, taxonomy } = start;
const brands = brandBook(start);

parentPort?.on('message', ({ job, from, named, shard }: Job) => {
  const made = madeOf(seed, from, named, brands, taxonomy);
  writeShard(shard, made);
  parentPort?.postMessage({ job, places: made.map(({ place }) => place) } satisfies Answer);
});
