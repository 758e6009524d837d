import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFolder } from '../../../src/app/sandbox/watch-folder.ts';
import { newFolder } from '../../new-folder.ts';

test('a change of a file counts once the file has settled, and a further one once the first was taken', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('a.json', '1');
  const taken: (() => void)[] = [];
  const stop = watchFolder(folder, () => new Promise((resolve) => taken.push(resolve)));
  const changesAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return taken.length;
  };
  // Four looks a second.
  expect(await changesAfter(1_000)).toBe(0);
  write('a.json', '12');
  expect(await changesAfter(250)).toBe(0);
  write('a.json', '123');
  expect(await changesAfter(250)).toBe(0);
  expect(await changesAfter(249)).toBe(0);
  expect(await changesAfter(1)).toBe(1);
  write('b.json', '');
  expect(await changesAfter(1_000)).toBe(1);
  taken[0]?.();
  expect(await changesAfter(1_000)).toBe(2);
  taken[1]?.();
  write('c.txt', '');
  expect(await changesAfter(1_000)).toBe(2);
  stop();
  write('d.json', '');
  expect(await changesAfter(1_000)).toBe(2);
});
