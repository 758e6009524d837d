import { UsageError } from '../core/errors.ts';
import { openDocuments } from '../openapi/documents.ts';
import { openWorldOf } from '../sandbox.ts';
import { addressOf } from './address.ts';
import { making } from './interruptible.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Prints the OpenAPI document of a generation as a sandbox of these settings would serve it; needs none to run. */
export async function printOpenapi(flags: Record<string, unknown>, io: Io): Promise<number> {
  if (flags['v2'] && flags['v3'])
    throw new UsageError('One document at a time: either --v2 or --v3, not both.');
  const { settings } = settingsOf(flags, io);
  const world = await making(io, (options) => openWorldOf(settings, options));
  try {
    const documents = await openDocuments({ settings, world });
    const document = documents(flags['v2'] ? 2 : 3, addressOf(settings, settings.port));
    io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return exitCode.ok;
  } finally {
    world.close();
  }
}
