import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { MutationReport } from '../../src/trials/mutation/report/model.ts';
import { commandIn } from '../cli/io.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('a vitest run uses the sandbox of mutate, with the clock and the gates of its setup', async () => {
  // Inside the project, where the packages are found.
  const folder = mkdtempSync(join(root, 'test/runs/vitest-run-'));
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  put(
    'setup.ts',
    `import { setupWith } from '${root}src/library/vitest-setup.ts';\nexport default setupWith({ clock: '2026-01-01T00:00:00Z', budget: 3 });`,
  );
  put(
    'cart.test.ts',
    `import { expect, it } from 'vitest';
import { useSandbox } from '${root}src/library/vitest.ts';
const sandbox = await useSandbox({ plan: 100 });
it('reads the followers', async () => {
  const reply = await fetch(sandbox.url + '/clip/profile?uniqueId=sample.creator', { headers: sandbox.own.headers });
  const { data, timestamp } = await reply.json();
  expect([data.totalFollowers, timestamp]).toEqual([486213, Date.parse('2026-01-01T00:00:00Z')]);
});`,
  );
  put(
    'vitest.config.ts',
    `export default { test: { globalSetup: './setup.ts', testTimeout: 600_000, hookTimeout: 600_000 } };`,
  );
  try {
    const { code, err } = await commandIn(
      folder,
      [
        'mutate',
        ...[
          '--size',
          '60',
          '--json',
          'report.json',
          '--only',
          'field-null,list-empty',
          '--parallel',
          '1',
          '--',
        ],
        ...[process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
      ],
      { env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } },
    );
    expect([code, err]).toEqual([0, expect.stringContaining('Score 50 %')]);
    const { mutants } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as MutationReport;
    expect(mutants.map(({ rule, status }) => [rule, status])).toEqual([
      ['field-null', 'killed'],
      ['list-empty', 'survived'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
