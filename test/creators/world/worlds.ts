import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll } from 'vitest';
import { ensureWorld, type WorldSettings } from '../../../seed/build.ts';
import { generatorOf } from '../../../seed/later.ts';
import type { LoadGenerator } from '../../../src/creators/world/view.ts';
import { openWorld, type World } from '../../../src/creators/world/world.ts';
import { newFolder } from '../../new-folder.ts';
import { worldCache } from '../../world-cache.ts';

export const worldFile = (settings: WorldSettings): Promise<string> =>
  ensureWorld({ ...settings, cacheDir: worldCache });

/** Open until the tests of the file are done. */
export async function worldOf(settings: WorldSettings): Promise<World> {
  const world = openWorld(await worldFile(settings));
  afterAll(() => world.close());
  return world;
}

/** A copy of a world, changed; its hash is then out of date. */
export async function changedWorld(settings: WorldSettings, sql: string): Promise<string> {
  const file = join(newFolder(), 'world.sqlite');
  copyFileSync(await worldFile(settings), file);
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return file;
}

/** The service loads the same generator when a day other than the epoch is read first. */
export const loadGenerator: LoadGenerator = generatorOf;
