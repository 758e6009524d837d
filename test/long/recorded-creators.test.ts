import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { commandIn } from '../cli/io.ts';
import {
  contradictionsOf,
  creatorsIn,
  recordedInstant,
  recordedRun,
  unlikeRecordings,
} from '../recording/recorded-creators.ts';

const count = Number(process.env['RECORDED_CREATORS'] ?? 200);
const seed = Number(process.env['RECORDED_SEED'] ?? 5);

it(`${count} recorded creators answer as recorded, and contradict nothing, in another world`, async () => {
  console.log(`RECORDED_SEED=${seed} RECORDED_CREATORS=${count}`);
  const run = await recordedRun(count, { seed, size: Math.max(60, Math.ceil(count * 0.6)) });
  expect(run.creators).toBe(count);
  expect(run.said).not.toContain('that a fixture cannot hold');
  const [first] = run.recordings.values();
  const fixtures = join(run.folder, 'fixtures');
  const sandbox = await createSandbox({
    fixtures,
    ...{ seed: seed + 1, size: 60, vocabulary: 'neutral', pace: 0 },
    clock: new Date(first ? recordedInstant(first) : Number.NaN).toISOString(),
  });
  const { unlike, compared } = await unlikeRecordings(sandbox.url, run.recordings.values());
  expect(unlike.slice(0, 20)).toEqual([]);
  const creators = creatorsIn(fixtures);
  const found: string[] = [];
  for (const creator of creators) found.push(...(await contradictionsOf(sandbox.url, creator)));
  expect(found.slice(0, 20)).toEqual([]);
  await sandbox.close();
  const line = ['world', 'verify', '--size', '60', '--seed', String(seed + 1), '--fixtures', 'fixtures'];
  expect(await commandIn(run.folder, line)).toMatchObject({ code: 0, err: '' });
  console.log(`${run.recordings.size} look-ups of ${count} creators: ${compared} recorded values are equal`);
});
