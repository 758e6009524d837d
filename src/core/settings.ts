import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';
import { type ClockSetting, hasDay } from './clock.ts';
import { parseDuration } from './durations.ts';
import { UsageError } from './errors.ts';
import { nearestHint } from './nearest.ts';
import { nearestOperation } from './nearest-operation.ts';
import { operationsOf } from './operations.ts';
import type { PriceOverrides } from './prices.ts';
import { choice, closedAs } from './schema.ts';
import { isObject } from './values.ts';

/**
 * Every setting. Its flag is `--kebab-case`, its environment variable `SANDBOX_UPPER_CASE`, its key in
 * `sandbox.config.json` the name itself; the first of them that is given wins over the default. `--help` and the
 * JSON Schema of the config file are generated from this object.
 */
export const SettingsFile = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1', minLength: 1, description: 'Address to listen on.' }),
    port: Type.Integer({
      default: 4310,
      minimum: 0,
      maximum: 65535,
      description:
        'Port of both generations; 0 picks a free one. The variable PORT applies when SANDBOX_PORT is not set.',
    }),
    adminPort: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 65535,
        description: 'Serve the admin surface on a port of its own; 0 picks a free one.',
      }),
    ),
    admin: Type.Boolean({ default: true, description: 'Serve the admin surface under /__admin.' }),
    adminToken: Type.Optional(
      Type.String({
        minLength: 1,
        pattern: '^[\\x21-\\x7e]+$',
        description:
          'Token that admin calls must send (Authorization: Bearer). Required when other machines can connect.',
      }),
    ),
    adminHosts: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description: 'Further host names that admin calls may use.',
    }),
    cors: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description:
        'Origins whose pages a browser lets read replies of the service, such as http://localhost:5173, or *. Never the admin surface.',
    }),
    tls: Type.Boolean({
      default: false,
      description: 'Serve https, with a certificate that is made at the start, or with tlsCert and tlsKey.',
    }),
    tlsCert: Type.Optional(
      Type.String({ minLength: 1, description: 'File with the certificate for https (PEM); needs tlsKey.' }),
    ),
    tlsKey: Type.Optional(
      Type.String({ minLength: 1, description: 'File with the private key of tlsCert (PEM).' }),
    ),
    data: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Folder for the ledger. Without it the ledger is in memory.',
      }),
    ),
    ledger: Type.Optional(
      Type.String({
        pattern: '^(memory|sqlite|postgres(ql)?://.+)$',
        description:
          'The place of the ledger: memory, sqlite (needs a data folder), or postgres://user@host/database, which several sandboxes can share. The URL is never shown.',
      }),
    ),
    processes: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 64,
      description: 'Processes that serve the port together; more than one need a ledger in PostgreSQL.',
    }),
    fixtures: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Folder of creators and brands that are added to the world or replace some of it.',
      }),
    ),
    watch: Type.Boolean({
      default: false,
      description: 'Read the fixtures again when a file of their folder changes.',
    }),
    seed: Type.Integer({
      default: 1,
      minimum: 0,
      maximum: 4294967295,
      description: 'Seed of the world. Another seed gives other creators.',
    }),
    size: Type.Integer({ default: 1200, minimum: 10, description: 'Number of people in the world.' }),
    taxonomy: choice(['small', 'full'], {
      default: 'small',
      description:
        'Niches and topics: a few that all have creators, or as many as the service has (40,000 niches, lists of megabytes).',
    }),
    clock: Type.String({
      default: 'real',
      description:
        'real, frozen at an instant (ISO 8601 or epoch milliseconds), offset (+31d, -2h), or faster (x60).',
    }),
    cycle: Type.String({ default: '30d', description: 'Length of a billing cycle, such as 30d.' }),
    vocabulary: choice(['neutral', 'published'], {
      default: 'neutral',
      description:
        'Words in paths, parameters, fields and values: neutral (gram, clip, tube), or those of the published service.',
    }),
    dictionary: Type.Record(Type.String(), Type.Unknown(), {
      default: {},
      description:
        'Your own words in place of published ones: {"gram": "photos"}. Names derived from a word change with it.',
    }),
    followerGrowth: choice(['ratio', 'count'], {
      default: 'ratio',
      description:
        'The reading of followerGrowthIn30d and subscriberGrowthIn30d in searches of generation 3: 0.05, or a number of followers.',
    }),
    lookups: choice(['both', 'get', 'post'], {
      default: 'both',
      description: 'HTTP methods of the generation 3 look-ups.',
    }),
    withdrawn: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description:
        'Generation 3 operations that answer 503 SERVICE_UNAVAILABLE, as if withdrawn for a time: ["tube/content-search"].',
    }),
    v2Status: Type.Integer({
      default: 403,
      minimum: 200,
      maximum: 599,
      // Replies with these have no body, and the body describes the failure.
      not: { enum: [204, 205, 304] },
      description: 'HTTP status of every generation 2 failure.',
    }),
    prices: Type.Record(Type.String(), Type.Unknown(), {
      default: {},
      description:
        'Prices to replace, by operation: {"clip/profile": 3}, or by field: {"clip/profile": {"fields": {"bio": 0.5}}}.',
    }),
    prefer: Type.Boolean({
      default: true,
      description: 'Let the request header Prefer force outcomes: code, example, delay, profile.',
    }),
    strict: Type.Boolean({
      default: false,
      description:
        'Refuse calls that rely on an assumption that may mislead client code: 501, free of charge. `creator-sandbox decisions --strict` lists these assumptions.',
    }),
    pace: Type.Integer({
      default: 60,
      minimum: 0,
      maximum: 60_000,
      description: 'Milliseconds between the progress events of /nls, divided by the speed of the clock.',
    }),
    maxKeys: Type.Integer({
      default: 100_000,
      minimum: 0,
      maximum: 10_000_000,
      description: 'Maximum number of self-describing keys.',
    }),
    journal: Type.Unsafe<number | 'local'>({
      default: 20_000,
      type: ['integer', 'string'],
      minimum: 0,
      maximum: 1_000_000,
      pattern: '^local$',
      description:
        'Maximum number of requests in the journal, at most 1,000 of one key; 0 switches it off. local: 20,000, and sandboxes that share a ledger do not share their journals.',
    }),
    lastReplies: Type.Integer({
      default: 4,
      minimum: 0,
      maximum: 4096,
      description: 'Megabytes of the latest replies that the journal keeps for the dashboard; 0 keeps none.',
    }),
    quiet: Type.Boolean({ default: false, description: 'Do not show requests on the terminal.' }),
    logRequests: Type.Boolean({
      default: false,
      description: 'Print every request as one line of JSON on stdout, also without a terminal.',
    }),
    recordCapsule: Type.Boolean({
      default: false,
      description: 'Record the run from its start, for `creator-sandbox capsule save`.',
    }),
    cachedRecords: Type.Integer({
      default: 16,
      minimum: 0,
      maximum: 4096,
      description:
        'Megabytes of records that are cached as JSON, so that the next reply is quick; 0 caches none.',
    }),
    workers: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 64,
        description:
          'Extra threads that build the world. By default as many as suit its size and the machine. The world is the same.',
      }),
    ),
    pictures: choice(['reserved', 'sandbox'], {
      default: 'reserved',
      description:
        'URLs of avatars, covers and logos: at a reserved host that never answers, or drawn by the sandbox under /__pictures.',
    }),
    budget: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'Gate of a run: the most credits that all keys together may spend.',
      }),
    ),
    minCoverage: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description:
          'Gate of a run: the least percentage of cells met, among the operations that were called.',
      }),
    ),
    require: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description: 'Gate of a run: refusals that it must meet, such as 402/INSUFFICIENT_CREDITS,429.',
    }),
    maxWaste: Type.Optional(
      Type.Number({ minimum: 0, description: 'Gate of a run: the most credits that may be wasted.' }),
    ),
    maxRuleBreaks: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Gate of a run: how often the client may break the client rules.',
      }),
    ),
    refuseAssumptions: Type.Boolean({
      default: false,
      description: 'Gate of a run: no call relies on an assumption that may mislead client code, marked (!).',
    }),
    ignoreRules: Type.Record(Type.String(), Type.Unknown(), {
      default: {},
      description:
        'Client rules that the gate ignores, each with the reason: {"pages-of-one": "the server decides"}.',
    }),
    guard: Type.Boolean({
      default: false,
      description:
        'Gate of a run: give the command a proxy that refuses every other host, and report keys that look real.',
    }),
    logLevel: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description: 'Minimum log level.',
    }),
  },
  { ...closedAs('Settings'), title: 'creator-sandbox settings' },
);

