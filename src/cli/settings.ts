import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { readJson } from '../core/read-json.ts';
import { readSettings, type SettingsSources } from '../core/settings.ts';
import { readTextFile } from '../system/read-file.ts';
import type { Flags } from './flags.ts';
import type { Io } from './io.ts';

/** The settings of a verb: its flags over the environment over the config file over the defaults. */
export function settingsOf(flags: Flags, io: Io): ReturnType<typeof readSettings> {
  const file = configFile(flags, io);
  return readSettings({ flags, env: io.env, ...(file && { file }) });
}

/** The name of the settings file, which may not exist unless it was named. */
const settingsFileOf = (flags: Flags, io: Io): string => namedFile(flags, io) ?? 'sandbox.config.json';

const namedFile = (flags: Flags, { env }: Io): string | undefined =>
  (flags['config'] as string | undefined) ?? (env['SANDBOX_CONFIG'] || undefined);

function configFile(flags: Flags, io: Io): SettingsSources['file'] {
  const named = namedFile(flags, io);
  const name = settingsFileOf(flags, io);
  const file = resolve(io.cwd, name);
  if (named === undefined && !existsSync(file)) return undefined;
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    throw new UsageError(`The settings file ${name} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return { name, content: readJson(text) };
  } catch (error) {
    throw new UsageError(`The settings file ${name} is not JSON: ${withoutText((error as Error).message)}.`);
  }
}

/** The flaw of a JSON text without the piece of it that Node quotes: it may be a token. */
const withoutText = (message: string): string => message.replace(/, (?:\.\.\.)?".*$/s, '');
