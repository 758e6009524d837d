import { describe, expect, it } from 'vitest';
import { interruptible, worldProgress } from '../../src/cli/building.ts';
import type { Io, Output } from '../../src/cli/io.ts';

/** The output about a world that is built. */
function shown(isTTY: boolean, size: number): string[] {
  const texts: string[] = [];
  const add = (text: string) => void texts.push(text);
  const show = worldProgress({ isTTY, write: add, rewrite: add } as unknown as Output);
  for (const part of [0, 0.05, 0.7]) show({ stage: 'people', done: part * size, size });
  for (const stage of ['indexes', 'indexes'] as const) show({ stage, done: size, size });
  return texts;
}

describe('a world that is built', () => {
  it('shows a bar that moves on a terminal, and elsewhere how it begins and ends', () => {
    expect(shown(false, 100)).toEqual([
      'Building the world: 0% of 100 people\n',
      'Building the world: indexes\n',
    ]);
    expect(shown(true, 100)).toEqual([
      'Building the world: 0% of 100 people [          ]',
      'Building the world: 70% of 100 people [=======   ]',
      'Building the world: indexes [==========]\n',
    ]);
  });

  it('says once what it takes, from 5,000 people on', () => {
    const announced = (size: number) => shown(false, size).filter((text) => text.startsWith('A world of'));
    expect(announced(4_999)).toEqual([]);
    expect([5_000, 10_000].flatMap(announced)).toEqual([
      'A world of 5000 people takes about 21 seconds to build and 201 MB on disk.\n',
      'A world of 10000 people takes about 41 seconds to build and 401 MB on disk.\n',
    ]);
  });

  it('ends with a signal once its files are gone, and says so; its own failure stays as it is', async () => {
    let stop: () => Promise<unknown> = async () => {};
    const io = {
      stderr: { write() {} },
      untilStopped(act: () => Promise<unknown>) {
        stop = act;
        return new Promise(() => {});
      },
    } as unknown as Io;
    let isRemoved = false;
    const building = interruptible(io, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise(setImmediate);
      isRemoved = true;
      throw signal.reason;
    });
    const said = 'Interrupted. The unfinished world was removed.';
    const ended = expect(building).rejects.toThrow(said);
    await stop();
    expect(isRemoved).toBe(true);
    await ended;
    await expect(interruptible(io, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  });
});
