import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { main, root, spread, startServer, stopServer } from './servers.ts';

/**
 * What the sandbox costs: start-up to the first answer, resident memory, and requests per second of
 * `/clip/profile` beside a bare Fastify that sends the same bytes. Machines are noisy: the two are loaded in
 * turn and the ratio is what counts.
 */
const rounds = 5;
const load = { connections: 32, duration: 3 };
const headers = { 'api-key': 'demo-unlimited' };

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
