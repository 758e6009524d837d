import { join } from 'node:path';
import { Ajv } from 'ajv';
import { compareTexts } from '../core/order.ts';
import { jsonFilesIn } from '../system/json-files.ts';
import { fixturesFolder } from '../system/package-root.ts';
import { parseFile } from '../system/read-file.ts';
import { type Exchange, ExchangeFile } from './exchange.ts';

export const exchangesFolder = join(fixturesFolder, 'exchanges');

const isExchange = new Ajv().compile<ExchangeFile>(ExchangeFile);

/**
 * Every exchange file of a folder by name, with or without a reply, in order of names.
 * @param shown the folder, for messages
 * @param others names of files beside them that are no exchanges, without `.json`
 * @throws on a malformed file
 */
export function readExchangeFiles(
  folder = exchangesFolder,
  shown = 'fixtures/exchanges',
  others: readonly string[] = [],
): ReadonlyMap<string, ExchangeFile> {
  const named = jsonFilesIn(folder)
    .map((file) => ({ name: file.replace(/\.json$/i, ''), file }))
    .filter(({ name }) => !others.includes(name))
    .sort((a, b) => compareTexts(a.name, b.name));
  return new Map(named.map(({ name, file }) => [name, readExchangeFile(folder, file, shown)]));
}

/** All exchanges, in order of names. @throws on one without a reply */
export const readExchanges = (): Exchange[] =>
  [...readExchangeFiles()].map(([name, { reply, ...file }]) => {
    if (!reply) throw new Error(`fixtures/exchanges/${name}.json has no reply yet: record it.`);
    return { ...file, name, reply };
  });

/** A recorded page of the largest size takes some megabytes. */
const maxMegabytes = 32;

function readExchangeFile(folder: string, file: string, shown: string): ExchangeFile {
  const content = contentOf(join(folder, file), folder, `${shown}/${file}`);
  if (isExchange(content)) return content;
  const [problem] = isExchange.errors ?? [];
  throw new Error(`${shown}/${file}${problem?.instancePath}: ${problem?.message}`);
}

function contentOf(path: string, folder: string, shown: string): unknown {
  try {
    return parseFile(path, { maxMegabytes, within: folder });
  } catch (error) {
    throw new Error(`${shown} cannot be read: ${(error as Error).message}`);
  }
}
