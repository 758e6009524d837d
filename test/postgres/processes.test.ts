import { expect, test } from 'vitest';
import { runToEnd } from '../process.ts';
import { startReplicaProcess } from './processes.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

const key = 'sandbox:unlimited:processes';

test('several processes serve one port over one ledger; one that dies is replaced', async () => {
  const ledger = newSchema();
  const { url, admin, example, child, output, end } = await startReplicaProcess(ledger, ['--processes', '3']);
  const list = async () => {
    const reply = await fetch(`${admin}/replicas`, { headers: { connection: 'close' } });
    return (await reply.json()) as { replicas: { number: number; isSelf: boolean }[] };
  };
  expect((await list()).replicas).toHaveLength(3);
  const answering = async () => (await list()).replicas.find(({ isSelf }) => isSelf)?.number;
  const seen = new Set<number | undefined>();
  await expect.poll(async () => seen.add(await answering()).size, { timeout: 30_000, interval: 5 }).toBe(3);

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

  const pids = await childrenOf(child.pid as number);
  expect(pids).toHaveLength(3);
  process.kill(pids[0] as number, 'SIGKILL');
  await expect
    .poll(async () => (await childrenOf(child.pid as number)).filter((pid) => !pids.includes(pid)).length, {
      timeout: 30_000,
    })
    .toBe(1);
  expect((await fetch(`${url}/usage`, { headers: { 'api-key': key } })).status).toBe(200);

  await end('SIGTERM');
  expect(child.exitCode).toBe(0);
  expect(output()).not.toContain('secret-password');
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

/** The processes that a process started. */
async function childrenOf(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim() === '' ? [] : text.trim().split(' ').map(Number);
}
