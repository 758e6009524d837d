import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/core/settings.ts';
import { certificateOf } from '../../src/system/certificate.ts';
import { newFolder } from '../new-folder.ts';
import { runToEnd } from '../process.ts';
import { type ReplicaProcess, startReplicaProcess } from './processes.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const key = 'sandbox:unlimited:processes';

test('several processes serve one port over one ledger; those that die are replaced', async () => {
  const ledger = newSchema();
  const { url, admin, example, child, output, end } = await startReplicaProcess(ledger, ['--processes', '3']);
  const list = async () => {
    const reply = await fetch(`${admin}/replicas`, { headers: { connection: 'close' } });
    return (await reply.json()) as { replicas: { number: number; isSelf: boolean }[] };
  };
  expect((await list()).replicas).toHaveLength(3);
  const answering = async () =>
    processOf(ledger, (await list()).replicas.find(({ isSelf }) => isSelf)?.number);
  const seen = new Set<number>();
  await expect.poll(async () => seen.add(await answering()).size).toBe(3);

  await Promise.all(
    Array.from({ length: 60 }, async () => {
      const reply = await fetch(example, { headers: { 'api-key': key, connection: 'close' } });
      expect(reply.status).toBe(200);
      await reply.arrayBuffer();
    }),
  );
  const [entries] = await inDatabase(
    ledger,
    `SELECT count(*)::int AS charges FROM ${schemaOf(ledger)}.entries WHERE kind = 'charge'`,
  );
  expect(entries).toEqual({ charges: 60 });

  // However many are killed soon after their start: only those that end by themselves say that all would.
  for (let killed = 2; killed <= 6; killed += 2) {
    const pids = await childrenOf({ child });
    expect(pids).toHaveLength(3);
    for (const pid of pids.slice(-2)) process.kill(pid, 'SIGKILL');
    await expect.poll(async () => seen.add(await answering()).size).toBe(3 + killed);
  }
  expect((await fetch(`${url}/usage`, { headers: { 'api-key': key } })).status).toBe(200);

  await end('SIGTERM');
  expect(child.exitCode).toBe(0);
  expect(output()).not.toContain('secret-password');
});

test('a connection that a process had no time to take before it was killed does not stay open', async () => {
  const replica = await startReplicaProcess(newSchema(), ['--processes', '2']);
  const [pid = 0] = await childrenOf(replica);
  process.kill(pid, 'SIGSTOP');
  let answered = 0;
  const calls = Array.from({ length: 4 }, async () => {
    const reply = await fetch(replica.example, { headers: { 'api-key': key, connection: 'close' } });
    await reply.arrayBuffer();
    answered += 1;
    return reply.status;
  });
  const outcomes = Promise.allSettled(calls);
  await expect.poll(() => answered).toBe(3);
  process.kill(pid, 'SIGKILL');
  const statuses = (await outcomes).map((each) => (each.status === 'fulfilled' ? each.value : 'closed'));
  expect(statuses.sort()).toEqual([200, 200, 200, 'closed']);
});

test('processes end with one total of their requests and assumptions', async () => {
  const { example, child, output, end } = await startReplicaProcess(newSchema(), ['--processes', '3']);
  for (let n = 0; n < 30; n++) {
    const reply = await fetch(example, { headers: { 'api-key': key, connection: 'close' } });
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
  }
  await end('SIGTERM');
  expect(child.exitCode).toBe(0);
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter((line) => 'requests' in line)).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requests: 30,
      credits: 60,
      msg: '30 requests, 0 refused (0 of them injected), 60 credits.',
    },
  ]);
  expect(lines.filter((line) => 'assumptions' in line)).toHaveLength(1);
});

test('the total has the requests of a process that was killed', async () => {
  const { example, child, output, end } = await startReplicaProcess(newSchema(), [
    '--processes',
    '2',
    '--log-level',
    'debug',
  ]);
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { process?: number; requests?: number; msg?: string });
  const pids = await childrenOf({ child });
  for (let n = 0; n < 30; n++) {
    const reply = await fetch(example, { headers: { 'api-key': key, connection: 'close' } });
    expect(reply.status).toBe(200);
    await reply.arrayBuffer();
  }
  const known = () => {
    const figures = lines().filter(({ msg }) => msg === 'figures');
    const latest = new Map(figures.map(({ process: number, requests = 0 }) => [number, requests]));
    return [...latest.values()].reduce((sum, requests) => sum + requests, 0);
  };
  await expect.poll(known).toBe(30);
  process.kill(pids[0] as number, 'SIGKILL');
  await expect
    .poll(async () => (await childrenOf({ child })).filter((pid) => !pids.includes(pid)).length)
    .toBe(1);
  await end('SIGTERM');
  expect(lines().filter(({ msg }) => msg?.includes('credits.'))).toMatchObject([
    { msg: '30 requests, 0 refused (0 of them injected), 60 credits.' },
  ]);
});

