import { defaultWorld, ensureWorld } from '../../seed/build.ts';
import { openSideApp } from '../app/openapi/side-app.ts';
import type { Settings } from '../core/settings.ts';
import { openWorld } from '../creators/world/world.ts';
import type { ServedRoute } from '../service/http/served.ts';
import { cacheDir } from '../system/cache-dir.ts';
import { worldProgress } from './building.ts';
import type { Io } from './io.ts';

/**
 * The schemas of replies stand in the routes, and routes need a world. No request reads it, so the packaged world is
 * enough, whichever the settings name.
 */
export async function servedBy(settings: Settings, io: Io): Promise<readonly ServedRoute[]> {
  const onProgress = worldProgress(io.stderr);
  const world = openWorld(await ensureWorld({ ...defaultWorld, cacheDir: cacheDir(), onProgress }));
  // The exchanges and their schemas are in neutral words; `targetWords` translates them for the target.
  const neutral = { vocabulary: 'neutral', lookups: 'both', prices: {} } as const;
  try {
    const side = await openSideApp({ settings: { ...settings, ...neutral }, world }, []);
    await side.close();
    return side.deps.servedRoutes;
  } finally {
    world.close();
  }
}
