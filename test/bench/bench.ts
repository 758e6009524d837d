import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, casesOf, clipIds, headersOf, requestFor, requestsOf } from './cases.ts';
import { load, startMs } from './load.ts';
import { lossesIn, recordIn, tableOf } from './report.ts';
import { main, portOf, root, type Server, startServer, stopServer, urlOf, usageOf } from './servers.ts';

/**
 * Measures the sandbox beside servers that do nothing but send the same bytes: processor time per request,
 * throughput, latency, start, memory. Machines are noisy and shared: the servers are loaded in turn, round by round,
 * and the ratios within a run are what counts. Prints a table, writes JSON.
 *
 *     npm run bench                  the whole run, about a quarter of a minute
 *     npm run bench -- --record      the same, and its figures go into docs/performance.md
 *     npm run bench -- --short       for CI: ends with 1 where a ratio, in its best round, fell under half of the recorded one
 */
const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'string', default: '.cache/bench.json' },
  },
});
const rounds = Number(flags.rounds ?? (flags.short ? 5 : 7));
/** A short run has half of the requests. */
const share = flags.short ? 0.5 : 1;

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
  servers: Partial<Record<ServerName, Figures>>;
}
export type ServerName = 'node' | 'fastify' | 'memory' | 'disk';

export interface Results {
  node: string;
  cpus: string;
  compiled: boolean;
  rounds: number;
  cases: Record<string, CaseResult>;
  /** Milliseconds from the start of the process to the first reply. */
  start: { fastify: number[]; sandbox: number[] };
  /** MiB: after the start, after all cases. */
  resident: { idle: number; loaded: number; fastifyIdle: number; fastifyLoaded: number };
}

const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-bench-'));
try {
  const results = await measure();
  console.log(tableOf(results));
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, flags.json), `${JSON.stringify(results, null, 2)}\n`);
  if (flags.record) recordIn(`${root}docs/performance.md`, results);
  if (flags.short) {
    const losses = lossesIn(results, readFileSync(`${root}docs/performance.md`, 'utf8'));
    for (const loss of losses) console.error(loss);
    if (losses.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<Results> {
  // Streams without their pauses: they would measure the timer.
  const flagsOf = (...more: string[]) => [main, 'start', '--port', '0', '--pace', '0', ...more];
  const memory = await startServer(flagsOf());
  const idle = (await usageOf(memory.child)).residentMiB;
  const disk = await startServer(flagsOf('--data', join(folder, 'data')));

  const cases = casesOf(await clipIds(urlOf(memory)));
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
    const bytes = Buffer.byteLength(replies[index]?.body ?? '');
    results[each.name] = { title: each.title, bytes, servers: await inTurn(each, servers) };
  }
  const loaded = (await usageOf(memory.child)).residentMiB;
  const fastifyLoaded = (await usageOf(bare.child)).residentMiB;
  for (const { child } of [memory, disk, bare, node]) await stopServer(child);

  const start: Results['start'] = { fastify: [], sandbox: [] };
  for (let round = 0; round < rounds; round++) {
    start.fastify.push(await startMs([`${root}test/bench/bare.js`, repliesFile], requestFor('/hot?id=x')));
    start.sandbox.push(await startMs([main, 'start', '--port', '0'], requestFor(cases[0]?.paths[0] ?? '')));
  }
  return {
    node: process.version,
    cpus: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    compiled: main.endsWith('.js'),
    rounds,
    cases: results,
    start,
    resident: { idle, loaded, fastifyIdle, fastifyLoaded },
  };
}

/** Each server once to warm up, then all of them round by round; another one begins each round. */
async function inTurn(each: Case, servers: [ServerName, Server][]): Promise<CaseResult['servers']> {
  const figures = new Map(servers.map(([name]) => [name, { cpu: [], perSecond: [], p99Ms: [] } as Figures]));
  for (let round = -1; round < rounds; round++) {
    // Code that is not warm says nothing: a short run warms up like a whole one.
    const count = Math.round(each.count * (round < 0 ? 1 : share));
    for (let turn = 0; turn < servers.length; turn++) {
      const [name, server] = servers[(turn + round + 1) % servers.length] as [ServerName, Server];
      const bare = name === 'fastify' || name === 'node';
      const requests = requestsOf(bare ? { ...each, paths: [`/${each.name}?id=sample.creator`] } : each);
      const before = (await usageOf(server.child)).cpuMicroseconds;
      const { seconds, p99Ms } = await load(portOf(server), requests, count);
      const cpu = ((await usageOf(server.child)).cpuMicroseconds - before) / count;
      if (round < 0) continue;
      figures.get(name)?.cpu.push(cpu);
      figures.get(name)?.perSecond.push(count / seconds);
      figures.get(name)?.p99Ms.push(p99Ms);
    }
  }
  return Object.fromEntries(figures);
}

async function replyOf(url: string, { name, method, paths, body }: Case): Promise<BareReply> {
  const path = paths[0] ?? '/';
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