test.each([['made at the start'], ['given as files']])(
  'processes present one certificate, %s',
  async (from) => {
    const files = from === 'given as files' ? await certificateFiles() : ['--tls'];
    const ledger = newSchema();
    const replica = await startReplicaProcess(ledger, ['--processes', '2', ...files]);
    const { file, fingerprint } = replica.certificate ?? { file: '', fingerprint: '' };
    const ca = readFileSync(file);
    const seen = new Set<number>();
    const fingerprints = new Set<string>();
    const ask = async () => {
      const answer = await askSecurely(`${replica.admin}/replicas`, ca);
      fingerprints.add(answer.fingerprint);
      return seen.add(await processOf(ledger, answer.number)).size;
    };
    await expect.poll(ask).toBe(2);
    // Its successor presents it too.
    process.kill((await childrenOf(replica))[0] as number, 'SIGKILL');
    const patiently = () => ask().catch(() => 0);
    await expect.poll(patiently).toBe(3);
    expect([...fingerprints]).toEqual([fingerprint]);
    await replica.end('SIGTERM');
    expect(replica.child.exitCode).toBe(0);
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a %s to all processes, as a terminal or a supervisor sends it, ends them in order, streams too',
  async (signal) => {
    const ledger = newSchema();
    const replica = await startReplicaProcess(ledger, ['--processes', '2', '--pace', '60000']);
    const reply = await fetch(`${replica.url}/nls`, {
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'short video creators with more than 1000 followers' }),
    });
    for (const pid of await childrenOf(replica)) process.kill(pid, signal);
    await replica.end(signal);
    expect(replica.child.exitCode).toBe(0);
    expect(await reply.text()).toContain('SERVICE_UNAVAILABLE');
    expect(replica.output().match(/"msg":"stopped"/g)).toHaveLength(2);
    const left = await inDatabase(
      ledger,
      `SELECT (SELECT count(*)::int FROM ${schemaOf(ledger)}.replicas WHERE "leftAt" IS NULL) AS live,
        (SELECT count(*)::int FROM ${schemaOf(ledger)}.holds) AS holds`,
    );
    expect(left).toEqual([{ live: 0, holds: 0 }]);
  },
);

test('processes that end as soon as they start are not started for ever', async () => {
  const fixtures = newFolder();
  mkdirSync(join(fixtures, 'creators'));
  const replica = await startReplicaProcess(newSchema(), ['--processes', '2', '--fixtures', fixtures]);
  writeFileSync(join(fixtures, 'creators', 'broken.json'), '{');
  const ended = once(replica.child, 'close');
  process.kill((await childrenOf(replica))[0] as number, 'SIGKILL');
  expect(await ended).toEqual([2, null]);
  const lines = replica.output().split('\n');
  expect(lines.filter((line) => line.includes('broken.json'))).toHaveLength(5);
  expect(lines).toContain('creator-sandbox: 5 processes in a row ended soon after their start.');
});

test('when all processes die at once, the free port that they had is gone, and a sentence says so', async () => {
  const replica = await startReplicaProcess(newSchema(), ['--processes', '2']);
  const ended = once(replica.child, 'close');
  for (const pid of await childrenOf(replica)) process.kill(pid, 'SIGKILL');
  expect(await ended).toEqual([1, null]);
  expect(replica.output()).toContain(
    'creator-sandbox: All processes ended at once, and with them the port that was free when they started.\n',
  );
});

test.each([
  [
    ['--processes', '2'],
    '--processes cannot be 2 without a shared ledger: give --ledger postgres://user@host/database.',
  ],
  [
    ['--ledger', 'postgress://user:secret-password@x'],
    '--ledger cannot be this: it takes memory, sqlite or postgres://user@host/database.',
  ],
  [['--ledger', 'sqlite'], '--ledger is sqlite and needs a folder: give --data.'],
  [
    ['--ledger', 'postgres://user:secret-password@127.0.0.1:1/x?wait=0s'],
    'The database of the ledger cannot be reached (ECONNREFUSED).',
  ],
  [
    ['--ledger', 'postgres://u:secret-password@127.0.0.1:1/x?wait=0s', '--processes', '2'],
    'The database of the ledger cannot be reached (ECONNREFUSED).',
  ],
])('start %j ends with one sentence and code 2', async (args, sentence) => {
  const { code, out, err } = await runToEnd(['start', '--size', '60', '--port', '0', ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(`creator-sandbox: ${sentence}\n`);
});

/** A process by its first number: one that a busy machine holds up for long joins again with another. */
async function processOf(ledger: string, number = 0): Promise<number> {
  const [row] = await inDatabase(
    ledger,
    `SELECT process::int FROM ${schemaOf(ledger)}.replicas WHERE number = ${number}`,
  );
  return row?.['process'] as number;
}

/** The processes that it started. */
async function childrenOf({ child: { pid } }: Pick<ReplicaProcess, 'child'>): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim() === '' ? [] : text.trim().split(' ').map(Number);
}

async function certificateFiles(): Promise<string[]> {
  const folder = newFolder();
  const { cert, key: privateKey } = await certificateOf(readSettings({}).settings);
  const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const;
  writeFileSync(files[0], cert);
  writeFileSync(files[1], privateKey);
  return ['--tls-cert', files[0], '--tls-key', files[1]];
}

/** Asks over a connection of its own. @returns the number of the replica that answers, and its certificate */
async function askSecurely(url: string, ca: Buffer): Promise<{ number: number; fingerprint: string }> {
  const request = get(url, { ca, agent: false });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  const { fingerprint256 } = (reply.socket as TLSSocket).getPeerCertificate();
  const { replicas } = (await json(reply)) as { replicas: { number: number; isSelf: boolean }[] };
  const number = replicas.find(({ isSelf }) => isSelf)?.number ?? 0;
  return { number, fingerprint: fingerprint256.replaceAll(':', '').toLowerCase() };
}
