import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { ensureWorld, type WorldSettings } from '../../seed/build.ts';
import { openWorld, type World } from '../../src/world/world.ts';
import { worldCache } from '../world-cache.ts';

export const worldFile = (settings: WorldSettings): Promise<string> =>
  ensureWorld({ ...settings, cacheDir: worldCache });

/** Open until the tests of the file are done. */
export async function worldOf(settings: WorldSettings): Promise<World> {
  const world = openWorld(await worldFile(settings));
  afterAll(() => world.close());
  return world;
}

/** A new, empty folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'creator-sandbox-world-'));
