import { checkSettings } from '../app/deps.ts';
import { documentsOf } from '../app/openapi/packed.ts';
import { openWorldOf } from '../app/sandbox/sandbox.ts';
import { indentedJson } from '../core/json-text.ts';
import { addressOf } from './address.ts';
import { interruptible } from './building.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io } from './io.ts';
import { settingsOf } from './settings.ts';

/** Prints the OpenAPI document of a generation, as a sandbox with these settings would serve it. */
export async function printOpenapi(flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  checkSettings(settings);
  const world = await interruptible(io, (options) => openWorldOf(settings, options));
  try {
    const documents = documentsOf({ settings, world });
    const document = await documents(flags['v2'] ? 2 : 3, addressOf(settings, settings.port));
    io.stdout.write(indentedJson(document));
    return exitCode.ok;
  } finally {
    world.close();
  }
}
