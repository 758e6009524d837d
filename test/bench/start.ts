/**
 * Measures how long starts and short commands take: the package, and a bare Fastify (for commands a Node that does nothing),
 * in rounds that take turns. Prints a table of medians, and of the medians of the ratios within the rounds.
 * `npm run build && npm run bench:start`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf, main as packaged, root, spread, usageOf } from './servers.ts';

const rounds = Number(process.argv[2] ?? 21);

const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const replies = join(folder, 'replies.json');
const body = JSON.stringify({ success: true, data: { uniqueId: 'sample.creator' } });
writeFileSync(
  replies,
  JSON.stringify([{ name: 'hot', method: 'GET', type: 'application/json; charset=utf-8', body }]),
);

interface Figures {
  /** From the start of the process to the whole reply, or to its end. */
  readonly ms: number;
  /** Until then, over all threads. */
  readonly cpuMs: number;
  /** A second later. */
  readonly residentMiB?: number;
}

let caches = 0;
const newCache = () => join(folder, `cache-${++caches}`);
const ownCache = newCache();

function begun(command: readonly string[], cache = ownCache): ChildProcess {
  const [program = '', ...args] = command;
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: cache };
  return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The `url` of the line of JSON that a server writes once it is up. */
async function urlFrom(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  const written = once(child.stdout as NonNullable<typeof child.stdout>, 'data') as Promise<[Buffer]>;
  const [line] = await Promise.race([written, ended]);
  // It ends later, when it is told to.
  ended.catch(() => {});
  return (JSON.parse(String(line).split('\n')[0] ?? '') as { url: string }).url;
}

/** Starts a server that writes a line of JSON with its `url`, and asks it once. */
async function started(command: readonly string[], path: string, cache?: string): Promise<Figures> {
  const startedAt = performance.now();
  const child = begun(command, cache);
  const url = await urlFrom(child);
  const reply = await fetch(url + path, { headers: { 'api-key': 'demo-full' } });
  await reply.text();
  const ms = performance.now() - startedAt;
  if (reply.status !== 200) throw new Error(`${command.join(' ')}: status ${reply.status}`);
  const { cpuMicroseconds } = await usageOf(child);
  await sleep(1000);
  const { residentMiB } = await usageOf(child);
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  await end;
  return { ms, cpuMs: cpuMicroseconds / 1000, residentMiB };
}

/** Runs a command to its end. */
async function ended(command: readonly string[]): Promise<Figures> {
  const startedAt = performance.now();
  const child = begun(['bash', '-c', '"$@" >/dev/null 2>&1; times', 'bash', ...command]);
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  await once(child, 'close');
  const ms = performance.now() - startedAt;
  const children = text.trim().split('\n')[1] ?? '';
  const cpuMs = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
  return { ms, cpuMs };
}

const node = process.execPath;
const call = '/clip/profile?uniqueId=sample.creator';
const start = [node, packaged, 'start', '--port', '0'];
const asked = await startAsked();
const bareServer = () => started([node, `${root}test/bench/bare.js`, replies], '/hot?id=x');
const bareNode = () => ended([node, '-e', '0']);
const command = (...args: string[]) => ({ bare: bareNode, package: () => ended([node, packaged, ...args]) });
const rows: Record<string, Record<string, () => Promise<Figures>>> = {
  'first start': { bare: bareServer, package: () => started(start, call, newCache()) },
  'second start': { bare: bareServer, package: () => started(start, call) },
  '--version': command('--version'),
  '--help': command('--help'),
  health: command('health', '--port', asked.port),
};

/** The sandbox that `health` asks. */
async function startAsked() {
  const child = begun(start);
  process.once('exit', () => child.kill());
  const url = await urlFrom(child);
  return { child, port: new URL(url).port };
}

const all = Object.entries(rows).flatMap(([row, cells]) =>
  Object.entries(cells).map(([name, run]) => ({ row, name, run, figures: [] as Figures[] })),
);
// The first round fills caches.
for (let round = -1; round < rounds; round++)
  for (let place = 0; place < all.length; place++) {
    const cell = all[(place + Math.max(round, 0)) % all.length];
    const figures = await cell?.run();
    if (round >= 0 && figures) cell?.figures.push(figures);
  }

console.log(`${rounds} rounds, Node ${process.version}\n`);
for (const { row, name, figures } of all) {
  const bare = all.find((cell) => cell.row === row && cell.name === 'bare')?.figures ?? [];
  const ratio = (of: (figure: Figures) => number) =>
    medianOf(figures.map((figure, index) => of(figure) / of(bare[index] as Figures))).toFixed(2);
  const resident = figures.flatMap(({ residentMiB }) => residentMiB ?? []);
  console.log(
    [
      `${row}, ${name}: ${spread(figures.map(({ ms }) => ms))} ms, ${ratio(({ ms }) => ms)} of bare`,
      `CPU ${spread(figures.map(({ cpuMs }) => cpuMs))} ms, ${ratio(({ cpuMs }) => cpuMs)} of bare`,
      ...(resident.length > 0 ? [`${spread(resident)} MiB`] : []),
    ].join('; '),
  );
}
asked.child.kill();
