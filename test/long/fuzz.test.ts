import { describe, expect, it } from 'vitest';
import { expectRightBooks } from '../fuzz/books.ts';
import { type FuzzReport, fuzz } from '../fuzz/fuzz.ts';
import { operationsOf } from '../fuzz/operations.ts';
import { keys, leaverKey } from '../fuzz/requests.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';

/** FUZZ_REQUESTS is how many are sent in all, FUZZ_RUN another sequence of them, FUZZ_FROM the first one. */
const count = Number(process.env['FUZZ_REQUESTS'] ?? 200_000);
const run = Number(process.env['FUZZ_RUN'] ?? 1);
const from = Number(process.env['FUZZ_FROM'] ?? 0);

describe.each(['neutral', 'published'] as const)('hostile requests in the %s vocabulary', (vocabulary) => {
  const opened = async () => {
    const data = newFolder();
    return testApp({ vocabulary, data, size: 1200 }, { wait: async () => {} });
  };

  it('to both generations', async () => {
    const app = await opened();
    const operations = (await operationsOf(app)).filter(({ surface }) => surface !== 'admin');
    const report = await fuzz(app, operations, { run, from, count: count * 0.4 });
    show(report);
    expect(report.findings).toEqual([]);
    await expectRightBooks(app, [...keys, leaverKey]);
  });

  it('to both generations and the admin surface, which changes the accounts and the clock', async () => {
    const app = await opened();
    const report = await fuzz(app, await operationsOf(app), { run: run + 1_000, from, count: count * 0.1 });
    show(report);
    expect(report.findings).toEqual([]);
  });
});

function show({ statuses, longestPiece }: FuzzReport): void {
  const counts = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status || 'left'}`);
  console.log(`${counts.join(', ')}; longest piece ${longestPiece.toFixed(2)} parses of 1 MB`);
}
