import { defaultWorld, ensureWorld } from '../seed/build.ts';
import { worldCache } from './world-cache.ts';

/**
 * Makes the worlds that most tests use, once, before any worker starts: so commands under test find them and
 * report no progress, and no two workers make the same one.
 */
export default async function makeWorlds(): Promise<void> {
  for (const size of [60, defaultWorld.size])
    await ensureWorld({ seed: defaultWorld.seed, size, cacheDir: worldCache });
}
