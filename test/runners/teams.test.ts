import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { connect, createSandbox } from '../../src/library/index.ts';
import { tokensOf } from '../admin/tokens.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const teams = ['a', 'b'] as const;
const workers = 16;

const sandbox = await createSandbox({
  size: 60,
  logLevel: 'silent',
  adminTokens: tokensOf([
    ...teams.map((team) => ({ name: team, scope: 'own' as const, labels: [`team-${team}-*`], maxKeys: 200 })),
    { name: 'root', scope: 'all' },
  ]),
});
const folders: string[] = [];
afterAll(async () => {
  await sandbox.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A test file of a team: what the library offers, and nothing of the other team. */
const fileOf = (team: string) => `import { expect, it } from 'vitest';
import { useSandbox } from '${root}src/library/vitest.ts';
const sandbox = await useSandbox({ plan: 100, fractional: true });
const path = '/clip/profile?uniqueId=secret-of-${team}';
const ask = (headers = sandbox.own.headers) => fetch(sandbox.url + path, { headers });
it('pays and verifies', async () => {
  for (let n = 0; n < 5; n += 1) await ask();
  await sandbox.verify({ path: '/clip/profile' }, { exactly: 5 });
});
it('forces a refusal of its own', async () => {
  await sandbox.fault({ respond: { status: 503 }, times: 1 });
  expect((await ask()).status).toBe(503);
  expect((await ask()).status).not.toBe(503);
});
it('moves the clock of its account', async () => {
  expect((await sandbox.advance('31d')).length).toBeLessThan(2);
});
it('waits for a request', async () => {
  const waiting = sandbox.waitFor({ query: { uniqueId: 'secret-of-${team}' } }, 8);
  await ask();
  expect(await waiting).not.toEqual([]);
});
it('sees only its team', async () => {
  const { admin } = sandbox;
  const seen = JSON.stringify([await admin.keys(), await admin.requests(), await admin.faults(), await admin.reportKeys()]);
  expect(seen).toContain('team-${team}-');
  expect(seen).not.toMatch(/team-(?!${team}-)|secret-of-(?!${team})/);
  await expect(admin.report()).rejects.toThrow('scope');
});
it('starts again', async () => {
  await sandbox.reset();
  await sandbox.verify({ path: '/clip/profile' }, { exactly: 0 });
});
`;

function suiteOf(team: string): Promise<{ code: number | null; text: string }> {
  const folder = mkdtempSync(join(root, 'test/runners/run-'));
  folders.push(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('setup.ts', `export { default } from '${root}src/library/vitest-setup.ts';`);
  write(
    'vitest.config.ts',
    `export default { test: { globalSetup: './setup.ts', pool: 'threads', maxWorkers: ${workers}, testTimeout: 600_000, hookTimeout: 600_000 } };`,
  );
  for (let n = 1; n <= workers; n += 1) write(`part-${n}.test.ts`, fileOf(team));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CREATOR_SANDBOX_URL: sandbox.url,
    CREATOR_SANDBOX_ADMIN: sandbox.adminUrl ?? '',
    SANDBOX_ADMIN_TOKEN: `token-of-${team}`,
  };
  for (const name of ['VITEST', 'VITEST_WORKER_ID', 'VITEST_POOL_ID', 'REPORT']) delete env[name];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { env },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += String(piece)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

it('two teams run their suites side by side on one server, 16 workers each', async () => {
  const [a, b] = await Promise.all(teams.map(suiteOf));
  for (const suite of [a, b]) {
    expect(suite?.text).toMatch(/Tests .*96 passed/);
    expect(suite?.code).toBe(0);
  }
  const all = await connect(sandbox.url, { token: 'token-of-root' });
  const rows = (await all.reportKeys()).map(({ label }) => label);
  for (const team of teams)
    expect(rows.filter((label) => label?.startsWith(`team-${team}-part-`))).toHaveLength(workers);
  expect(new Set((await all.audit()).map(({ token }) => token))).toEqual(new Set(teams));
});
