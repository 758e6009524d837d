import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, casesOf, clipIds, headersOf, requestFor, requestsOf, usualConnections } from './cases.ts';
import { load, startMs } from './load.ts';
import { lossesIn, recordIn, tableOf } from './report.ts';
import { main, portOf, root, type Server, startServer, stopServer, urlOf, usageOf } from './servers.ts';

/**
 * Measures the sandbox beside servers that do nothing but send the same bytes: processor time per request,
 * throughput, latency, start, memory. Machines are noisy and shared: the servers are loaded in turn, round by round,
 * and the ratios within a run are what counts. Prints a table, writes JSON.
 *
 *     npm run bench                  the whole run, about two minutes
 *     npm run bench -- --record      the same, and its figures go into test/bench/recorded.md
 *     npm run bench -- --short       for CI: ends with 1 where a ratio, in its best round, is three times under half of the recorded one
 *     npm run bench -- --only hot    one case
 */
const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string', default: '.cache/bench.json' },
  },
});
const rounds = Number(flags.rounds ?? (flags.short ? 3 : 7));
/** A short run has fewer requests. */
const share = flags.short ? 0.15 : 1;

/** A reply that the bare servers repeat. */
export interface BareReply {
  name: string;
  method: 'GET' | 'POST';
  type: string;
  closes: boolean;
  body: string;
}

export interface Figures {
  /** Over all threads; microseconds per request. */
  cpu: number[];
  perSecond: number[];
  p99Ms: number[];
}

export interface CaseResult {
  title: string;
  bytes: number;
  beside?: string | undefined;
  /** By the number of connections. */
  at: Record<number, ByServer>;
}
export type ByServer = Partial<Record<ServerName, Figures>>;
export type ServerName = 'node' | 'fastify' | 'memory' | 'disk';

export interface Results {
  /** Such as `Node v24.1.0, 2 × AMD EPYC, 23 GiB, Linux 6.1, load 0.4`. */
  machine: string;
  compiled: boolean;
  rounds: number;
  cases: Record<string, CaseResult>;
  /** Milliseconds from the start of the process to the first reply. */
  start: { fastify: number[]; sandbox: number[] };
  /** MiB: after the start, after all cases. */
  resident: { idle: number; loaded: number; fastifyIdle: number; fastifyLoaded: number };
}

