/**
 * Measures what `--call-sites` costs the command that runs under it: processor time of all its processes with it against
 * without it, in pairs that take turns. Prints one line per suite; ends with 1 where the median ratio of a suite is over
 * the limit. `npm run build && npm run bench:call-sites`
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { requireOption } from '../../src/cli/call-sites.ts';
import { main, medianOf, root, spread, startServer, stopServer, urlOf } from './servers.ts';

const pairs = Number(process.argv[2] ?? 20);
const limit = 1.03;
const requests = 2000;

const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
for (const name of ['client.ts', 'client.test.ts', 'package.json'])
  cpSync(`${root}examples/typescript/${name}`, join(folder, name));
for (const [name, target] of [
  ['creator-sandbox', root],
  ['vitest', `${root}node_modules/vitest`],
] as const) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(target, join(folder, 'node_modules', name));
}
writeFileSync(
  join(folder, 'vitest.config.ts'),
  "export default { test: { globalSetup: ['creator-sandbox/vitest-setup'], testTimeout: 300_000 } };",
);
const names = ['sample.creator', 'sample.friend', 'nobody.at.all'];
for (let file = 0; file < 4; file++)
  writeFileSync(
    join(folder, `suite-${file}.test.mjs`),
    `import assert from 'node:assert';
import { describe, it } from 'node:test';
import { createClient } from './client.ts';
const { CREATOR_SANDBOX_URL: baseUrl, CREATOR_SANDBOX_KEY: apiKey } = process.env;
describe('the client', () => {
  for (let n = 0; n < 25; n++)
    it(\`looks up \${n}\`, async () => {
      const client = createClient({ baseUrl, apiKey, budget: 100 });
      const handle = ${JSON.stringify(names)}[n % 3];
      assert.equal((await client.creator(handle))?.handle, n % 3 === 2 ? undefined : handle);
    });
});
`,
  );
writeFileSync(
  join(folder, 'loop.mjs'),
  `const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
for (let n = 0; n < ${requests}; n++)
  await (await fetch(\`\${url}/usage\`, { headers: { 'api-key': key } })).json();
`,
);

const suites = [
  {
    title: 'the example under vitest',
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'client.test.ts'],
    hasLimit: true,
  },
  {
    title: 'four files of node:test',
    command: [
      process.execPath,
      '--test',
      'suite-0.test.mjs',
      'suite-1.test.mjs',
      'suite-2.test.mjs',
      'suite-3.test.mjs',
    ],
    hasLimit: true,
  },
  { title: `a loop of ${requests} requests`, command: [process.execPath, 'loop.mjs'], hasLimit: false },
];

const server = await startServer([main, 'start', '--port', '0']);
const bare = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  CREATOR_SANDBOX_URL: urlOf(server),
  CREATOR_SANDBOX_ADMIN: `${urlOf(server)}/__admin`,
  CREATOR_SANDBOX_KEY: 'demo-unlimited',
};
const marked = {
  ...bare,
  NODE_OPTIONS: requireOption(`${root}dist/call-sites.cjs`),
  CREATOR_SANDBOX_CALL_SITES: folder,
};

let isOver = false;
for (const { title, command, hasLimit } of suites) {
  for (const env of [bare, marked]) cpuMsOf(command, env);
  const figures: { marked: number; bare: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // The one that begins takes turns too.
    if (pair % 2 === 0) figures.push({ bare: cpuMsOf(command, bare), marked: cpuMsOf(command, marked) });
    else figures.push({ marked: cpuMsOf(command, marked), bare: cpuMsOf(command, bare) });
  }
  const ratios = figures.map((pair) => pair.marked / pair.bare);
  const [withIt, without] = [figures.map((pair) => pair.marked), figures.map((pair) => pair.bare)];
  console.log(`${title}: ${spread(ratios, 3)}, with ${spread(withIt)} ms, without ${spread(without)} ms`);
  if (hasLimit && medianOf(ratios) > limit) isOver = true;
}
await stopServer(server.child);
if (isOver) process.exitCode = 1;

/** Processor time of a command and the processes that it waited for. */
function cpuMsOf(command: readonly string[], env: NodeJS.ProcessEnv): number {
  const timed = ['-c', '"$@" >&2 || exit 1; times', 'bash', ...command];
  const { status, stdout, stderr } = spawnSync('bash', timed, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed\n${stderr}`);
  const children = stdout.trim().split('\n')[1] ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}
