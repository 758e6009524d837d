import { Ajv, type ErrorObject } from 'ajv';
import { type ClockSetting, isInYears, parseDate, parseInstant } from './clock.ts';
import { parseDuration } from './durations.ts';
import { UsageError } from './errors.ts';
import { nearestHint } from './nearest.ts';
import { nearestOperation } from './nearest-operation.ts';
import { operationsOf } from './operations.ts';
import type { PriceOverrides } from './prices.ts';
import { readJson, TooDeep } from './read-json.ts';
import {
  flagOf,
  isSecret,
  propertyOf,
  type SettingName,
  settingNames,
  variableOf,
  type WrittenSettings,
} from './settings-schema.ts';
import { isObject } from './values.ts';

/** The settings as the program uses them: clock, cycle and prices are parsed. */
export type Settings = Readonly<
  Omit<WrittenSettings, 'clock' | 'cycle' | 'prices' | 'journal'> & {
    clock: ClockSetting;
    cycleMs: number;
    prices: PriceOverrides;
    journal: number;
    /** Every replica of a ledger keeps a journal of its own. */
    isJournalLocal: boolean;
    /** All of them as they were given, or their defaults. */
    written: WrittenSettings;
  }
>;

/** The port by which the system gives a free one. */
export const freePort = 0;

export const schemeOf = ({ tls }: Pick<Settings, 'tls'>): string => (tls ? 'https' : 'http');

export interface SettingsSources {
  /** Flags by setting (`adminPort`): text, or a boolean for a switch. */
  flags?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string | undefined>>;
  /** The parsed content of the config file, and its name for messages. */
  file?: { name: string; content: unknown };
}

/** Further environment variables of the program. */
const otherVariables = ['SANDBOX_IN_CONTAINER', 'SANDBOX_CONFIG'];

/**
 * Flags over environment over file over defaults → one frozen object.
 * @returns the settings, and warnings about unknown environment variables
 * @throws UsageError one sentence that names the wrong setting and the nearest valid one
 */
export function readSettings(sources: SettingsSources): {
  settings: Settings;
  warnings: string[];
} {
  const written: Record<string, unknown> = {};
  const origins: Origins = {};
  for (const name of settingNames) {
    const given = readGiven(name, sources);
    const { value, origin } = given ?? defaultOf(name);
    if (value === undefined) continue;
    if (given) checkValue(name, value, origin);
    written[name] = value;
    origins[name] = origin;
  }
  refuseUnknownKeys(sources);
  const warnings = unknownVariables(sources.env ?? {});
  return { settings: interpret(written as WrittenSettings, origins), warnings };
}

interface GivenValue {
  value: unknown;
  /** The name of the value in messages, such as `--port`. */
  origin: string;
}
type Origins = { [K in SettingName]?: string };

type SettingReader = (name: SettingName, sources: SettingsSources) => GivenValue | undefined;

/** The setting from the first place that has it. */
const readGiven: SettingReader = (name, sources) =>
  fromFlags(name, sources) ?? fromEnv(name, sources) ?? fromFile(name, sources);

const fromFlags: SettingReader = (name, { flags = {} }) => {
  const raw = flags[name];
  const origin = flagOf(name);
  return raw === undefined ? undefined : { value: fromText(name, raw, origin), origin };
};

const fromEnv: SettingReader = (name, { env = {} }) => {
  // Compose files and CI templates write an empty variable for "not set".
  for (const variable of name === 'port' ? [variableOf(name), 'PORT'] : [variableOf(name)]) {
    const raw = env[variable];
    if (raw && !isServiceAddress(variable, raw))
      return { value: fromText(name, raw, variable), origin: variable };
  }
  return undefined;
};

