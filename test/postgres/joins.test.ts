import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { UsageError } from '../../src/core/errors.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { runToEnd } from '../process.ts';
import { spawnReplica, startReplicaProcess } from './replica-process.ts';
import { startReplica, startReplicas } from './replicas.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';
import { createPostgres } from './server.ts';

test('all are listed, and one that leaves no more', async () => {
  const [one, two, three] = await startReplicas(3);
  const { body: settings } = await one.admin('GET', '/settings');
  expect(JSON.stringify(settings)).not.toMatch(/postgres:|secret-password/);
  const list = async () => {
    const { body } = await one.admin('GET', '/replicas');
    return (body['replicas'] as { number: number; isSelf: boolean }[]).map(({ isSelf }) => isSelf);
  };
  expect(await list()).toEqual([true, false, false]);
  expect((await two.admin('GET', '/health')).body).toMatchObject({ status: 'ok', replicas: 3 });
  await two.close();
  expect(await list()).toEqual([true, false]);
  expect((await three.admin('GET', '/health')).body).toMatchObject({ status: 'ok', replicas: 2 });
});

const world = (size: number, seed: number, more = '') =>
  `of ${size} people, seed ${seed}${more}, hash [0-9a-f]{12}`;

test.each<[string, SettingsInput, string[], string]>([
  ['prices', {}, ['--prices', '{"clip/profile":7}'], String.raw`prices \{\} \(here \{"clip/profile":7\}\)`],
  [
    'cycle and prices',
    { prices: { 'clip/profile': 7 } },
    ['--cycle', '7d'],
    String.raw`prices \{"clip/profile":7\} \(here \{\}\); cycle 30d \(here 7d\)`,
  ],
])(
  'a replica that differs in %s is refused with code 2, and its sentence has both values',
  async (_, first, args, differs) => {
    const ledger = newSchema();
    await startReplica({ ledger, ...first });
    await expectRefused(ledger, args, differs);
  },
);

test('a replica with other fixtures is refused, and one with the same joins', async () => {
  const folder = (followers: number) => {
    const made = newFolder();
    mkdirSync(join(made, 'creators'));
    writeFileSync(
      join(made, 'creators', 'one.json'),
      JSON.stringify({ clip: { handle: 'our.creator', followers } }),
    );
    return made;
  };
  const ledger = newSchema();
  const one = await startReplica({ ledger, fixtures: folder(5_000) });
  await startReplica({ ledger, fixtures: folder(5_000) });
  expect((await one.admin('GET', '/replicas')).body['replicas']).toHaveLength(2);
  const theirs = `world ${world(60, 1, ' and fixtures')}`;
  await expectRefused(
    ledger,
    ['--fixtures', folder(6_000)],
    String.raw`${theirs} \(here ${world(60, 1, ' and fixtures')}\)`,
  );
  await expectRefused(ledger, [], String.raw`${theirs} \(here ${world(60, 1)}\)`);
});

test('a replica of another version is refused, until all of that one have left', async () => {
  const ledger = newSchema();
  const one = await startReplica({ ledger });
  await inDatabase(ledger, claimVersion(ledger, '9.8.7'));
  await expectRefused(ledger, [], String.raw`version 9\.8\.7 \(here ${version}\)`);
  await one.close();
  const two = await startReplica({ ledger });
  expect((await two.admin('GET', '/replicas')).body['replicas']).toMatchObject([{ version, isSelf: true }]);
});

test('a replica that was away does not come back beside one of another version', async () => {
  const ledger = newSchema();
  const schema = schemaOf(ledger);
  const one = await startReplica({ ledger });
  await startReplica({ ledger });
  await inDatabase(
    ledger,
    `${claimVersion(ledger, '9.8.7')}; UPDATE ${schema}.replicas SET "leftAt" = now() WHERE number = 1`,
  );
  await expect.poll(async () => (await one.get('/usage', 'demo-full')).status).toBe(503);
  await expect.poll(async () => (await one.admin('GET', '/health')).status).toBe(503);
});

/** Makes all replicas of a ledger say that they have another version. */
const claimVersion = (ledger: string, claimed: string) =>
  `UPDATE ${schemaOf(ledger)}.replicas SET terms = (terms::jsonb || '{"version":"${claimed}"}')::text`;

test('a ledger of another version of the tables is refused', async () => {
  const ledger = newSchema();
  await (await startReplica({ ledger })).close();
  const schema = schemaOf(ledger);
  await inDatabase(ledger, `UPDATE ${schema}.sandbox SET "schemaVersion" = 99`);
  const { code, err } = await joining(ledger, []);
  expect({ code, err }).toEqual({
    code: 2,
    err: `creator-sandbox: The schema ${schema} was written by another version of the sandbox (ledger format 99, this one reads 1); choose another with ?schema=….\n`,
  });
});

