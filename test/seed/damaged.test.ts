import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ensureWorld } from '../../seed/build.ts';
import { newFolder } from '../new-folder.ts';

it.each<[string, (file: string) => void]>([
  ['with broken pages', (file) => overwrite(file, 40, 20)],
  ['with a broken first page', (file) => overwrite(file, 0, 1)],
  ['cut short', (file) => truncateSync(file, 100 * pageSize + 77)],
])('a cached world %s is made again', async (_, damage) => {
  const cacheDir = newFolder();
  const file = await ensureWorld({ seed: 3, size: 20, cacheDir });
  const whole = readFileSync(file);
  damage(file);
  expect(readFileSync(file).equals(whole)).toBe(false);

  expect(await ensureWorld({ seed: 3, size: 20, cacheDir })).toBe(file);
  expect(readFileSync(file).equals(whole)).toBe(true);
});

const pageSize = 8192;

function overwrite(file: string, from: number, pages: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pages * pageSize, 'x'), 0, pages * pageSize, from * pageSize);
  closeSync(handle);
}