const fromFile: SettingReader = (name, { file }) => {
  const value = (file?.content as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? undefined : { value, origin: `"${name}" in ${file?.name}` };
};

/**
 * Kubernetes describes each service to the containers of its namespace: for one called `sandbox` it sets
 * `SANDBOX_PORT=tcp://10.0.0.7:80`, `SANDBOX_SERVICE_HOST`, `SANDBOX_PORT_80_TCP_ADDR` and more.
 */
const isServiceAddress = (variable: string, value: string): boolean =>
  /^(tcp|udp|sctp):\/\//.test(value) ||
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(variable);

const defaultOf = (name: SettingName): GivenValue => ({
  value: structuredClone(propertyOf(name)['default']),
  origin: name,
});

/** Parses the text of a flag or variable by the type of the setting. Text that does not parse stays text; `checkValue` refuses it. */
function fromText(name: SettingName, raw: unknown, origin: string): unknown {
  if (typeof raw !== 'string') return raw;
  switch (firstType(propertyOf(name)['type'])) {
    case 'integer':
      return /^-?\d+$/.test(raw) ? Number(raw) : raw;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
    case 'boolean':
      return { true: true, '1': true, false: false, '0': false }[raw] ?? raw;
    case 'array':
      return raw.split(',').map((part) => part.trim());
    case 'object':
      return jsonIn(raw, origin);
    default:
      return raw;
  }
}

function jsonIn(raw: string, origin: string): unknown {
  try {
    return readJson(raw);
  } catch (error) {
    throw new UsageError(
      error instanceof TooDeep
        ? `${origin} cannot be read: ${error.message}.`
        : `${origin} is not JSON. Give one JSON object.`,
    );
  }
}

/** The type of a setting that is a number or a word is that of the number. */
const firstType = (type: unknown): unknown => (Array.isArray(type) ? type[0] : type);

// The schemas are constants: without `meta` the start does not pay for a check of them.
const settingsAjv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });

function checkValue(name: SettingName, value: unknown, origin: string): void {
  const validate = settingsAjv.compile(propertyOf(name));
  if (validate(value)) return;
  const shown = isSecret(name, value) ? 'this' : JSON.stringify(value);
  throw new UsageError(
    `${origin} cannot be ${shown}: it takes ${expectation(name, value, validate.errors)}.`,
  );
}

