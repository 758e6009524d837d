import { parentPort, workerData } from 'node:worker_threads';
import { type BrandBookOptions, brandBook } from './brands.ts';
import { makeAccounts } from './make.ts';
import type { JobResult, PoolJob } from './pool.ts';
import { writeShard } from './shard.ts';

const start = workerData as BrandBookOptions;
const { seed } = start;
const brands = brandBook(start);

parentPort?.on('message', ({ job, from, named, shard }: PoolJob) => {
  const made = makeAccounts(seed, from, named, brands);
  writeShard(shard, made);
  parentPort?.postMessage({ job, standings: made.map(({ standing }) => standing) } satisfies JobResult);
});
