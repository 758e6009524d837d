import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { mergeFixtures, readFixtures } from './fixtures.ts';
import { openWorld, type World } from './world.ts';

/**
 * The world of a file with a folder of a user's fixtures merged over it, in memory: the file stays as it is.
 * @throws UsageError that names the fixture's file, the path inside it and the reason
 */
export function openMergedWorld(file: string, fixturesFolder: string): World {
  const fixtures = readFixtures(fixturesFolder);
  const db = new Database(readFileSync(file));
  try {
    mergeFixtures(db, fixtures);
    return openWorld(db);
  } catch (error) {
    db.close();
    throw error;
  }
}
