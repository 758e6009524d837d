import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultWorld, ensureWorld } from '../../../seed/build.ts';
import { readSettings } from '../../core/settings.ts';
import { openWorld } from '../../creators/world/world.ts';
import { cacheDir } from '../../system/cache-dir.ts';
import { packageRoot } from '../../system/package-root.ts';
import { openDocuments } from './documents.ts';
import { type PackedDocuments, packedFile, packedKey, packedUrl } from './packed.ts';

/** Writes the documents of the default settings beside the bundled program. Run it after the bundle and its world are made. */
const world = openWorld(await ensureWorld({ ...defaultWorld, cacheDir: cacheDir() }));
for (const vocabulary of ['neutral', 'published'] as const) {
  const { settings } = readSettings({ flags: { vocabulary } });
  const documents = await openDocuments({ settings, world });
  const packed: PackedDocuments = {
    key: packedKey({ settings, world }),
    documents: Object.fromEntries([2, 3].map((number) => [number, documents(number, packedUrl)])),
  };
  writeFileSync(
    join(packageRoot, 'dist', packedFile(vocabulary)),
    gzipSync(JSON.stringify(packed), { level: 9 }),
  );
}
world.close();
