import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { packedFile, prebuiltFile } from './build.ts';
import { packWorld } from './pack.ts';
import { readPackedHeader } from './packed-world.ts';

/** Packs the default world for the package, unless the packed one is the same. Run it after `build-default.ts`. */

const db = new Database(prebuiltFile, { readonly: true });
const meta = (key: string): string | undefined =>
  db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(key);

if (!['hash', 'sources', 'indexes'].every((key) => packed()?.[key] === meta(key))) {
  const startedAt = performance.now();
  const file = packWorld(db);
  writeFileSync(packedFile, file);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`world/default.packed made in ${seconds} s: ${(file.length / 1e6).toFixed(1)} MB`);
}
db.close();

function packed(): Record<string, string> | undefined {
  try {
    return readPackedHeader(packedFile).meta;
  } catch {
    return undefined;
  }
}
