import type { TSchema } from '@sinclair/typebox';
import { type Command, Option } from 'commander';
import { flagOf, isSecret, type SettingName, SettingsFile, variableOf } from '../core/settings-schema.ts';
import { baseUrlArgument } from './arguments.ts';

/** Takes the exit code of a verb. */
export type Done = (code: number) => void;

/** Flags as commander parses them, by the names of their settings. */
export type Flags = Readonly<Record<string, unknown>>;

type Help = { readonly [K in SettingName]?: string };

/** Adds the flags of settings to a verb, and `--config`. */
export function addSettings(command: Command, names: readonly SettingName[], help: Help = {}): Command {
  command.addOption(configOption());
  for (const name of names) command.addOption(settingOption(name, help[name]));
  return command;
}

/** Adds the flags by which a verb finds a running sandbox. */
export const addSandboxOptions = (command: Command, names: readonly SettingName[]): Command =>
  addSettings(command.addOption(urlOption()), names, sandboxHelp);

/** The flag that names a running sandbox before all others do. */
const urlOption = (): Option =>
  new Option(
    '--url <url>',
    'The sandbox to ask. Default: CREATOR_SANDBOX_ADMIN, CREATOR_SANDBOX_URL, then host and port.',
  ).argParser(baseUrlArgument);

/**
 * The flag of a setting. Commander shows its choices, default and variable in the help. `readSettings` checks the
 * value, from flag, variable or file, and reads the variables: commander would take an empty variable for a value,
 * and would switch `--strict` on for `SANDBOX_STRICT=false`.
 */
function settingOption(name: SettingName, help?: string): Option {
  const schema: TSchema = SettingsFile.properties[name];
  const { type, description = '', default: fallback, enum: choices } = schema;
  const text = help ?? description;
  if (type === 'boolean') return switchOption(name, text, fallback as boolean);
  const option = new Option(`${flagOf(name)} <${placeholders[type as string] ?? 'text'}>`, text);
  option.attributeName = () => name;
  if (choices) option.choices(choices as string[]).argParser(String);
  if (typeof fallback !== 'object' && fallback !== undefined) option.default(fallback, String(fallback));
  return option.env(variableOf(name));
}

/** The flags on the line, those before the action of a verb included; neither defaults nor variables. */
export function flagsOf(command: Command): Flags {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const given = Object.entries(command.opts()).filter(([name]) => isGiven(name));
  return { ...(command.parent && flagsOf(command.parent)), ...Object.fromEntries(given) };
}

/** The given flags of these settings and the settings file: a verb may have options with the names of other settings. */
export const flagsOfSettings = (flags: Flags, names: readonly SettingName[]): Flags =>
  Object.fromEntries(
    Object.entries(flags).filter(
      ([name, value]) => value !== undefined && ['config', ...names].includes(name),
    ),
  );

/** Flags as the words of a line, each with its value; a secret is left to the reader. */
export const flagWords = (flags: Flags): string[][] =>
  Object.entries(flags).map(([name, value]) => {
    if (isSecret(name, value)) return [flagOf(name), '…'];
    if (Array.isArray(value)) return [flagOf(name), value.join(',')];
    if (typeof value === 'boolean') return [flagOf(value ? name : `no-${name}`)];
    return [flagOf(name), typeof value === 'object' ? JSON.stringify(value) : String(value)];
  });

/** A switch that is on by default has the opposite flag, `--no-admin`. */
const switchOption = (name: SettingName, text: string, on: boolean): Option =>
  on
    ? new Option(
        `--no-${flagOf(name).slice(2)}`,
        `Do not ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      ).env(`${variableOf(name)}=false`)
    : new Option(flagOf(name), text).env(`${variableOf(name)}=true`);

const configOption = () =>
  new Option('--config <file>', 'Settings file. Default: sandbox.config.json in this folder, if any.').env(
    'SANDBOX_CONFIG',
  );

const sandboxHelp: Help = {
  host: 'Host of the sandbox.',
  port: 'Port of the service.',
  adminPort: 'Port of the admin surface, if it has a port of its own.',
  admin: 'Expect an admin surface under /__admin.',
  adminToken: 'Token of the admin surface.',
  tls: 'The sandbox serves https.',
  tlsCert: 'File with the certificate to trust; by default the one that the sandbox made.',
};

const placeholders: Record<string, string> = {
  integer: 'number',
  number: 'number',
  array: 'name,…',
  object: 'json',
};