test('a schema that holds something else is refused in one sentence, and stays as it was', async () => {
  const ledger = newSchema();
  const schema = schemaOf(ledger);
  const tables = async () =>
    (
      await inDatabase(ledger, `SELECT tablename FROM pg_tables WHERE schemaname = '${schema}' ORDER BY 1`)
    ).map(({ tablename }) => tablename);
  const err = `creator-sandbox: The schema ${schema} holds tables that are not of a ledger: choose another with ?schema=…, which the sandbox makes.\n`;
  await inDatabase(ledger, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.accounts (name text)`);
  expect(await joining(ledger, [])).toMatchObject({ code: 2, err });
  expect(await tables()).toEqual(['accounts']);
  await inDatabase(ledger, `CREATE TABLE ${schema}.sandbox (id text)`);
  expect(await joining(ledger, [])).toMatchObject({ code: 2, err });
  expect(await tables()).toEqual(['accounts', 'sandbox']);
  await inDatabase(ledger, `DROP TABLE ${schema}.sandbox, ${schema}.accounts`);
  const replica = await startReplica({ ledger });
  expect((await replica.admin('GET', '/health')).status).toBe(200);
});

test.each([
  ['can only be read (25006)', 'read'],
  ['has no connection left (53300)', 'connections'],
])('a start waits for a database that %s', async (sentence, lacking) => {
  const server = await createPostgres(['fsync=off', 'max_connections=8', 'superuser_reserved_connections=0']);
  onTestFinished(() => server.remove());
  const alter = (change: string) =>
    inDatabase(server.url, `BEGIN READ WRITE; ALTER DATABASE postgres ${change}; COMMIT`);
  const clients = Array.from({ length: lacking === 'connections' ? 8 : 0 }, () => new pg.Client(server.url));
  if (lacking === 'read') await alter('SET default_transaction_read_only TO on');
  await Promise.all(clients.map((client) => client.connect()));
  const { ready, output } = spawnReplica(server.url);
  await expect.poll(output).toContain('waiting');
  expect(output()).toBe(
    `creator-sandbox: The database of the ledger ${sentence}; waiting for it, up to 30s.\n`,
  );
  await Promise.all(clients.map((client) => client.end()));
  if (lacking === 'read') await alter('RESET default_transaction_read_only');
  expect((await fetch(`${(await ready).admin}/health`)).status).toBe(200);
});

test('prices that are written in another order are the same prices', async () => {
  const ledger = newSchema();
  await startReplica({ ledger, prices: { 'clip/profile': 7, 'gram/profile': 8 } });
  const two = await startReplica({ ledger, prices: { 'gram/profile': 8, 'clip/profile': 7 } });
  expect((await two.admin('GET', '/replicas')).body['replicas']).toHaveLength(2);
});

const joining = (ledger: string, args: string[]) =>
  runToEnd(['start', '--port', '0', '--size', '60', ...args], { SANDBOX_LEDGER: ledger });

test('a replica that may not join says so before it builds a world', async () => {
  const ledger = newSchema();
  await startReplica({ ledger });
  for (const args of [
    ['--size', '777'],
    ['--size', '777', '--cycle', '7d'],
  ]) {
    const { code, err } = await joining(ledger, args);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^creator-sandbox: The ledger is in use by replicas that differ from this one: world .*\n$/,
    );
  }
});

async function expectRefused(ledger: string, args: string[], differs: string): Promise<void> {
  const { code, out, err } = await joining(ledger, args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.replace(/^Building the world.*\n/gm, '')).toMatch(
    new RegExp(
      `^creator-sandbox: The ledger is in use by replicas that differ from this one: ${differs}\\. Start this one like them, or stop them first\\.\n$`,
    ),
  );
}

test('a wrong URL is refused in one sentence that shows no password', async () => {
  const good = newSchema();
  const urlWith = (change: (url: URL) => void) => {
    const url = new URL(good);
    change(url);
    return url.href;
  };
  const cases: [string, string][] = [
    [
      urlWith((url) => {
        url.pathname = '/nowhere';
      }),
      'The database of the ledger does not exist.',
    ],
    [
      urlWith((url) => {
        url.port = '1';
        url.searchParams.set('wait', '0s');
      }),
      'The database of the ledger cannot be reached (ECONNREFUSED).',
    ],
    [
      good.replace('//', '//u:secret#password@'),
      '"ledger" in the options is not a URL such as postgres://user@host:5432/database. In a password, characters such as # and / are percent-encoded.',
    ],
  ];
  // A server that was given may trust everybody, and offer TLS.
  if (!process.env['TEST_POSTGRES'])
    cases.push(
      [
        urlWith((url) => {
          url.password = 'wrong-password';
        }),
        'The database of the ledger refuses the user or the password.',
      ],
      [
        urlWith((url) => {
          url.password = '';
        }),
        'The database of the ledger asks for a password, and the URL has none.',
      ],
      [
        urlWith((url) => url.searchParams.set('sslmode', 'require')),
        'The database of the ledger offers no TLS, and the URL asks for it.',
      ],
    );
  for (const [ledger, sentence] of cases) {
    const failure = await startReplica({ ledger }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toBe(sentence);
  }
});

test('a replica says that its clock does not count, because the ledger has another', async () => {
  const ledger = newSchema();
  const told =
    /The ledger keeps the clock that it has \(([^)]*)\): the setting 'clock' counts for a new ledger only\. PUT \/__admin\/clock sets it\./;
  const noteOf = async (args: readonly string[]) => {
    const { end, output, admin } = await startReplicaProcess(ledger, args);
    const { now } = (await (await fetch(`${admin}/clock`)).json()) as { now: number };
    await end('SIGTERM');
    return [new Date(now).toISOString(), told.exec(output())?.[1]];
  };
  const at = '2026-06-01T12:00:00.000Z';
  expect(await noteOf(['--clock', at])).toEqual([at, undefined]);
  expect(await noteOf(['--clock', at])).toEqual([at, undefined]);
  expect(await noteOf(['--clock', '2027-01-01T00:00:00Z'])).toEqual([at, `frozen at ${at}`]);
  expect(await noteOf(['--clock', 'x10'])).toEqual([at, `frozen at ${at}`]);
  expect(await noteOf([])).toEqual([at, `frozen at ${at}`]);
});
