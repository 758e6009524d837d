import type { TSchema } from '@sinclair/typebox';
import { type Command, Option } from 'commander';
import {
  flagOf,
  isSecret,
  runSettingNames,
  type SettingName,
  SettingsFile,
  settingNames,
  variableOf,
} from '../core/settings-schema.ts';
import { type FormatName, formatNames, formats } from '../report/formats/names.ts';
import { baseUrlArgument, type GivenVariable, listArgument, variableArgument } from './arguments.ts';

/** Flags as commander parses them, by the names of their settings. */
export type Flags = Readonly<Record<string, unknown>>;

/** A flag with its help. @param read parses its text; repeated flags get the value before it too */
export function flag(words: string, help: string, read?: (text: string, before: never) => unknown): Option {
  const option = new Option(words, help);
  return read ? option.argParser(read as (text: string, before: unknown) => unknown) : option;
}

/** The flags of settings, with other help for some of them, and `--config`. */
export const settingFlags = (names: readonly SettingName[], help: Help = {}): Option[] => [
  flag('--config <file>', 'Settings file. Default: sandbox.config.json in this folder, if any.').env(
    'SANDBOX_CONFIG',
  ),
  ...names.map((name) => settingFlag(name, help[name])),
];

type Help = { readonly [K in SettingName]?: string };

/** The flags by which a verb finds a running sandbox; `--url` names it before all others do. */
export const sandboxFlags = (names: readonly SettingName[]): Option[] => [
  flag(
    '--url <url>',
    'The sandbox to ask. Default: CREATOR_SANDBOX_ADMIN, CREATOR_SANDBOX_URL, then host and port.',
    baseUrlArgument,
  ),
  ...settingFlags(names, sandboxHelp),
];

/** The settings by which a verb finds the admin surface. */
export const adminSettings = ['host', 'port', 'adminPort', 'adminToken', 'tls', 'tlsCert'] as const;

/** The settings of `start`. */
export const startSettings = settingNames.filter((name) => !isIn(name, runSettingNames));

/** The settings of sandboxes for many runs; gates judge one run. */
export const trialSettings = settingNames.filter(
  (name) =>
    !isIn(name, ['port', 'data', 'ledger']) && (name === 'serviceHosts' || !isIn(name, runSettingNames)),
);

function isIn(name: SettingName, names: readonly string[]): boolean {
  return names.includes(name);
}

/** The flags that write a report to files. @param contents of each format */
export const reportFlags = (contents: Contents = reportContents): Option[] =>
  formatNames.map((name) => {
    const about = [formats[name], contents[name]].filter(Boolean).join(', ');
    return flag(`--${name} <file>`, `Write the report as ${about}; - is stdout.`).helpGroup('Reports:');
  });

type Contents = { readonly [Name in FormatName]?: string };

const reportContents: Contents = { json: 'as in report.schema.json', junit: 'with the gates as tests' };

/** The flags by which the requests of a command name its lines. @param isOn whether they do without a flag */
export const callSiteFlags = (isOn = false): Option[] => [
  flag(
    '--call-sites',
    `Name the line of the code that makes each request, in Node and in Python.${isOn ? ' On by default.' : ''}`,
  ),
  ...(isOn
    ? [flag('--no-call-sites', 'Load nothing into the processes of the command that names lines.')]
    : []),
  flag(
    '--call-site-wrappers <file,…>',
    'Files around requests, such as src/http.ts: the line of their caller is named.',
    listArgument,
  ),
];

/** The flag by which a command finds the sandbox in variables of its own. */
export const variableFlag = (): Option =>
  flag(
    '--env <NAME=what>',
    'A variable by which the command finds the sandbox: NAME=url, NAME=url-v2 (with /v2) or NAME=key; repeat the flag for more.',
    variableArgument,
  );

/** The flag by which sandboxes that answer by recordings find the secret of these. */
export const secretFlag = (): Option =>
  flag(
    '--secret-env <name>',
    'Variable with the secret of the recordings. Default: the file .creator-sandbox/secret.',
  );

export const jsonFlag = (): Option => flag('--json', 'Print JSON.');

/**
 * The flag of a setting. Commander shows its choices, default and variable in the help. `readSettings` checks the
 * value, from flag, variable or file, and reads the variables: commander would take an empty variable for a value,
 * and would switch `--strict` on for `SANDBOX_STRICT=false`.
 */
function settingFlag(name: SettingName, help?: string): Option {
  const schema: TSchema = SettingsFile.properties[name];
  const { type, description = '', default: fallback, enum: choices } = schema;
  const text = help ?? description;
  if (type === 'boolean') return switchFlag(name, text, fallback as boolean);
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

/** The flags `--env` as the words of a line. */
export const variableWords = (env: readonly GivenVariable[]): string[][] =>
  env.map(({ name, means }) => ['--env', `${name}=${means}`]);

/** A switch that is on by default has the opposite flag, `--no-admin`. */
const switchFlag = (name: SettingName, text: string, on: boolean): Option =>
  on
    ? new Option(
        `--no-${flagOf(name).slice(2)}`,
        `Do not ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      ).env(`${variableOf(name)}=false`)
    : new Option(flagOf(name), text).env(`${variableOf(name)}=true`);

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