function expectation(name: SettingName, value: unknown, errors: readonly ErrorObject[] | null | undefined) {
  const property = propertyOf(name);
  const words = property['enum'] as string[] | undefined;
  if (words) return `one of ${words.join(', ')}${nearestHint(String(value), words)}`;
  if (name === 'ledger') return 'memory, sqlite or postgres://user@host/database';
  if (name === 'journal') return 'a whole number from 0 to 1000000, or local';
  if (name === 'epoch') return 'a date such as 2026-01-01';
  if (String(property['pattern']).includes('(ms|s|m|h|d)')) return 'a duration such as 30d';
  switch (firstType(property['type'])) {
    case 'integer':
      if (errors?.some(({ keyword }) => keyword === 'not')) return 'a status whose replies have a body';
      return property['maximum'] === undefined
        ? `a whole number from ${property['minimum']}`
        : `a whole number from ${property['minimum']} to ${property['maximum']}`;
    case 'number':
      return property['maximum'] === undefined
        ? `a number from ${property['minimum']}`
        : `a number from ${property['minimum']} to ${property['maximum']}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list of names that are not empty';
    case 'object':
      return 'an object';
    default:
      return errors?.some(({ keyword }) => keyword === 'pattern')
        ? 'printable characters without spaces'
        : 'text that is not empty';
  }
}

function refuseUnknownKeys({ file }: SettingsSources): void {
  if (!file) return;
  if (!isObject(file.content)) throw new UsageError(`${file.name} must hold one JSON object.`);
  for (const key of Object.keys(file.content)) {
    if (key === '$schema' || (settingNames as string[]).includes(key)) continue;
    throw new UsageError(`${file.name} has no setting "${key}"${nearestHint(key, settingNames)}.`);
  }
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...settingNames.map(variableOf), ...otherVariables];
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('SANDBOX_') && !known.includes(name) && !isServiceAddress(name, env[name] ?? ''),
    )
    .map((name) => `${name} is not a setting${nearestHint(name, known)}.`);
}

function interpret(written: WrittenSettings, origins: Origins): Settings {
  const { clock, cycle, prices, journal, ...rest } = written;
  for (const id of rest.withdrawn)
    if (!withdrawable.includes(id))
      throw new UsageError(
        `${origins.withdrawn} cannot withdraw "${id}": it takes operations of generation 3; the nearest one is ${nearestOperation(id, operationsOf(3))}.`,
      );
  checkLedger(written, origins);
  if (rest.epoch !== undefined && Number.isNaN(parseDate(rest.epoch)))
    throw new UsageError(`${origins.epoch} cannot be "${rest.epoch}": there is no such date.`);
  for (const origin of rest.cors)
    if (origin !== '*' && !isOrigin(origin))
      throw new UsageError(
        `${origins.cors} cannot be "${origin}": it takes origins such as http://localhost:5173, without a path, or *.`,
      );
  if (rest.tlsCert !== undefined && rest.tlsKey === undefined)
    throw new UsageError(`${origins.tlsCert} needs the private key: give tlsKey too.`);
  if (rest.tlsKey !== undefined && rest.tlsCert === undefined)
    throw new UsageError(`${origins.tlsKey} needs the certificate: give tlsCert too.`);
  const cycleMs = parseDuration(cycle);
  if (!cycleMs)
    throw new UsageError(`${origins.cycle} cannot be "${cycle}": it takes a duration such as 30d.`);
  return Object.freeze({
    ...rest,
    tls: rest.tls || rest.tlsCert !== undefined,
    clock: readClock(clock, origins.clock),
    cycleMs,
    prices: prices as PriceOverrides,
    journal: journal === 'local' ? localJournal : journal,
    isJournalLocal: journal === 'local',
    written,
  });
}

const localJournal = 20_000;

/** The end of a sentence about an address that cannot be read. It never shows the address, which has a password. */
export const unreadableLedger =
  'is not a URL such as postgres://user@host:5432/database. In a password, characters such as # and / are percent-encoded.';

function checkLedger({ ledger, data }: WrittenSettings, origins: Origins): void {
  const database = databaseOf({ ledger });
  // The driver's own refusal would show the password.
  if (database !== undefined && !URL.canParse(database))
    throw new UsageError(`${origins.ledger} ${unreadableLedger}`);
  if (ledger === 'sqlite' && data === undefined)
    throw new UsageError(`${origins.ledger} is sqlite and needs a folder: give --data.`);
  if (ledger !== undefined && ledger !== 'sqlite' && data !== undefined)
    throw new UsageError(
      `${origins.ledger} and ${origins.data} contradict each other: a folder holds a ledger of sqlite.`,
    );
}

/** The URL of the database that holds the ledger, if one does. */
export const databaseOf = ({ ledger }: { ledger?: string | undefined }): string | undefined =>
  ledger?.startsWith('postgres') ? ledger : undefined;

/** As a browser sends it: scheme, host and port. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

const withdrawable: readonly string[] = operationsOf(3).map(({ id }) => id);

function readClock(text: string, origin: string | undefined): ClockSetting {
  if (text === 'real') return { mode: 'real' };
  const scale = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  if (scale > 0 && scale <= 1e6) return { mode: 'scaled', scale };
  const offset = /^[+-]/.test(text) ? parseDuration(text.slice(1)) : undefined;
  if (offset !== undefined) return { mode: 'offset', offset: text.startsWith('-') ? -offset : offset };
  const at = /^[+-]/.test(text) ? Number.NaN : parseInstant(text);
  if (isInYears(at)) return { mode: 'frozen', at };
  throw new UsageError(
    `${origin} cannot be "${text}": it takes real, an instant such as 2026-01-01T00:00:00Z, an offset such as +31d, or a speed such as x60.`,
  );
}
