import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the project, where the packages are found.
const folder = mkdtempSync(join(root, 'test/report/vitest-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs two tests against a sandbox of the run. @returns exit code and output */
function vitestRun(settings: object) {
  writeFileSync(
    join(folder, 'setup.ts'),
    `import { setupWith } from '${root}src/vitest-setup.ts';\nexport default setupWith(${JSON.stringify({ size: 60, ...settings })});`,
  );
  writeFileSync(
    join(folder, 'cart.test.ts'),
    `import { expect, it } from 'vitest';
import { useSandbox } from '${root}src/vitest.ts';
const sandbox = await useSandbox({ plan: 100 });
const ask = () => fetch(sandbox.url + '/sponsor/list?pageSize=1', { headers: sandbox.own.headers });
it('pays', async () => {
  await ask();
  expect(await sandbox.spent(sandbox.own.id)).toBe(1);
});
it('knows its tests', async () => {
  await ask();
  const { byTest } = (await sandbox.report()).receipt;
  expect(byTest.map(({ test, calls }) => [test, calls])).toEqual([
    ['cart.test.ts > knows its tests', 1],
    ['cart.test.ts > pays', 1],
  ]);
});`,
  );
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { globalSetup: './setup.ts' } };`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    {
      encoding: 'utf8',
      env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
    },
  );
  return { status, text: stdout + stderr };
}

describe('vitest', { timeout: 60_000 }, () => {
  it('passes when the gates of its setup hold', () => {
    const { status, text } = vitestRun({ budget: 2 });
    expect([status, text]).toEqual([
      0,
      expect.stringContaining('creator-sandbox: 2 requests, 0 of them refused'),
    ]);
  });

  it('fails when one does not, and says why', () => {
    const { status, text } = vitestRun({ budget: 1 });
    expect([status, text]).toEqual([
      1,
      expect.stringContaining('1 gate does not hold. The run spent 2 credits'),
    ]);
    expect(text).toContain('2 passed');
  });
});