type Written = Static<typeof SettingsFile>;
export type SettingName = keyof Written;

/** The settings as the program uses them: clock, cycle and prices are parsed. */
export type Settings = Readonly<
  Omit<Written, 'clock' | 'cycle' | 'prices' | 'journal'> & {
    clock: ClockSetting;
    cycleMs: number;
    prices: PriceOverrides;
    journal: number;
    /** Every replica of a ledger keeps a journal of its own. */
    ownJournal: boolean;
    /** All of them as they were given, or their defaults. */
    written: Written;
  }
>;

export const schemeOf = ({ tls }: Pick<Settings, 'tls'>): string => (tls ? 'https' : 'http');

export interface SettingsSources {
  /** Flags by setting (`adminPort`): text, or a boolean for a switch. */
  flags?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string | undefined>>;
  /** The parsed content of the config file, and its name for messages. */
  file?: { name: string; content: unknown };
}

export const settingNames = Object.keys(SettingsFile.properties) as SettingName[];
/** The settings that judge a report. */
export const gateNames = [
  'budget',
  'minCoverage',
  'require',
  'maxWaste',
  'maxRuleBreaks',
  'refuseAssumptions',
  'ignoreRules',
] as const satisfies readonly SettingName[];
/** The settings that judge a run; a sandbox that runs until it is stopped has none. */
export const runSettingNames = [...gateNames, 'guard'] as const satisfies readonly SettingName[];
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
export const variableOf = (name: string): string =>
  `SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The names that settings had before. A flag, variable or file that uses one is read, with a warning. */
const formerNames: ReadonlyMap<string, SettingName> = new Map([
  ['keptReplies', 'lastReplies'],
  ['record', 'recordCapsule'],
  ['keptRecords', 'cachedRecords'],
  ['maxLints', 'maxRuleBreaks'],
  ['ignoreLints', 'ignoreRules'],
]);
export const formerNameOf = (name: SettingName): string | undefined =>
  [...formerNames.keys()].find((former) => formerNames.get(former) === name);
/** The same values under the names that the settings have now. */
export const withCurrentNames = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [formerNames.get(name) ?? name, value]));

/** Further environment variables of the program. */
const otherVariables = ['SANDBOX_IN_CONTAINER', 'SANDBOX_CONFIG'];

/**
 * Flags over environment over file over defaults → one frozen object.
 * @returns the settings, a sentence about each former name that was used, and warnings about unknown environment variables
 * @throws UsageError one sentence that names the wrong setting and the nearest valid one
 */
export function readSettings(sources: SettingsSources): {
  settings: Settings;
  renamed: string[];
  warnings: string[];
} {
  const written: Record<string, unknown> = {};
  const origins: Origins = {};
  const renamed: string[] = [];
  for (const name of settingNames) {
    const given = readGiven(name, sources, renamed);
    const { value, origin } = given ?? defaultOf(name);
    if (value === undefined) continue;
    if (given) checkValue(name, value, origin);
    written[name] = value;
    origins[name] = origin;
  }
  refuseUnknownKeys(sources);
  const warnings = unknownVariables(sources.env ?? {});
  return { settings: interpret(written as Written, origins), renamed, warnings };
}

interface Found {
  value: unknown;
  /** The name of the value in messages, such as `--port`. */
  origin: string;
}
type Origins = { [K in SettingName]?: string };

/** Reads a setting under one of its names. */
type Reader = (name: SettingName, spelling: string, sources: SettingsSources) => Found | undefined;

/** The setting from the first place that has it, under its name or its former one. */
function readGiven(name: SettingName, sources: SettingsSources, renamed: string[]): Found | undefined {
  const former = formerNameOf(name);
  for (const read of [fromFlags, fromEnv, fromFile]) {
    const found = read(name, name, sources);
    const old = former === undefined ? undefined : read(name, former, sources);
    if (found && old)
      throw new UsageError(`${old.origin} is the former name of ${found.origin}: give only one of them.`);
    if (old) renamed.push(`${old.origin} is the former name of the setting ${name}.`);
    if (found ?? old) return found ?? old;
  }
  return undefined;
}

const fromFlags: Reader = (name, spelling, { flags = {} }) => {
  const raw = flags[spelling];
  const origin = flagOf(spelling);
  return raw === undefined ? undefined : { value: fromText(name, raw, origin), origin };
};

const fromEnv: Reader = (name, spelling, { env = {} }) => {
  // Compose files and CI templates write an empty variable for "not set".
  for (const variable of name === 'port' ? [variableOf(name), 'PORT'] : [variableOf(spelling)]) {
    const raw = env[variable];
    if (raw && !isServiceAddress(variable, raw))
      return { value: fromText(name, raw, variable), origin: variable };
  }
  return undefined;
};

const fromFile: Reader = (_name, spelling, { file }) => {
  const value = (file?.content as Record<string, unknown> | undefined)?.[spelling];
  return value === undefined ? undefined : { value, origin: `"${spelling}" in ${file?.name}` };
};

/**
 * Kubernetes describes each service to the containers of its namespace: for one called `sandbox` it sets
 * `SANDBOX_PORT=tcp://10.0.0.7:80`, `SANDBOX_SERVICE_HOST`, `SANDBOX_PORT_80_TCP_ADDR` and more.
 */
