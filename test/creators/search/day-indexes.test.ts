import { describe, expect, it } from 'vitest';
import { platformsByName } from '../../../src/core/platforms.ts';
import { createTurns } from '../../../src/core/turns.ts';
import { createIndexThread } from '../../../src/creators/search/index-thread.ts';
import type { IndexName } from '../../../src/creators/search/make-indexes.ts';
import { inSlices } from '../../../src/creators/search/steps.ts';
import { decodePart } from '../../../src/creators/world/index-parts.ts';
import { worldOf } from '../world/worlds.ts';

const world = await worldOf({ seed: 1, size: 60 });
const names: IndexName[] = [
  ...platformsByName.flatMap((platform) =>
    (['creators', 'contents', 'basics'] as const).map((kind): IndexName => `${platform} ${kind}`),
  ),
  'brands',
];

describe('the thread', () => {
  it('makes the indexes that the file of the world has, byte for byte', async () => {
    const thread = createIndexThread(world, {
      turns: createTurns(),
      onFailure: (error) => expect.fail(String(error)),
    });
    for (const index of names) {
      const made = (await inSlices(thread.make({ day: 0, index }))) ?? expect.fail(index);
      for (const [name, ...part] of made)
        expect(decodePart(...part), `${index} ${name}`).toEqual(world.indexPart?.(index, name));
    }
    expect(thread.counts()).toEqual({ started: 1, running: 1, begun: names.length, waiting: 0 });
    await thread.close();
    expect(thread.counts().running).toBe(0);
  });
});
