import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { UsageError } from '../core/errors.ts';
import { parseFile } from '../system/read-file.ts';
import type { Io } from './io.ts';

/**
 * Reads a file that another command wrote.
 * @param noun what the file should be: `report`, `report of mutate`
 * @param hint a sentence about how to get one
 * @throws UsageError if it cannot be read or does not fit the schema
 */
export function readJsonFile<T>(
  name: string,
  { cwd }: Pick<Io, 'cwd'>,
  { noun, schema, hint }: { noun: string; schema: object; hint?: string },
): T {
  let content: unknown;
  try {
    content = parseFile(resolve(cwd, name), { maxMegabytes: maxOutputMegabytes });
  } catch (error) {
    throw new UsageError(`The ${noun} ${name} cannot be read: ${(error as Error).message}.`);
  }
  const fits = new Ajv({ strict: false }).compile<T>(schema);
  if (fits(content)) return content;
  const [first] = fits.errors ?? [];
  const flaw = `${name} is not a ${noun}: ${first?.instancePath || 'it'} ${first?.message}.`;
  throw new UsageError(hint === undefined ? flaw : `${flaw} ${hint}`);
}

/** Reports hold requests and replies. */
const maxOutputMegabytes = 256;