const firstPath = '/clip/profile?uniqueId=sample.creator';
const recorded = readFileSync(`${root}test/bench/recorded.md`, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-bench-'));
try {
  const results = await measure();
  console.log(tableOf(results));
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, flags.json), `${JSON.stringify(results, null, 2)}\n`);
  if (flags.record) recordIn(`${root}test/bench/recorded.md`, results);
  if (flags.short) {
    const losses = lossesIn(results, recorded);
    for (const loss of losses) console.error(loss);
    if (losses.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
async function measure(): Promise<Results> {
  const machine = machineNow();
  // Streams without their pauses: they would measure the timer.
  const flagsOf = (...more: string[]) => [main, 'start', '--port', '0', '--pace', '0', ...more];
  const memory = await startServer(flagsOf());
  const idle = (await usageOf(memory.child)).residentMiB;
  const disk = await startServer(flagsOf('--data', join(folder, 'data')));

  const cases = casesOf(await clipIds(urlOf(memory))).filter(({ name }) => (flags.only ?? name) === name);
  const replies = await Promise.all(cases.map((each) => replyOf(urlOf(memory), each)));
  const repliesFile = join(folder, 'replies.json');
  writeFileSync(repliesFile, JSON.stringify(replies));
  const bare = await startServer([`${root}test/bench/bare.js`, repliesFile]);
  const fastifyIdle = (await usageOf(bare.child)).residentMiB;
  const node = await startServer([`${root}test/bench/bare-node.js`, repliesFile]);

  const results: Record<string, CaseResult> = {};
  for (const [index, each] of cases.entries()) {
    const servers: [ServerName, Server][] = [
      ['fastify', bare],
      ['memory', memory],
      ...(each.onDisk ? [['disk', disk] as [ServerName, Server]] : []),
      ...(each.bareNode ? [['node', node] as [ServerName, Server]] : []),
    ];
    const { title, beside, connections = usualConnections } = each;
    const bytes = Buffer.byteLength(replies[index]?.body ?? '');
    await inTurn(each, servers, 32, { rounds: 1, share: 1 });
    results[each.name] = await untilNoLoss(
      async () => {
        const at: CaseResult['at'] = {};
        for (const count of connections) at[count] = await inTurn(each, servers, count, { rounds, share });
        return { title, beside, bytes, at };
      },
      (measured) => {
        const plain = results[beside ?? ''];
        const both = { ...(plain && { [beside ?? '']: plain }), [each.name]: measured };
        return { cases: both, start: { fastify: [], sandbox: [] } };
      },
    );
  }
  const loaded = (await usageOf(memory.child)).residentMiB;
  const fastifyLoaded = (await usageOf(bare.child)).residentMiB;
  for (const { child } of [memory, disk, bare, node]) await stopServer(child);

  const [first] = cases.flatMap((each) => requestsOf({ ...each, paths: [`/${each.name}?id=x`] }));
  const start = await untilNoLoss(
    async () => {
      const start: Results['start'] = { fastify: [], sandbox: [] };
      for (let round = 0; round < rounds; round++) {
        start.fastify.push(
          await startMs([`${root}test/bench/bare.js`, repliesFile], first ?? Buffer.alloc(0)),
        );
        start.sandbox.push(await startMs([main, 'start', '--port', '0'], requestFor(firstPath)));
      }
      return start;
    },
    (start) => ({ cases: {}, start }),
  );
  return {
    machine,
    compiled: main.endsWith('.js'),
    rounds,
    cases: results,
    start,
    resident: { idle, loaded, fastifyIdle, fastifyLoaded },
  };
}

/** Measures again, twice at most, what the guard of a short run would refuse: on a busy machine any row is slow at times. */
async function untilNoLoss<Measured>(
  take: () => Promise<Measured>,
  resultsOf: (measured: Measured) => Pick<Results, 'cases' | 'start'>,
): Promise<Measured> {
  for (let more = flags.short ? 2 : 0; ; more--) {
    const measured = await take();
    if (more === 0 || lossesIn(resultsOf(measured), recorded).length === 0) return measured;
  }
}

function machineNow(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  return [
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}`,
    `${process.platform} ${release().split('-')[0]}, ${load} at the start`,
  ].join(', ');
}

/**
 * All servers round by round; another one begins each round. The first call of a case warms up: code that is not warm
 * says nothing.
 */
async function inTurn(
  each: Case,
  servers: [ServerName, Server][],
  connections: number,
  { rounds, share }: { rounds: number; share: number },
): Promise<ByServer> {
  const figures = new Map(servers.map(([name]) => [name, { cpu: [], perSecond: [], p99Ms: [] } as Figures]));
  const count = Math.max(connections, Math.round(each.count * share));
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < servers.length; turn++) {
      const [name, server] = servers[(turn + round) % servers.length] as [ServerName, Server];
      const ours = name === 'memory' || name === 'disk';
      const requests = requestsOf(ours ? each : { ...each, paths: [`/${each.name}?id=sample.creator`] });
      let before = 0;
      const onOpen = async () => {
        before = (await usageOf(server.child)).cpuMicroseconds;
      };
      const { seconds, p99Ms } = await load(portOf(server), requests, count, { connections, onOpen });
      const cpu = ((await usageOf(server.child)).cpuMicroseconds - before) / count;
      figures.get(name)?.cpu.push(cpu);
      figures.get(name)?.perSecond.push(count / seconds);
      figures.get(name)?.p99Ms.push(p99Ms);
    }
  return Object.fromEntries(figures);
}

async function replyOf(url: string, { name, method, paths, bodies }: Case): Promise<BareReply> {
  const path = paths[0] ?? '/';
  const body = bodies?.[0];
  const reply = await fetch(url + path, {
    method,
    headers: { ...headersOf(path), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${name} was answered with ${reply.status}`);
  return {
    name,
    method,
    type: reply.headers.get('content-type') ?? '',
    closes: reply.headers.get('connection') === 'close',
    body: await reply.text(),
  };
}
