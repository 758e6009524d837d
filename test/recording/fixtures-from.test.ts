import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { commandIn } from '../cli/io.ts';
import {
  contradictionsOf,
  creatorsIn,
  described,
  recordedInstant,
  recordedRun,
  unlikeRecordings,
} from './recorded-creators.ts';

const run = await recordedRun(Number(process.env['RECORDED_CREATORS'] ?? 9), { seed: 5, size: 120 });
const [first] = run.recordings.values();
if (!first) throw new Error('nothing was recorded');
/** Another world, on the day of the recording, with the recorded creators. */
const sandbox = await createSandbox({
  fixtures: join(run.folder, 'fixtures'),
  ...{ seed: 8, size: 60, vocabulary: 'neutral', pace: 0 },
  clock: new Date(recordedInstant(first)).toISOString(),
});
afterAll(() => sandbox.close());
const creators = creatorsIn(join(run.folder, 'fixtures'));

describe('fixtures of recordings', () => {
  it('answer every recorded look-up as it was recorded, in another world', async () => {
    console.log(run.said);
    const { unlike, compared } = await unlikeRecordings(sandbox.url, run.recordings.values());
    expect(unlike.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(100 * run.creators);
  });

  it('contradict neither themselves nor the searches, in both generations', async () => {
    const found: string[] = [];
    for (const creator of creators) found.push(...(await contradictionsOf(sandbox.url, creator)));
    console.log(found.length);
    expect(found.slice(0, 20)).toEqual([]);
  });

  it('are sound as a world', async () => {
    const { code, out, err } = await commandIn(run.folder, [
      'world',
      'verify',
      ...['--size', '60', '--seed', '8', '--fixtures', 'fixtures'],
    ]);
    expect(err.split('\n').slice(0, 20)).toEqual(['']);
    expect(out).toMatch(/ is sound\.\n$/);
    expect(code).toBe(0);
  });

  it('are found by a search in plain words', async () => {
    const reply = await fetch(
      `${sandbox.url}/clip/profile?uniqueId=${creators.find(({ platform }) => platform === 'clip')?.id}`,
      { headers: { 'api-key': 'sandbox:unlimited:nls' } },
    );
    const { data } = (await reply.json()) as { data: { totalFollowers: number } };
    console.log(
      data.totalFollowers,
      await described(sandbox.url, `clip creators with exactly ${data.totalFollowers} followers`),
    );
    console.log(
      data.totalFollowers,
      await described(
        sandbox.url,
        `clip creators with at least ${data.totalFollowers} followers and at most ${data.totalFollowers} followers`,
      ),
    );
    console.log(
      data.totalFollowers,
      await described(
        sandbox.url,
        `clip creators with between ${data.totalFollowers} and ${data.totalFollowers} followers`,
      ),
    );
  });
});
