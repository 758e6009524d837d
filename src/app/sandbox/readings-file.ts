import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { readingsInFixtures } from '../../../seed/fixtures/fixtures.ts';
import { UsageError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { ReadingsFile } from '../../creators/language/user-readings.ts';
import { parseFile } from '../../system/read-file.ts';
import { writeNamedFile } from '../../system/write-file.ts';

/** Finds the file of the setting, then the one in the folder of fixtures. @throws UsageError */
export function openReadingsFiles(
  { readings, fixtures }: Pick<Settings, 'readings' | 'fixtures'>,
  log: Pick<Logger, 'warn'>,
): ReadingsFile[] {
  const inFixtures = fixtures === undefined ? undefined : join(fixtures, readingsInFixtures);
  return [
    ...(readings === undefined ? [] : [openReadingsFile(readings, log)]),
    ...(inFixtures !== undefined && existsSync(inFixtures)
      ? [{ name: inFixtures, content: contentOf(inFixtures) }]
      : []),
  ];
}

/**
 * The file of the setting `readings`. What a model says is added to it as it is by then, so that neither the user nor
 * another sandbox loses an entry. Where that fails, the log says so once for each reading.
 * @throws UsageError
 */
function openReadingsFile(name: string, log: Pick<Logger, 'warn'>): ReadingsFile {
  return { name, content: contentOf(name), add };

  function add(reading: { description: unknown }): void {
    try {
      const list = contentOf(name);
      if (!Array.isArray(list)) throw new UsageError(`The readings in ${name} are no list.`);
      if (list.some((each) => each?.description === reading.description)) return;
      writeNamedFile(resolve(name), `${JSON.stringify([...list, reading], undefined, 2)}\n`);
    } catch (error) {
      log.warn(`A reading was not added: ${(error as Error).message}`);
    }
  }
}

function contentOf(name: string): unknown {
  try {
    return parseFile(resolve(name));
  } catch (error) {
    throw new UsageError(`The readings in ${name} cannot be read: ${(error as Error).message}.`);
  }
}
