import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { ensureWorld, type WorldSettings } from '../../seed/build.ts';
import { openWorld, type World } from '../../src/world/world.ts';

/** Shared by all test files and runs; the name of a file contains the hash of its generator. */
const cacheDir = join(tmpdir(), 'creator-sandbox-test-worlds');

export const worldFile = (settings: WorldSettings): Promise<string> => ensureWorld({ ...settings, cacheDir });

/** Open until the tests of the file are done. */
export async function worldOf(settings: WorldSettings): Promise<World> {
  const world = openWorld(await worldFile(settings));
  afterAll(() => world.close());
  return world;
}

/** A new, empty folder. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'creator-sandbox-world-'));
