import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { inTransaction } from '../../src/ledger/job.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openSharedLedger } from '../../src/ledger/open.ts';
import { createSandbox } from '../../src/library/index.ts';
import { createPostgres } from '../postgres/server.ts';
import { requestFor } from './cases.ts';
import { load } from './load.ts';
import { main, medianOf, portOf, type Server, startServer, stopServer, usageOf } from './servers.ts';

/**
 * Charges per second over PostgreSQL, which waits for its disk at each commit: by one and by three replicas, each with
 * a batch in flight, and by one transaction per call. Then the processor time of a call over HTTP, where each replica is
 * a process: on few cores it says more than the rate. `node test/bench/replicas.ts SECONDS`
 */
const seconds = Number(process.argv[2] ?? 5);
const clients = 192;
const rounds = 5;
const callsInRound = 6_000;

/** Microseconds per call. */
interface CpuFigures {
  own: number[];
  stored: number[];
}
const server = await createPostgres([]);

const ledgerUrl = (name: string) => `${server.url}?schema=bench_${name}`;
const keysOf = (count: number) => Array.from({ length: count }, (_, n) => `sandbox:unlimited:bench-${n}`);
const rows: [string, ...string[]][] = [];

for (const [place, count] of [
  ['1,000 accounts', 1_000],
  ['one account', 1],
] as const) {
  const keys = keysOf(count);
  const [single, one, three] = [
    await perCall(count),
    await charges(1, keys, `one_${count}`),
    await charges(3, keys, `three_${count}`),
  ];
  rows.push([`charges, ${place}`, ...[single, one, three].map((rate) => rate.toFixed(0))]);
}
const [one, three] = [await calls(1), await calls(3)];
rows.push(['calls over HTTP', '', one.toFixed(0), three.toFixed(0)]);
console.log(['per second', 'a transaction per call', '1 replica', '3 replicas'].join(' | '));
for (const row of rows) console.log(row.join(' | '));
await compareCpu();
await server.remove();

/**
 * The processor time of a call, by one and by three replicas in turn, each as busy: theirs, and that of PostgreSQL. Three with a
 * ledger each show what they cost each other by their place on the machine alone.
 */
async function compareCpu(): Promise<void> {
  const fleets = new Map<string, Server[]>();
  for (const [name, ledgers] of [
    ['one', ['one']],
    ['three', ['three', 'three', 'three']],
    ['three with a ledger each', ['a', 'b', 'c']],
  ] as const) {
    const fleet: Server[] = [];
    for (const ledger of ledgers)
      fleet.push(await startServer([main, 'start', '--port', '0', '--ledger', ledgerUrl(`cpu_${ledger}`)]));
    fleets.set(name, fleet);
  }
  const database = { pid: await postmasterPid() } as ChildProcess;
  const figures = new Map([...fleets.keys()].map((name) => [name, { own: [], stored: [] } as CpuFigures]));
  const cpuOf = async (processes: readonly ChildProcess[]): Promise<number> => {
    const usages = await Promise.all(processes.map(usageOf));
    return usages.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
  };
  for (let round = 0; round <= rounds; round++)
    for (const [name, fleet] of fleets) {
      const children = fleet.map(({ child }) => child);
      const [own, stored] = [await cpuOf(children), await cpuOf([database])];
      await Promise.all(
        fleet.map((each) =>
          load(portOf(each), [requestFor('/clip/profile?uniqueId=sample.creator')], callsInRound, {
            connections: clients,
          }),
        ),
      );
      // the first round warms up
      if (round === 0) continue;
      const calls = fleet.length * callsInRound;
      figures.get(name)?.own.push(((await cpuOf(children)) - own) / calls);
      figures.get(name)?.stored.push(((await cpuOf([database])) - stored) / calls);
    }
  for (const [name, { own, stored }] of figures)
    console.log(
      `µs of CPU per call, replicas: ${name}, median of ${own.length}: their own ${medianOf(own).toFixed(0)}, PostgreSQL ${medianOf(stored).toFixed(0)}`,
    );
  for (const fleet of fleets.values()) for (const { child } of fleet) await stopServer(child);
}

