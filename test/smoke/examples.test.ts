import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../documents/compile.ts';
import { commandsOf, problemsOf } from '../documents/try-page.ts';
import { openWorkshop, root, type Workshop } from '../documents/workshop.ts';

let workshop: Workshop;
beforeAll(() => {
  const opened = openWorkshop();
  // The package is built; `npm pack` need not build it again.
  workshop = { ...opened, environment: { ...opened.environment, npm_config_ignore_scripts: 'true' } };
});
afterAll(() => workshop.remove());

describe.each(['typescript', 'python', 'shell'])('the example in %s', (language) => {
  it('goes from nothing to a green test by the commands of its page, five at most', async () => {
    const page = readFileSync(join(root, 'examples', language, 'README.md'), 'utf8');
    const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
    expect(commands.trim().split('\n').length).toBeLessThanOrEqual(5);
    expect(await problemsOf(language, page, workshop)).toEqual([]);
  });

  it('is green in CI, where only the committed files are', () => {
    const folder = join(workshop.folder, language);
    const job = join(folder, 'job');
    execFileSync('git', ['clone', '-q', join(folder, 'my-client'), job]);
    const workflow = parse(readFileSync(join(job, '.github/workflows/test.yml'), 'utf8'));
    const summary = join(folder, 'summary.md');
    const env = { ...workshop.environment, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const commands = commandsOf(workflow);
    expect(commands.length).toBeGreaterThan(1);
    for (const command of commands) {
      const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', command], {
        cwd: job,
        env,
        encoding: 'utf8',
      });
      expect([command, status, status === 0 || stdout + stderr]).toEqual([command, 0, true]);
    }
  });
});

it('the example in TypeScript compiles as `tsc --init` would have it', () => {
  expect(
    compile(join(workshop.folder, 'typescript/my-client'), ['client.ts', 'client.test.ts', 'setup.ts']),
  ).toBe('');
});
