import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplorationReport, ExploredFinding } from '../../src/trials/exploration/report/model.ts';
import { commandIn } from '../cli/io.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the project, where vitest is found.
const folder = mkdtempSync(join(root, 'test/runs/snippets-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bin = join(folder, 'bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };

/** It looks two creators up, and begins again when one fails: mended, only with those that are missing. */
const client = (isMended: boolean) => `
const known = new Set();
for (let attempt = 0; ; attempt += 1)
  try {
    for (const handle of ['sample.creator', 'sample.friend']) {
      if (${isMended} && known.has(handle)) continue;
      const reply = await fetch(process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId=' + handle, {
        headers: { 'api-key': 'sandbox:plan=1000:snippets' } });
      if (!(await reply.json()).success) throw new Error(reply.status);
      known.add(handle);
    }
    break;
  } catch (error) {
    if (attempt === 3) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50 * 3 ** attempt));
  }
`;
const write = (isMended: boolean) => writeFileSync(join(folder, 'client.mjs'), client(isMended));

let finding: ExploredFinding | undefined;
beforeAll(async () => {
  mkdirSync(bin);
  // The program of this project, as the package has it.
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec '${process.execPath}' '${join(root, 'src/main.ts')}' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  symlinkSync(process.execPath, join(bin, 'node'));
  write(false);
  const flags = ['--size', '60', '--faults', '503', '--json', 'report.json'];
  await commandIn(folder, ['explore', ...flags, '--', 'node', 'client.mjs'], { env });
  finding = (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ExplorationReport).findings[0];
});

/** @returns the exit code, and what was written */
const ended = (program: string, args: readonly string[]): Promise<[number, string]> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve([error === null ? 0 : Number(error.code), `${stdout}${stderr}`]),
    );
  });

async function beforeAndAfter(run: () => Promise<[number, string]>): Promise<[number, string][]> {
  write(false);
  const before = await run();
  write(true);
  return [before, await run()];
}

const hasPytest = (env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, 'pytest')));

describe('what a finding gives to see it again fails until the client is mended', () => {
  it('as a test for vitest', async () => {
    writeFileSync(join(folder, 'again.test.mjs'), finding?.again.vitest ?? '');
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: {} };');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const [before, after] = await beforeAndAfter(() =>
      ended(process.execPath, [vitest, 'run', '--root', folder, '--testTimeout', '600000']),
    );
    expect([before?.[0], after], before?.[1]).toEqual([1, [0, expect.stringContaining('1 passed')]]);
    expect(before?.[1]).toContain('paid-twice');
  });

  it.runIf(hasPytest)('as a test for pytest', async () => {
    writeFileSync(join(folder, 'test_again.py'), finding?.again.pytest ?? '');
    const [before, after] = await beforeAndAfter(() => ended('pytest', ['-q', 'test_again.py']));
    expect([before?.[0], after], before?.[1]).toEqual([1, [0, expect.stringContaining('1 passed')]]);
    expect(before?.[1]).toContain('paid-twice');
  });
});
