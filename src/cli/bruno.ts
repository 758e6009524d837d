import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brunoCollection } from '../contract/bruno.ts';
import { readExchanges } from '../contract/folder.ts';
import { targetWords } from '../contract/words.ts';
import { formatCount } from '../core/count.ts';
import { UsageError } from '../core/errors.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { addressOf } from './address.ts';
import { exitCode, type Io } from './io.ts';
import { servedBy } from './served-by.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';

/**
 * Writes the golden exchanges as a collection of Bruno.
 * @throws UsageError for a folder that has files, or cannot be written
 */
export async function writeBruno(folder: string, flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const words = targetWords(createWords(settings), await servedBy(settings, io));
  const url = addressOf(settings, settings.port);
  const exchanges = readExchanges();
  const files = brunoCollection(exchanges, words, { url, v2Url: `${url}/v2` });
  const path = resolve(io.cwd, folder);
  try {
    mkdirSync(path, { recursive: true });
    if (readdirSync(path).length > 0) throw new UsageError(`${folder} has files: name an empty folder.`);
    for (const [name, text] of files) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text, { flag: 'wx' });
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
  io.stderr.write(
    `creator-sandbox: ${folder} has ${formatCount(exchanges.length, 'golden exchange')}: open it in Bruno, or run them there: bru run -r --env sandbox\n`,
  );
  return exitCode.ok;
}
