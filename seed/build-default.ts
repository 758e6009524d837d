import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { WorldInfo } from '../src/creators/world/info.ts';
import { openWorld } from '../src/creators/world/world.ts';
import { buildWorld, defaultWorld, isCurrent, packedFile, prebuiltFile } from './build.ts';
import { packWorld } from './packed-world.ts';

/**
 * Builds the world of the package and packs it, unless the existing one is current. `--accept` writes its hash and counts
 * into the manifest. A test compares the manifest with the world, so a change of the default world is visible
 * in a commit.
 */

const packed = packedFile(defaultWorld);
const manifestFile = new URL('./manifest.json', import.meta.url);

if (!isCurrent(prebuiltFile, defaultWorld)) {
  const startedAt = performance.now();
  rmSync(packed, { force: true });
  await buildWorld(prebuiltFile, defaultWorld);
  compact();
  console.log(`world/default.sqlite made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
if (!existsSync(packed)) writeFileSync(packed, packWorld(prebuiltFile));
const info = readInfo(prebuiltFile);
if (process.argv.includes('--accept')) writeFileSync(manifestFile, `${JSON.stringify(info, null, 2)}\n`);
else if (readManifest().hash !== info.hash)
  console.warn(
    'The default world is not the one of seed/manifest.json. If the change is intended: node seed/build-default.ts --accept',
  );

/** The image holds the file as it is: written anew its pages are full, and it takes 3 MB less. */
function compact(): void {
  const db = new Database(prebuiltFile);
  db.exec('VACUUM');
  db.close();
}

function readInfo(file: string): WorldInfo {
  const world = openWorld(file);
  // the counts are read when they are asked for
  const info = { ...world.info };
  world.close();
  return info;
}

function readManifest(): { hash?: string } {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8')) as { hash?: string };
  } catch {
    return {};
  }
}
