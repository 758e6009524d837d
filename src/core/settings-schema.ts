import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { choice, closedAs } from './schema.ts';
import { vocabularies } from './vocabulary.ts';

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
      maxItems: 1_000,
      default: [],
      description: 'Further host names that admin calls may use.',
    }),
    cors: Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 1_000,
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
    fixtures: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Folder of creators and brands that are added to the world or replace some of it.',
      }),
    ),
    seed: Type.Integer({
      default: 1,
      minimum: 0,
      maximum: 4294967295,
      description: 'Seed of the world. Another seed gives other creators.',
    }),
    size: Type.Integer({
      default: 1200,
      minimum: 10,
      maximum: 10_000,
      description: 'Number of people in the world.',
    }),
    clock: Type.String({
      default: 'real',
      description:
        'real, frozen at an instant (ISO 8601 or epoch milliseconds), offset (+31d, -2h), or faster (x60).',
    }),
    epoch: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description:
          'The day on which the time of the run begins, such as 2026-01-01. Without it, the day that the clock shows before the first call.',
      }),
    ),
    recordings: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Folder of recordings of the service, which `creator-sandbox record` wrote: they answer the requests that they know, the world all others.',
      }),
    ),
    recordingsOnly: Type.Boolean({
      default: false,
      description: 'Answer 501 with the nearest recording to a request that was not recorded.',
    }),
    recordingsMaxAge: Type.Optional(
      Type.String({
        pattern: '^[1-9]\\d{0,14}(ms|s|m|h|d)$',
        description: 'The greatest age of recordings, such as 30d, by real time. Older ones end the start.',
      }),
    ),
    worldTime: choice(['living', 'still'], {
      default: 'living',
      description:
        'living: from the epoch on creators publish, grow and disappear, and a date keeps its figures. still: every reply moves the instants of one day to the present.',
    }),
    cycle: Type.String({ default: '30d', description: 'Length of a billing cycle, such as 30d.' }),
    vocabulary: choice(['auto', ...vocabularies], {
      default: 'auto',
      description:
        'Words in paths, parameters, fields and values: neutral (gram, clip, tube), those of the published service, or auto: those of each request.',
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
      maxItems: 1_000,
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
    latency: Type.String({
      default: 'off',
      minLength: 1,
      description:
        'Time that replies take: off, usual, or a JSON file with median, p99 and max of operations.',
    }),
    readings: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A JSON file that says what descriptions of /nls mean.',
      }),
    ),
    nlsModel: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s@?#]+$',
        description:
          'Base URL of an OpenAI-compatible model that reads the descriptions of /nls that no reading and no recording answers, such as http://127.0.0.1:8080/v1. Nothing else goes there.',
      }),
    ),
    nlsModelName: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The name of the model in requests to nlsModel; default without one.',
      }),
    ),
    nlsCharset: choice(['utf-8', 'none'], {
      default: 'utf-8',
      description:
        'The charset that the content type of /nls names. Without one, some clients read another encoding.',
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
    quiet: Type.Boolean({ default: false, description: 'Do not show requests on the terminal.' }),
    logRequests: Type.Boolean({
      default: false,
      description: 'Print every request as one line of JSON on stdout, also without a terminal.',
    }),
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
          'Gate of a run: the least percentage of outcomes met, among the operations that were called.',
      }),
    ),
    require: Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 1_000,
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
    allowNoRequests: Type.Boolean({
      default: false,
      description: 'Let a run with gates make no request; otherwise such a run fails.',
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
    serviceHosts: Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 100,
      default: [],
      description:
        'Hosts of the service that the command calls by name, such as api.example.com or api.example.com/prefix: its requests reach the sandbox.',
    }),
    logLevel: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description: 'Minimum log level.',
    }),
  },
  { ...closedAs('Settings'), title: 'creator-sandbox settings' },
);

export type WrittenSettings = Static<typeof SettingsFile>;
export type SettingName = keyof WrittenSettings;

export const settingNames = Object.keys(SettingsFile.properties) as SettingName[];
/** The settings that judge a report. */
export const gateNames = [
  'budget',
  'minCoverage',
  'require',
  'maxWaste',
  'maxRuleBreaks',
  'refuseAssumptions',
  'allowNoRequests',
  'ignoreRules',
] as const satisfies readonly SettingName[];
/** The settings that judge a run; a sandbox that runs until it is stopped has none. */
export const runSettingNames = [
  ...gateNames,
  'guard',
  'serviceHosts',
] as const satisfies readonly SettingName[];

/** Whether the value of a setting is never shown: a token, or an address with a password. */
export const isSecret = (name: string, value: unknown): boolean =>
  name === 'adminToken' || (name === 'ledger' && !/^[a-z]*$/i.test(String(value)));

export const flagOf = (name: string): string =>
  name === 'serviceHosts'
    ? '--service'
    : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
export const variableOf = (name: string): string =>
  `SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The schema of one setting. */
export function propertyOf(name: SettingName): Record<string, unknown> {
  return SettingsFile.properties[name] as TSchema as Record<string, unknown>;
}

/** The JSON Schema of `sandbox.config.json`, as published with the package. */
export const configSchema = (): object => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...SettingsFile,
  properties: { $schema: { type: 'string' }, ...SettingsFile.properties },
  required: [],
});
