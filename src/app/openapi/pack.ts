import { join } from 'node:path';
import { defaultWorld, ensureWorld } from '../../../seed/build.ts';
import { readSettings } from '../../core/settings.ts';
import { openWorld } from '../../creators/world/world.ts';
import { cacheDir } from '../../system/cache-dir.ts';
import { packageRoot } from '../../system/package-root.ts';
import { openDocuments } from './documents.ts';
import { packDocuments } from './packed.ts';

/** Writes the documents of the default settings beside the bundled program. Run it after the bundle and its world are made. */
const world = openWorld(await ensureWorld({ ...defaultWorld, cacheDir: cacheDir() }));
for (const vocabulary of ['neutral', 'published'] as const) {
  const { settings } = readSettings({ flags: { vocabulary } });
  packDocuments(join(packageRoot, 'dist'), { settings, world }, await openDocuments({ settings, world }));
}
world.close();
