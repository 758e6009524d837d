/**
 * The start of the executable that is one file: it unpacks the program into the cache of the user and goes on there.
 * An executable has Node inside and no file system of its own; the program reads its files, its workers and SQLite's
 * addon from a folder.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getAsset, getRawAsset } from 'node:sea';
import { zstdDecompressSync } from 'node:zlib';
import { UsageError } from '../core/errors.ts';
import { type CarriedIndex, digestOf, openProgram } from '../system/unpacked-program.ts';
import { assetNames } from './assets.ts';
import { isRunning } from './is-running.ts';

const indexText = getAsset(assetNames.index, 'utf8');

try {
  const folder = openProgram(
    {
      index: JSON.parse(indexText) as CarriedIndex,
      digest: digestOf(indexText),
      bytes: () => zstdDecompressSync(new Uint8Array(getRawAsset(assetNames.files))),
    },
    {
      pid: process.pid,
      now: Date.now(),
      isRunning,
      warn: (sentence) => void process.stderr.write(`creator-sandbox: ${sentence}\n`),
    },
  );
  const main = join(folder, 'dist', 'main.js');
  const [program, , ...given] = process.argv;
  // A process that the program forks gets the main file as its first argument.
  process.argv = [program as string, main, ...(given[0] === main ? given.slice(1) : given)];
  // The start of an executable may not import files itself.
  createRequire(main)(join(folder, 'dist', assetNames.start));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`creator-sandbox: ${error.message}\n`);
  process.exitCode = 2;
}
