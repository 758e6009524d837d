import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

/**
 * What the sandbox costs: start-up to the first answer, resident memory, and requests per second of
 * `/clip/profile` beside a bare Fastify that sends the same bytes. Machines are noisy: the two are loaded in
 * turn and the ratio is what counts.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const main = existsSync(`${root}dist/src/main.js`) ? `${root}dist/src/main.js` : `${root}src/main.ts`;
const rounds = 5;
const load = { connections: 32, duration: 3 };
const headers = { 'api-key': 'demo-unlimited' };

interface Server {
  child: ChildProcess;
  line: Record<string, string>;
}

const starts: number[] = [];
for (let round = 0; round < rounds; round++) {
  const startedAt = performance.now();
  const { child, line } = await startServer([main, 'start', '--port', '0', '--log-level', 'silent']);
  await (await fetch(line['example'] ?? '', { headers })).text();
  starts.push(performance.now() - startedAt);
  await stopServer(child);
}

const sandbox = await startServer([main, 'start', '--port', '0', '--log-level', 'silent']);
const example = sandbox.line['example'] ?? '';
const idle = residentMiB(sandbox.child);
const body = await (await fetch(example, { headers })).text();
const bare = await startServer([`${root}test/bench/bare.ts`, body]);

const ratios: number[] = [];
const rates: number[][] = [[], []];
for (let round = 0; round < rounds; round++) {
  const sandboxRate = await rate(example);
  const bareRate = await rate(bare.line['url'] ?? '');
  rates[0]?.push(sandboxRate);
  rates[1]?.push(bareRate);
  ratios.push(sandboxRate / bareRate);
}
const loaded = residentMiB(sandbox.child);
await stopServer(sandbox.child);
await stopServer(bare.child);

console.log(`program                       ${main.endsWith('.ts') ? 'sources' : 'compiled'}`);
console.log(`start-up to first answer      ${spread(starts)} ms`);
console.log(`resident memory, idle         ${idle} MiB`);
console.log(`resident memory, after load   ${loaded} MiB`);
console.log(`reply                         ${body.length} bytes`);
console.log(`/clip/profile                 ${spread(rates[0] ?? [])} requests/s`);
console.log(`bare Fastify, same bytes      ${spread(rates[1] ?? [])} requests/s`);
console.log(`ratio                         ${spread(ratios, 2)}`);

/** Starts a server of ours and reads the one line of JSON that tells where it is. */
function startServer(args: string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve({ child, line: JSON.parse(text.slice(0, end)) as Record<string, string> });
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, headers, ...load });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}

/** Linux only: from the kernel's own account of the process. */
function residentMiB(child: ChildProcess): string {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
  } catch {
    return 'unknown';
  }
}

/** Median, and the range it comes from. */
function spread(figures: readonly number[], decimals = 0): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((figure) =>
    (figure ?? Number.NaN).toFixed(decimals),
  );
  return `${median} (${least} to ${most})`;
}
