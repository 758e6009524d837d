import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isOnByDefault, readSettings, type Settings, type SettingsSources } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import type { Io } from './io.ts';

/** The settings of a verb: its flags over the environment over the config file over the defaults. */
export function settingsOf(
  flags: Record<string, unknown>,
  io: Io,
): { settings: Settings; warnings: string[] } {
  // Commander reports a `--no-admin` that was not given as true, which would hide environment and file.
  const given = Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => value !== true || !isOnByDefault(name)),
  );
  const file = configFile(given, io);
  return readSettings({ flags: given, env: io.env, ...(file && { file }) });
}

function configFile(flags: Record<string, unknown>, { env, cwd }: Io): SettingsSources['file'] {
  const named = (flags['config'] as string | undefined) ?? (env['SANDBOX_CONFIG'] || undefined);
  const name = named ?? 'sandbox.config.json';
  let text: string;
  try {
    text = readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    if (named === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `The settings file ${name} cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
  try {
    return { name, content: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    throw new UsageError(`The settings file ${name} is not JSON: ${(error as Error).message}.`);
  }
}
