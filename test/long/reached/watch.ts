import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type RarePoint, rarePoints, reachedChannel } from '../../../src/core/reached.ts';

/** What only runs of the full length reach: CI's are shorter, and set SOAK_SECONDS. */
const onlyInFullRuns: readonly RarePoint[] = [];

/** Watches which rare branches the long runs take, and fails at their end for each that none of them took. */
export default function watchRarePoints(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reached-'));
  const file = join(folder, 'points');
  const recorder = new URL('record.js', import.meta.url).href;
  process.env['REACHED_FILE'] = file;
  process.env['REACHED_CHANNEL'] = reachedChannel;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${recorder}`;

  return async () => {
    const noted = existsSync(file) ? new Set(readFileSync(file, 'utf8').split('\n')) : new Set();
    rmSync(folder, { recursive: true });
    const expected = process.env['SOAK_SECONDS'] ? except(rarePoints, onlyInFullRuns) : rarePoints;
    const missing = expected.filter((point) => !noted.has(point));
    console.log(
      `rare branches: ${rarePoints.filter((point) => noted.has(point)).length} of ${rarePoints.length} reached`,
    );
    if (missing.length === 0) return;
    const sentence = `No long run reached: ${missing.join('; ')}.`;
    if (await isWhole(project)) throw new Error(sentence);
    console.log(sentence);
  };
}

/** Whether every test of the project ran. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(project.vitest.state.getFiles().map(({ filepath }) => filepath));
  return !project.config.testNamePattern && testFiles.every((each) => ran.has(each));
}

const except = <Of>(all: readonly Of[], some: readonly Of[]): Of[] =>
  all.filter((each) => !some.includes(each));
