import { writeSync } from 'node:fs';
import { ensureWorld } from '../../../seed/build.ts';
import { UsageError } from '../../../src/core/errors.ts';

/** Makes a world in the cache, as a start does, and prints `made`, or why it cannot. Arguments: the cache, the size. */
const [, , cacheDir = '', size = ''] = process.argv;
try {
  await ensureWorld({ seed: 1, size: Number(size), cacheDir, threads: 0 });
  writeSync(1, 'made\n');
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  writeSync(1, `refused ${error.message}\n`);
}
