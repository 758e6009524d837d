import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../new-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('a fresh clone has the dashboard after what `npm ci` runs, and its start serves it', async () => {
  const clone = join(newFolder(), 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  // In place of the download.
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  execFileSync('npm', ['run', 'prepare'], { cwd: clone, stdio: 'ignore' });

  const started = spawn('npm', ['start', '-s', '--', '--port', '0', '--size', '60'], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  const { admin } = JSON.parse(line) as { admin: string };
  const page = await fetch(`${admin}/`);
  expect(page.status).toBe(200);
  const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? [];
  expect((await fetch(new URL(script, `${admin}/`))).status).toBe(200);
});
