import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/system/package-root.ts';

const copied = [
  'package.json',
  'src',
  'seed',
  'fixtures',
  'test/ledger/model.ts',
  'test/long/crash-points',
  'test/long/schedules',
  'test/long/small',
];

/**
 * Copies the program with one file changed, so that a test can plant a fault.
 * @returns the folder
 * @throws if the file has not the text that is replaced
 */
export function copyProgram(
  folder: string,
  file?: string,
  changes: readonly (readonly [before: string, after: string])[] = [],
): string {
  mkdirSync(folder, { recursive: true });
  for (const part of copied) cpSync(join(packageRoot, part), join(folder, part), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  if (file === undefined) return folder;
  let text = readFileSync(join(folder, file), 'utf8');
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${file} has changed: there is no ${JSON.stringify(before)}`);
    text = text.replace(before, () => after);
  }
  writeFileSync(join(folder, file), text);
  return folder;
}
