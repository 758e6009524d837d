import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { isRunning } from '../../src/launcher/is-running.ts';

it('a process runs from its start to its end, whoever started it', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect([process.pid, 1, pid].map(isRunning)).toEqual([true, true, false]);
});
