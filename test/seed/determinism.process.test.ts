import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { brandBook } from '../../seed/brands.ts';
import { buildWorld, defaultWorld } from '../../seed/build.ts';
import { handlesFor, noneTaken } from '../../seed/handles.ts';
import manifest from '../../seed/manifest.json' with { type: 'json' };
import { personAt } from '../../seed/person.ts';
import { openPool } from '../../seed/pool.ts';
import { openWorld } from '../../src/creators/world/world.ts';
import { worldOf } from '../creators/world/worlds.ts';
import { newFolder } from '../new-folder.ts';

const size = 60;

async function hashOf(seed: number, threads?: number): Promise<string> {
  const file = join(newFolder(), 'world.sqlite');
  await buildWorld(file, { seed, size, threads });
  const world = openWorld(file);
  const { hash } = world.info;
  world.close();
  return hash;
}

describe('a world', () => {
  it('is the same for every number of threads', async () => {
    const [alone, one, two] = [await hashOf(7, 0), await hashOf(7, 1), await hashOf(7, 2)];
    expect(one).toBe(alone);
    expect(two).toBe(alone);
  });

  it('is given up when a thread dies', async () => {
    const start = { seed: 7, size, reserved: [] };
    const pool = openPool(1, start, brandBook(start), join(newFolder(), 'missing'));
    await expect(pool.make(0, [])).rejects.toThrow();
    await pool.close();
  });

  it('is the same in another process', async () => {
    const build = fileURLToPath(new URL('../../seed/build.ts', import.meta.url));
    const world = fileURLToPath(new URL('../../src/creators/world/world.ts', import.meta.url));
    const file = join(newFolder(), 'world.sqlite');
    const program = `
      import { buildWorld } from ${JSON.stringify(build)};
      import { openWorld } from ${JSON.stringify(world)};
      await buildWorld(${JSON.stringify(file)}, { seed: 7, size: ${size} });
      process.stdout.write(openWorld(${JSON.stringify(file)}).info.hash);`;
    // the time zone and language of the machine make no difference
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', NODE_OPTIONS: '' },
    });
    expect(stdout).toBe(await hashOf(7));
  });

  it('differs for another seed, also a very large one', async () => {
    const hashes = [await hashOf(1), await hashOf(2), await hashOf(2 ** 32 + 1)];
    expect(new Set(hashes).size).toBe(3);
  });

  it('has the people of a smaller world of its seed, under the same names', () => {
    const names = (count: number) => {
      const taken = noneTaken();
      return Array.from({ length: count }, (_, index) => handlesFor(3, personAt(3, index), taken));
    };
    expect(names(400).slice(0, 50)).toEqual(names(50));
  });
});

describe('the default world', () => {
  it('is the one of the manifest (when it is meant to change: node seed/build-default.ts --accept)', async () => {
    expect((await worldOf(defaultWorld)).info).toEqual(manifest);
  });
});
