import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { fixturesFolder } from '../system/package-root.ts';
import { type Exchange, ExchangeFile } from './exchange.ts';

export const exchangesFolder = join(fixturesFolder, 'exchanges');

const isExchange = new Ajv({ allErrors: true }).compile<ExchangeFile>(ExchangeFile);

/** Every exchange file by name, with or without a reply, in order of names. @throws on a malformed file */
export function readExchangeFiles(): ReadonlyMap<string, ExchangeFile> {
  const names = readdirSync(exchangesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.json$/, ''))
    .sort();
  return new Map(names.map((name) => [name, readExchangeFile(name)]));
}

/** All exchanges, in order of names. @throws on one without a reply */
export const readExchanges = (): Exchange[] =>
  [...readExchangeFiles()].map(([name, { reply, ...file }]) => {
    if (!reply) throw new Error(`fixtures/exchanges/${name}.json has no reply yet: record it.`);
    return { ...file, name, reply };
  });

function readExchangeFile(name: string): ExchangeFile {
  const content: unknown = JSON.parse(readFileSync(join(exchangesFolder, `${name}.json`), 'utf8'));
  if (isExchange(content)) return content;
  const [problem] = isExchange.errors ?? [];
  throw new Error(`fixtures/exchanges/${name}.json${problem?.instancePath}: ${problem?.message}`);
}