const isServiceAddress = (variable: string, value: string): boolean =>
  /^(tcp|udp|sctp):\/\//.test(value) ||
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(variable);

const defaultOf = (name: SettingName): Found => ({
  value: structuredClone(propertyOf(name)['default']),
  origin: name,
});

/** Parses the text of a flag or variable by the type of the setting. Text that does not parse stays text; `checkValue` refuses it. */
function fromText(name: SettingName, raw: unknown, origin: string): unknown {
  if (typeof raw !== 'string') return raw;
  switch (firstOf(propertyOf(name)['type'])) {
    case 'integer':
      return /^-?\d+$/.test(raw) ? Number(raw) : raw;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
    case 'boolean':
      return { true: true, '1': true, false: false, '0': false }[raw] ?? raw;
    case 'array':
      return raw.split(',').map((part) => part.trim());
    case 'object':
      try {
        return JSON.parse(raw) as unknown;
      } catch {
        throw new UsageError(`${origin} is not JSON. Give one JSON object.`);
      }
    default:
      return raw;
  }
}

/** The type of a setting that is a number or a word is that of the number. */
const firstOf = (type: unknown): unknown => (Array.isArray(type) ? type[0] : type);

// The schemas are constants: without `meta` the start does not pay for a check of them.
const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });

function checkValue(name: SettingName, value: unknown, origin: string): void {
  const validate = ajv.compile(propertyOf(name));
  if (validate(value)) return;
  // A URL holds a password.
  const shown = name === 'ledger' ? 'this' : JSON.stringify(value);
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
  switch (property['type']) {
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
    if (key === '$schema' || (settingNames as string[]).includes(key) || formerNames.has(key)) continue;
    throw new UsageError(`${file.name} has no setting "${key}"${nearestHint(key, settingNames)}.`);
  }
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...settingNames.map(variableOf), ...otherVariables];
  const former = [...formerNames.keys()].map(variableOf);
  return Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('SANDBOX_') &&
        ![...known, ...former].includes(name) &&
        !isServiceAddress(name, env[name] ?? ''),
    )
    .map((name) => `${name} is not a setting${nearestHint(name, known)}.`);
}

