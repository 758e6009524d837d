import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureWorld } from '../../seed/build.ts';

it.each<[string, (file: string) => void]>([
  ['with broken pages', (file) => overwrite(file, 40, 20)],
  ['with a broken first page', (file) => overwrite(file, 0, 1)],
  ['cut short', (file) => truncateSync(file, 100 * pageSize + 77)],
])('a cached world %s is made again', async (_, damage) => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  onTestFinished(() => rmSync(cacheDir, { recursive: true }));
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
