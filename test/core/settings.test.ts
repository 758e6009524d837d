import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readSettings, type SettingsSources } from '../../src/core/settings.ts';
import { configSchema } from '../../src/core/settings-schema.ts';

const refusal = (sources: SettingsSources): string => {
  try {
    readSettings(sources);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};
const file = (content: unknown) => ({ name: 'sandbox.config.json', content });

describe('settings', () => {
  it('have the documented defaults', () => {
    const { settings, warnings } = readSettings({});
    const { written, ...interpreted } = settings;

    expect(written).toMatchObject({ clock: 'real', cycle: '30d', prices: {}, size: 1200 });
    expect(interpreted).toEqual({
      host: '127.0.0.1',
      port: 4310,
      admin: true,
      adminHosts: [],
      serviceHosts: [],
      cors: [],
      tls: false,
      seed: 1,
      size: 1200,
      clock: { mode: 'real' },
      cycleMs: 2_592_000_000,
      vocabulary: 'auto',
      followerGrowth: 'ratio',
      lookups: 'both',
      withdrawn: [],
      worldTime: 'living',
      v2Status: 403,
      prices: {},
      prefer: true,
      strict: false,
      pace: 60,
      nlsCharset: 'utf-8',
      pictures: 'reserved',
      maxKeys: 100_000,
      latency: 'off',
      quiet: false,
      logRequests: false,
      recordingsOnly: false,
      journal: 20_000,
      isJournalLocal: false,
      logLevel: 'info',
      require: [],
      refuseAssumptions: false,
      allowNoRequests: false,
      ignoreRules: {},
      guard: false,
    });
    expect(warnings).toEqual([]);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('take a flag over the environment over the file over the default', () => {
    const flags = { port: '1' };
    const env = { SANDBOX_PORT: '2', SANDBOX_SEED: '2', PORT: '9' };
    const content = { $schema: 'x.json', port: 3, seed: 3, size: 30, ledger: 'sqlite', data: 'd' };
    const { settings } = readSettings({ flags, env, file: file(content) });

    expect([settings.port, settings.seed, settings.size, settings.v2Status]).toEqual([1, 2, 30, 403]);
  });

  it('take PORT after SANDBOX_PORT and before the file', () => {
    expect(readSettings({ env: { PORT: '8080' }, file: file({ port: 3 }) }).settings.port).toBe(8080);
    expect(readSettings({ env: { PORT: '8080', SANDBOX_PORT: '81' } }).settings.port).toBe(81);
  });

  it('serve https when they name a certificate', () => {
    const flags = { tlsCert: 'a.pem', tlsKey: 'a.key' };
    expect(readSettings({ flags }).settings).toMatchObject({ tls: true, ...flags });
  });

  it.each([
    [{ tlsCert: 'a.pem' }, '--tls-cert needs the private key: give tlsKey too.'],
    [{ tlsKey: 'a.key' }, '--tls-key needs the certificate: give tlsCert too.'],
    ...['http://localhost:5173/', 'ftp://app.example', 'localhost'].map(
      (origin): [{ cors: string }, string] => [
        { cors: `http://app.example,${origin}` },
        `--cors cannot be "${origin}": it takes origins such as http://localhost:5173, without a path, or *.`,
      ],
    ),
  ])('refuse %j', (flags, sentence) => {
    expect(refusal({ flags })).toBe(sentence);
  });

  it('take an empty variable for one that is not set', () => {
    expect(readSettings({ env: { SANDBOX_PORT: '', PORT: '' } }).settings.port).toBe(4310);
  });

  it('take nothing from the variables by which Kubernetes describes services', () => {
    const env = {
      SANDBOX_PORT: 'tcp://10.0.0.7:80',
      SANDBOX_PORT_80_TCP: 'tcp://10.0.0.7:80',
      SANDBOX_PORT_80_TCP_ADDR: '10.0.0.7',
      SANDBOX_PORT_80_TCP_PORT: '80',
      SANDBOX_PORT_80_TCP_PROTO: 'tcp',
      SANDBOX_SERVICE_HOST: '10.0.0.7',
      SANDBOX_SERVICE_PORT: '80',
      SANDBOX_SERVICE_PORT_HTTP: '80',
      SANDBOX_ADMIN_PORT: 'tcp://10.0.0.8:81',
      SANDBOX_ADMIN_SERVICE_HOST: '10.0.0.8',
    };
    const { settings, warnings } = readSettings({ env });

    expect([settings.port, settings.adminPort, warnings]).toEqual([4310, undefined, []]);
    expect(readSettings({ env: { ...env, PORT: '8080' } }).settings.port).toBe(8080);
    expect(readSettings({ env, file: file({ port: 3 }) }).settings.port).toBe(3);
  });

  it('read switches, lists and objects from text', () => {
    const env = {
      SANDBOX_ADMIN: 'false',
      SANDBOX_ADMIN_HOSTS: 'box.example, other.example',
      SANDBOX_PRICES: '{"usage":0}',
    };
    const { settings } = readSettings({ env });

    expect([settings.admin, settings.adminHosts, settings.prices]).toEqual([
      false,
      ['box.example', 'other.example'],
      { usage: 0 },
    ]);
  });

  it.each([
    ['real', { mode: 'real' }],
    ['2026-01-01T00:00:00Z', { mode: 'frozen', at: 1767225600000 }],
    ['1767225600000', { mode: 'frozen', at: 1767225600000 }],
    ['2026-03-08T02:30:00', { mode: 'frozen', at: Date.UTC(2026, 2, 8, 2, 30) }],
    ['2026-03-08T02:30+01:00', { mode: 'frozen', at: Date.UTC(2026, 2, 8, 1, 30) }],
    ['+31d', { mode: 'offset', offset: 2_678_400_000 }],
    ['-2h', { mode: 'offset', offset: -7_200_000 }],
    ['x60', { mode: 'scaled', scale: 60 }],
    ['x1000000', { mode: 'scaled', scale: 1_000_000 }],
  ])('read the clock %s', (clock, mode) => {
    expect(readSettings({ flags: { clock } }).settings.clock).toEqual(mode);
  });

  it.each([
    [{ flags: { port: 'abc' } }, '--port cannot be "abc": it takes a whole number from 0 to 65535.'],
    [{ env: { PORT: 'x' } }, 'PORT cannot be "x": it takes a whole number from 0 to 65535.'],
    [
      { file: file({ size: '40' }) },
      '"size" in sandbox.config.json cannot be "40": it takes a whole number from 10 to 10000.',
    ],
    [
      { flags: { lookups: 'gets' } },
      '--lookups cannot be "gets": it takes one of both, get, post; the nearest valid one is get.',
    ],
    [
      { flags: { withdrawn: 'tube/content-search,tiktok/profil' } },
      '--withdrawn cannot withdraw "tiktok/profil": it takes operations of generation 3; the nearest one is clip/profile.',
    ],
    [
      { env: { SANDBOX_WITHDRAWN: 'v2/submitCreators' } },
      'SANDBOX_WITHDRAWN cannot withdraw "v2/submitCreators": it takes operations of generation 3; the nearest one is gram/submitCreators.',
    ],
    [{ flags: { admin: 'maybe' } }, '--admin cannot be "maybe": it takes true or false.'],
    [{ flags: { cycle: 'monthly' } }, '--cycle cannot be "monthly": it takes a duration such as 30d.'],
    [
      { file: file({ port: null }) },
      '"port" in sandbox.config.json cannot be null: it takes a whole number from 0 to 65535.',
    ],
    [
      { flags: { v2Status: '204' } },
      '--v2-status cannot be 204: it takes a status whose replies have a body.',
    ],
    [
      { file: file({ recordingsMaxAge: 'month' }) },
      '"recordingsMaxAge" in sandbox.config.json cannot be "month": it takes a duration such as 30d.',
    ],
    [
      { file: file({ journal: 'here' }) },
      '"journal" in sandbox.config.json cannot be "here": it takes a whole number from 0 to 1000000, or local.',
    ],
    [
      { file: file({ epoch: '2026' }) },
      '"epoch" in sandbox.config.json cannot be "2026": it takes a date such as 2026-01-01.',
    ],
    [{ flags: { epoch: '2026-02-30' } }, '--epoch cannot be "2026-02-30": there is no such date.'],
    [{ flags: { prices: '{' } }, '--prices is not JSON. Give one JSON object.'],
    ...['2026-02-31T00:00:00Z', '2026-2-8', '2026-02-08 10:00', 'noon', 'x0', 'x1000000.1', '-5y'].map(
      (clock): [SettingsSources, string] => [
        { flags: { clock } },
        `--clock cannot be "${clock}": it takes real, an instant such as 2026-01-01T00:00:00Z, an offset such as +31d, or a speed such as x60.`,
      ],
    ),
    [
      { file: file({ prot: 1 }) },
      'sandbox.config.json has no setting "prot"; the nearest valid one is port.',
    ],
    [{ file: file([]) }, 'sandbox.config.json must hold one JSON object.'],
  ])('refuse %j with one sentence', (sources, sentence) => {
    expect(refusal(sources)).toBe(sentence);
  });

  it.each<[SettingsSources, string]>([
    [{ flags: { cors: ',' } }, '--cors cannot be ["",""]: it takes a list of names that are not empty.'],
    [
      { file: file({ adminHosts: ['a', ''] }) },
      '"adminHosts" in sandbox.config.json cannot be ["a",""]: it takes a list of names that are not empty.',
    ],
    [
      { file: file({ ignoreRules: [] }) },
      '"ignoreRules" in sandbox.config.json cannot be []: it takes an object.',
    ],
    [{ file: file({ prices: 5 }) }, '"prices" in sandbox.config.json cannot be 5: it takes an object.'],
    [
      { flags: { adminToken: 'a b' } },
      '--admin-token cannot be this: it takes printable characters without spaces.',
    ],
    [{ flags: { host: '' } }, '--host cannot be "": it takes text that is not empty.'],
    [{ flags: { budget: 'much' } }, '--budget cannot be "much": it takes a number from 0.'],
    [{ flags: { maxWaste: '-1.5' } }, '--max-waste cannot be -1.5: it takes a number from 0.'],
    [
      { env: { SANDBOX_MIN_COVERAGE: '100.5' } },
      'SANDBOX_MIN_COVERAGE cannot be 100.5: it takes a number from 0 to 100.',
    ],
    [
      { flags: { maxRuleBreaks: '1.5' } },
      '--max-rule-breaks cannot be "1.5": it takes a whole number from 0.',
    ],
    [{ flags: { cycle: '0d' } }, '--cycle cannot be "0d": it takes a duration such as 30d.'],
    [{ flags: { ignoreRules: '{' } }, '--ignore-rules is not JSON. Give one JSON object.'],
    [{ flags: { ledger: 'sqlite' } }, '--ledger is sqlite and needs a folder: give --data.'],
    [
      { flags: { ledger: 'memory', data: 'd' } },
      '--ledger and --data contradict each other: a folder holds a ledger of sqlite.',
    ],
  ])('name what %j may be', (sources, sentence) => {
    expect(refusal(sources)).toBe(sentence);
  });

  it.each<[flags: Record<string, string>, settings: object]>([
    [
      { admin: '0', strict: '1', quiet: 'true' },
      { admin: false, strict: true, quiet: true },
    ],
    [
      { budget: '1.5', maxWaste: '2' },
      { budget: 1.5, maxWaste: 2 },
    ],
    [
      { ledger: 'sqlite', data: 'd' },
      { ledger: 'sqlite', data: 'd' },
    ],
    [
      { ledger: 'memory', journal: 'local' },
      { journal: 20_000, isJournalLocal: true },
    ],
    [{ ignoreRules: '{"pages-of-one":"a reason"}' }, { ignoreRules: { 'pages-of-one': 'a reason' } }],
  ])('take %j', (flags, taken) => {
    expect(readSettings({ flags }).settings).toMatchObject(taken);
  });

  it('take every number within its bounds, and refuse the next ones in one sentence', () => {
    interface Bounded {
      type: string | string[];
      minimum?: number;
      maximum?: number;
    }
    const says = (name: string, value: number): string => {
      try {
        readSettings({ file: file({ [name]: value }) });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const { properties } = configSchema() as { properties: Record<string, Bounded> };
    const bounded = Object.entries(properties).flatMap(([name, { type, minimum, maximum }]) =>
      minimum === undefined ? [] : [{ name, types: [type].flat(), minimum, maximum }],
    );
    expect(bounded.length).toBeGreaterThan(8);
    for (const { name, types, minimum, maximum } of bounded) {
      for (const value of [minimum, maximum ?? minimum + 1])
        expect(says(name, value)).not.toContain('it takes');
      const range = maximum === undefined ? `${minimum}` : `${minimum} to ${maximum}`;
      const number = types.includes('integer') ? 'a whole number' : 'a number';
      for (const value of [minimum - 1, ...(maximum === undefined ? [] : [maximum + 1])])
        expect(says(name, value)).toMatch(
          `"${name}" in sandbox.config.json cannot be ${value}: it takes ${number} from ${range}`,
        );
    }
  });

  it('never show the password of a ledger', () => {
    const ledger = 'postgress://user:secret-password@db.example/x';
    for (const [sources, origin] of [
      [{ flags: { ledger } }, '--ledger'],
      [{ env: { SANDBOX_LEDGER: ledger } }, 'SANDBOX_LEDGER'],
      [{ file: file({ ledger }) }, '"ledger" in sandbox.config.json'],
    ] as const)
      expect(refusal(sources)).toBe(
        `${origin} cannot be this: it takes memory, sqlite or postgres://user@host/database.`,
      );
    const unreadable = 'postgres://user:secret-password@db.example:port/x';
    expect(refusal({ flags: { ledger: unreadable } })).toBe(
      '--ledger is not a URL such as postgres://user@host:5432/database. In a password, characters such as # and / are percent-encoded.',
    );
    expect(refusal({ flags: { ledger: 'sqlit' } })).toContain('--ledger cannot be "sqlit"');
    const taken = { ledger: 'postgres://user:secret-password@db.example/x' };
    expect(refusal({ flags: { ...taken, data: 'folder' } })).not.toContain('secret');
  });

  it.each<[SettingsSources, string]>([
    [{ flags: { adminToken: 'SECRET token' } }, '--admin-token'],
    [{ env: { SANDBOX_ADMIN_TOKEN: 'SECRET\ttoken' } }, 'SANDBOX_ADMIN_TOKEN'],
    [{ file: file({ adminToken: 'SECRÉT' }) }, '"adminToken" in sandbox.config.json'],
  ])('never show a token that is refused: %j', (sources, origin) => {
    expect(refusal(sources)).toBe(`${origin} cannot be this: it takes printable characters without spaces.`);
  });

  it('only warn of an unknown environment variable', () => {
    expect(readSettings({ env: { SANDBOX_PROT: '1', SANDBOX_IN_CONTAINER: '1' } }).warnings).toEqual([
      'SANDBOX_PROT is not a setting; the nearest valid one is SANDBOX_PORT.',
    ]);
  });

  it('have defaults that their own schema accepts: the start does not check them', () => {
    const validate = new Ajv({ strict: false, useDefaults: true }).compile(configSchema());
    const defaults = {};
    expect([validate(defaults), validate.errors]).toEqual([true, null]);
    expect(defaults).toMatchObject({ port: 4310, journal: 20_000 });
    expect(validate(defaults)).toBe(true);
  });

  it('are published as the JSON Schema that the program reads', async () => {
    await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../sandbox.config.schema.json',
    );
  });
});
