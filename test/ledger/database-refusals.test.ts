import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigFingerprint, Membership } from '../../src/ledger/postgres/membership.ts';
import { openPostgres } from '../../src/ledger/postgres/open.ts';

/** A server that answers every start of a session with an error of PostgreSQL, or with the end of the connection. */
async function refusingServer(code: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(code === undefined ? '' : errorMessage(code)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `postgres://someone:a-secret@127.0.0.1:${(server.address() as AddressInfo).port}/ledger`;
}

/** The text of the server may quote a secret. */
function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Ma-secret is wrong\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** How a start ends, and what it says where it waits for the database. */
async function startWith(url: string) {
  const said: string[] = [];
  const leaving = new AbortController();
  const onWait = (sentence: string) => {
    said.push(sentence);
    leaving.abort();
  };
  const begin = () => Promise.reject(new Error('there is no store'));
  const ended = await openPostgres(url, {}, { onWait, signal: leaving.signal }, begin).catch(
    (error: Error) => error.message,
  );
  return { said, ended };
}

it.each([
  ['28P01', 'refuses the user or the password', false],
  ['28000', 'refuses the user or the password', false],
  ['57P01', 'is not up (57P01)', true],
  ['57P02', 'is not up (57P02)', true],
  ['57P03', 'is not up (57P03)', true],
  ['57P04', 'is not up (57P04)', false],
  ['53300', 'has no connection left (53300)', true],
  ['25006', 'can only be read (25006)', true],
  ['3D000', 'does not exist', false],
  ['XX000', 'cannot be used (XX000)', false],
  [undefined, 'cannot be reached', true],
])('a database that answers a start with %s %s', async (code, sentence, isAwaited) => {
  const url = await refusingServer(code);
  const whole = `The database of the ledger ${sentence}`;
  expect((await startWith(`${url}?wait=0s`)).ended).toBe(`${whole}.`);
  expect((await startWith(`${url}?wait=2s`)).said).toEqual(
    isAwaited ? [`${whole}; waiting for it, up to 2s.`] : [],
  );
});

it('a schema that the user may not make is named', async () => {
  const url = await refusingServer('42501');
  for (const [query, schema] of [
    ['', 'creator_sandbox'],
    ['?schema=a_team', 'a_team'],
  ] as const)
    expect(await startWith(url + query)).toEqual({
      said: [],
      ended: `The user of the ledger may not create or use the schema ${schema} in this database.`,
    });
});

it.each([
  ['not a URL', /^The setting 'ledger' is not a URL such as postgres:/],
  ['postgres://user:pa#ss@host/db', /percent-encoded\.$/],
  [
    'postgres://host/db?wait=soon',
    /^The parameter 'wait' of the ledger's URL takes a duration such as 30s, or 0s\.$/,
  ],
  ['postgres://host/db?shema=a', /^The ledger's URL has the unknown parameter 'shema'.*schema/],
  ['postgres://host/db?sslmod=require', /^The ledger's URL has the unknown parameter 'sslmod'.*sslmode/],
  ['postgres://host/db?schema=', /^The schema of the ledger is named by 1 to 59 lower-case letters/],
  ['postgres://host/db?schema=A', /^The schema of the ledger is named by/],
  ['postgres://host/db?schema=1a', /^The schema of the ledger is named by/],
  [`postgres://host/db?schema=${'a'.repeat(60)}`, /^The schema of the ledger is named by/],
  ['postgres://host/db?schema=pg_a', /^Names of schemas that begin with pg_ belong to PostgreSQL/],
])('the URL %s is refused before anything is asked', async (url, sentence) => {
  expect(await startWith(url)).toEqual({ said: [], ended: expect.stringMatching(sentence) });
});

it('a schema of 59 letters, and every parameter that psql takes, is asked for', async () => {
  const url = await refusingServer('42501');
  const schema = `_${'a'.repeat(58)}`;
  const parameters = 'keepalives=1&connect_timeout=3&target_session_attrs=any&options=-c%20a%3Db';
  expect((await startWith(`${url}?schema=${schema}&${parameters}`)).ended).toContain(`schema ${schema} `);
});

describe('replicas that run', () => {
  const own: ConfigFingerprint = { version: '1.2.3', world: 'of 60 people, seed 1', prices: '{}' };
  /** The words for a replica that finds another one of this configuration. */
  const told = (other: object) => {
    const query = async () => [{ terms: JSON.stringify({ ...own, ...other }) }];
    return Membership.check({ query, queryAll: async () => [] }, own).then(
      () => undefined,
      (error: Error) => error.message,
    );
  };
  const differs = (what: string) =>
    `The ledger is in use by replicas that differ from this one: ${what}. Start this one like them, or stop them first.`;

  it('may have values that begin as the own ones', async () => {
    expect(await told({ world: `${own['world']}, hash 0123`, further: 'a' })).toBeUndefined();
  });

  it('are named with each value in which they differ, long ones by their beginning', async () => {
    expect(await told({ version: '1.2.4' })).toBe(differs('version 1.2.4 (here 1.2.3)'));
    expect(await told({ world: 'of 61 people', prices: undefined })).toBe(
      differs('world of 61 people (here of 60 people, seed 1); prices none (here {})'),
    );
    for (const [long, shown] of [
      ['a'.repeat(120), 'a'.repeat(120)],
      ['a'.repeat(121), `${'a'.repeat(119)}…`],
    ])
      expect(await told({ prices: long })).toBe(differs(`prices ${shown} (here {})`));
  });
});