async function postmasterPid(): Promise<number> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows: found } = await client.query('SELECT pg_backend_pid() AS pid');
  const status = readFileSync(`/proc/${found[0].pid}/status`, 'utf8');
  await client.end();
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}

/** Each client charges in a transaction of its own, over a connection of its own, without any HTTP. */
async function perCall(accounts: number): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      return client;
    }),
  );
  const [first] = connections as [pg.Client];
  await first.query(`DROP TABLE IF EXISTS a, e; CREATE TABLE a (id int PRIMARY KEY, used bigint) WITH (fillfactor = 70);
    CREATE TABLE e (a int, n bigint, used bigint, trace text, PRIMARY KEY (a, n));
    INSERT INTO a SELECT n, 0 FROM generate_series(1, ${accounts}) n`);
  const done = await timed((isOver) =>
    connections.map(async (client) => {
      let count = 0;
      for (; !isOver(); count++) {
        const id = 1 + Math.floor(Math.random() * accounts);
        await client.query('BEGIN');
        const { rows: found } = await client.query('SELECT used FROM a WHERE id = $1 FOR UPDATE', [id]);
        const used = Number(found[0].used) + 1;
        await client.query('UPDATE a SET used = $2 WHERE id = $1', [id, used]);
        await client.query('INSERT INTO e VALUES ($1, $2, $2, $3)', [id, used, traceOf(used)]);
        await client.query('COMMIT');
      }
      return count;
    }),
  );
  await Promise.all(connections.map((client) => client.end()));
  return done;
}

function traceOf(n: number): string {
  return createHash('sha256').update(String(n)).digest('hex').slice(0, 32);
}

async function charges(replicas: number, keys: readonly string[], name: string): Promise<number> {
  const ledgers: Ledger[] = [];
  for (let n = 0; n < replicas; n++)
    ledgers.push(
      await openSharedLedger(ledgerUrl(name), {}, { keys: {}, newId: () => '', warn() {}, maxKeys: 10_000 }),
    );
  const [first] = ledgers;
  if (!first) throw new Error('there are no replicas');
  const callers = await Promise.all(
    keys.map((key) => inTransaction(first, { secret: key }, (tx) => tx.identify(key, 1) as never)),
  );
  const done = await timed((isOver) =>
    Array.from({ length: clients }, async (_, n) => {
      const ledger = ledgers[n % replicas];
      let count = 0;
      for (; !isOver(); count++) {
        const caller = callers[Math.floor(Math.random() * callers.length)] as never;
        await ledger?.charge(caller, { operation: 'nls', credits: 1000, traceId: traceOf(count), now: 1 });
      }
      return count;
    }),
  );
  for (const ledger of ledgers) await ledger.close();
  return done;
}

/** All in this process: the load, the replicas and their client share its core; PostgreSQL has the other one. */
async function calls(replicas: number): Promise<number> {
  const sandboxes = [];
  for (let n = 0; n < replicas; n++)
    sandboxes.push(
      await createSandbox({ ledger: ledgerUrl(`http_${replicas}`), logLevel: 'silent', size: 60 }),
    );
  const rates = await Promise.all(
    sandboxes.map(({ exampleUrl }) =>
      autocannon({
        url: exampleUrl,
        connections: clients / replicas,
        duration: seconds,
        headers: { 'api-key': 'demo-unlimited' },
      }),
    ),
  );
  for (const sandbox of sandboxes) await sandbox.close();
  return rates.reduce((sum, { requests }) => sum + requests.average, 0);
}

async function timed(start: (isOver: () => boolean) => Promise<number>[]): Promise<number> {
  let isOver = false;
  const startedAt = performance.now();
  const running = start(() => isOver);
  setTimeout(() => {
    isOver = true;
  }, seconds * 1000);
  const counts = await Promise.all(running);
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedAt)) * 1000;
}
