import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFormats } from '../../src/cli/write-report.ts';
import { newFolder } from '../new-folder.ts';

it('the summary of a job stays within 1 MiB, with whole lines, and says that there is more', () => {
  const file = join(newFolder(), 'summary.md');
  const row = `| ${'ä'.repeat(96)} | 2 |\n`;
  const io = { env: { GITHUB_STEP_SUMMARY: file } } as unknown as Parameters<typeof writeFormats>[2];
  const before = '# Of another step\n';
  writeFileSync(file, before);
  writeFormats(() => row.repeat(10), {}, io);
  expect(readFileSync(file, 'utf8')).toBe(before + row.repeat(10));
  writeFormats(() => row.repeat(6_000), {}, io);
  const text = readFileSync(file, 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024 - 2 * Buffer.byteLength(row));
  const [kept = '', note] = text.slice(before.length).split('\nThe rest of the report');
  expect([kept.replaceAll(row, ''), note]).toEqual([
    '',
    ' does not fit here: write it with `--json` or `--html`.\n',
  ]);
  writeFormats(() => row, {}, io);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