function interpret(written: Written, origins: Origins): Settings {
  const { clock, cycle, prices, journal, ...rest } = written;
  if (rest.vocabulary === 'neutral' && Object.keys(rest.dictionary).length > 0)
    throw new UsageError(
      `${origins.dictionary} needs the vocabulary "published", but the vocabulary is "neutral".`,
    );
  for (const id of rest.withdrawn)
    if (!withdrawable.includes(id))
      throw new UsageError(
        `${origins.withdrawn} cannot withdraw "${id}": it takes operations of generation 3; the nearest one is ${nearestOperation(id, operationsOf(3))}.`,
      );
  checkLedger(written, origins);
  for (const origin of rest.cors)
    if (origin !== '*' && !isOrigin(origin))
      throw new UsageError(
        `${origins.cors} cannot be "${origin}": it takes origins such as http://localhost:5173, without a path, or *.`,
      );
  if (rest.tlsCert !== undefined && rest.tlsKey === undefined)
    throw new UsageError(`${origins.tlsCert} needs the private key: give tlsKey too.`);
  if (rest.tlsKey !== undefined && rest.tlsCert === undefined)
    throw new UsageError(`${origins.tlsKey} needs the certificate: give tlsCert too.`);
  if (rest.watch && rest.fixtures === undefined)
    throw new UsageError(`${origins.watch} watches the folder of the fixtures: give fixtures too.`);
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
    ownJournal: journal === 'local',
    written,
  });
}

