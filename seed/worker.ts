import { parentPort, workerData } from 'node:worker_threads';
import { brandBook } from './brands.ts';
import { makeAccounts } from './make.ts';
import type { JobResult, PoolJob, WorkerStart } from './pool.ts';
import { writeShard } from './shard.ts';

const start = workerData as WorkerStart;
const { seed, taxonomy } = start;
const brands = brandBook(start);

parentPort?.on('message', ({ job, from, named, shard }: PoolJob) => {
  const made = makeAccounts(seed, from, named, brands, taxonomy);
  writeShard(shard, made);
  parentPort?.postMessage({ job, standings: made.map(({ standing }) => standing) } satisfies JobResult);
});
