import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The oldest release of each line that is older than ours, and the ends of the line that ignores errors of a teardown. */
const versions = ['3.2.7', '4.0.18', '4.1.0', '4.1.12'];

const packages = newFolder();
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
const [packed] = JSON.parse(npm(packages, 'pack', root, '--json', '--ignore-scripts')) as [
  { filename: string },
];

describe.each(versions)('vitest %s', (version) => {
  const folder = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  /** Ends with two credits spent. */
  const runWithBudget = (budget: number) => {
    write(
      'setup.mjs',
      `import { setupWith } from 'creator-sandbox/vitest-setup';\nexport default setupWith({ size: 60, budget: ${budget} });`,
    );
    const { VITEST: _, NODE_OPTIONS: _options, ...env } = process.env;
    const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    return { status, text: stdout + stderr };
  };

  it('fails a run whose gate does not hold, with one sentence and no stack, and passes one whose gate holds', () => {
    write('package.json', '{ "name": "user", "private": true, "type": "module" }');
    write('vitest.config.mjs', `export default { test: { globalSetup: './setup.mjs' } };`);
    write(
      'cart.test.mjs',
      `import { expect, it } from 'vitest';
import { useSandbox } from 'creator-sandbox/vitest';
const sandbox = await useSandbox({ plan: 100 });
it('pays twice', async () => {
  for (const page of [0, 1]) {
    const reply = await fetch(sandbox.url + '/sponsor/list?pageSize=1&offset=' + page, { headers: sandbox.own.headers });
    expect(reply.status).toBe(200);
  }
});`,
    );
    npm(folder, 'install', '--ignore-scripts', join(packages, packed.filename), `vitest@${version}`);

    const failed = runWithBudget(1);
    expect([failed.status, failed.text]).toEqual([
      1,
      expect.stringContaining('1 gate does not hold. The run spent 2 credits'),
    ]);
    expect(failed.text).toMatch(/Tests .*1 passed/);
    expect(failed.text).not.toMatch(/^ +at /m);

    const held = runWithBudget(2);
    expect([held.status, held.text]).toEqual([0, expect.stringContaining('creator-sandbox: 2 requests')]);
  });
});
