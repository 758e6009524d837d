import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { main, startServer, stopServer, urlOf, usageOf } from '../bench/servers.ts';
import { testApp } from '../harness.ts';
import { queryOf } from '../service/v3/requests.ts';

/** SOAK_SECONDS makes it shorter, to try it. */
const seconds = Number(process.env['SOAK_SECONDS'] ?? 300);
const connections = 8;
const maxMiB = 200;

const { deps } = await testApp();

it(`the compiled program stays under ${maxMiB} MiB after a soak of all operations`, async () => {
  const server = await startServer([main, 'start', '--port', '0', '--pace', '5', '--log-level', 'silent']);
  const resident = async () => (await usageOf(server.child)).residentMiB;
  const until = performance.now() + seconds * 1000;
  const statuses = new Map<number, number>();
  let sent = 0;
  let most = 0;

  const client = async () => {
    while (performance.now() < until)
      for (const { method, path, about } of deps.servedRoutes) {
        const reply = await ask(urlOf(server), sent++, method, path, about.sample);
        statuses.set(reply, (statuses.get(reply) ?? 0) + 1);
        if (performance.now() >= until) break;
      }
  };
  const watch = async () => {
    for (; performance.now() < until; await sleep(500)) most = Math.max(most, await resident());
  };
  await Promise.all([watch(), ...Array.from({ length: connections }, client)]);
  await sleep(2_000);
  const left = await resident();
  await stopServer(server.child);

  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'left'}`);
  console.log(
    `soak of ${seconds} s: ${sent} requests at ${deps.servedRoutes.length} routes (${counts.join(', ')})`,
  );
  console.log(`program: ${main.endsWith('.ts') ? 'sources' : 'compiled'}`);
  console.log(`resident memory: ${most.toFixed(0)} MiB at most, ${left.toFixed(0)} MiB at the end`);
  for (const [bodies, { bytesPerEntry, microseconds }] of Object.entries(journalCosts()))
    console.log(`journal, ${bodies} bodies: ${bytesPerEntry} bytes and ${microseconds} µs per entry`);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(sent / 2);
  // Sources take more: Node keeps their text and strips their types.
  expect(left).toBeLessThan(main.endsWith('.ts') ? maxMiB + 40 : maxMiB);
});

/** One call, some of them refused, some of them left before their end. @returns the status, 0 for a call that was left */
async function ask(url: string, n: number, method: string, path: string, sample: object): Promise<number> {
  const key = n % 50 === 0 ? 'demo-empty' : `sandbox:unlimited,fractional:soak-${n % 5}`;
  const given: Record<string, unknown> = { ...sample, ...(n % 20 === 0 && { uniqueId: `nobody-${n}` }) };
  const headers = {
    'api-key': key,
    apiId: key,
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  };
  const leaving = new AbortController();
  try {
    const reply = await fetch(method === 'GET' ? `${url}${path}?${queryOf(given)}` : url + path, {
      method,
      headers,
      signal: leaving.signal,
      ...(method === 'POST' && { body: JSON.stringify(given) }),
    });
    if (n % 30 === 0) leaving.abort();
    await reply.arrayBuffer();
    return reply.status;
  } catch (error) {
    if (leaving.signal.aborted) return 0;
    throw error;
  }
}

/** In a process of its own, where the garbage can be collected. */
function journalCosts(): Record<string, { bytesPerEntry: number; microseconds: number }> {
  const program = fileURLToPath(new URL('journal-cost.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })) as never;
}