const localJournal = 20_000;

function checkLedger({ ledger, data, processes, watch, journal }: Written, origins: Origins): void {
  if (ledger === 'sqlite' && data === undefined)
    throw new UsageError(`${origins.ledger} is sqlite and needs a folder: give --data.`);
  if (ledger !== undefined && ledger !== 'sqlite' && data !== undefined)
    throw new UsageError(
      `${origins.ledger} and ${origins.data} contradict each other: a folder holds a ledger of sqlite.`,
    );
  if (watch && databaseOf({ ledger }) !== undefined)
    throw new UsageError(
      `${origins.watch} would change the world of one replica, and those of a shared ledger have the same: start them again with the new fixtures.`,
    );
  if (processes > 1 && journal === 'local')
    throw new UsageError(
      `${origins.journal} cannot be local with ${origins.processes}: any of the processes may answer a question. Give the journal a size, or 0.`,
    );
  if (processes > 1 && databaseOf({ ledger }) === undefined)
    throw new UsageError(
      `${origins.processes} cannot be ${processes} without a shared ledger: give --ledger postgres://user@host/database.`,
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
  const scale = /^x(\d+(?:\.\d+)?)$/.exec(text)?.[1];
  if (scale && Number(scale) > 0 && Number(scale) <= 1e6) return { mode: 'scaled', scale: Number(scale) };
  const offset = /^[+-]/.test(text) ? parseDuration(text.slice(1)) : undefined;
  if (offset !== undefined) return { mode: 'offset', offset: text.startsWith('-') ? -offset : offset };
  const at = /^\d{1,14}$/.test(text) ? Number(text) : instantOf(text);
  if (Number.isFinite(at)) return { mode: 'frozen', at };
  throw new UsageError(
    `${origin} cannot be "${text}": it takes real, an instant such as 2026-01-01T00:00:00Z, an offset such as +31d, or a speed such as x60.`,
  );
}

const instantOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d(?=T|$)/.test(text) && hasDay(text) ? Date.parse(text) : Number.NaN;

function propertyOf(name: SettingName): Record<string, unknown> {
  return SettingsFile.properties[name] as TSchema as Record<string, unknown>;
}

/** The JSON Schema of `sandbox.config.json`, as published with the package. */
export const configSchema = (): object => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...SettingsFile,
  properties: { $schema: { type: 'string' }, ...SettingsFile.properties },
  required: [],
});
