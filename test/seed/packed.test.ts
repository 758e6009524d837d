import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultWorld, ensureWorld } from '../../seed/build.ts';
import { isDamage, packWorld, unpackWorld } from '../../seed/packed-world.ts';
import { createIndexes } from '../../src/creators/world/schema.ts';
import { packSearchColumns } from '../../src/creators/world/search-columns.ts';
import { newFolder } from '../new-folder.ts';
import { worldCache } from '../world-cache.ts';

const file = await ensureWorld({ ...defaultWorld, size: 60, cacheDir: worldCache });
const world = new Database(file, { readonly: true });
const packed = packWorld(file);

it('a packed world is unpacked with every row, search column and index of its tables', async () => {
  const db = new Database(await unpacked(packed));
  for (const _ of createIndexes(db));
  packSearchColumns(db);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(schemaOf(db)).toEqual(schemaOf(world));
  expect(tablesOf(world).length).toBeGreaterThan(9);
  // As text: the difference of such large rows would take minutes to print.
  for (const table of tablesOf(world))
    expect(JSON.stringify(rowsOf(db, table)) === JSON.stringify(rowsOf(world, table)), table).toBe(true);
});

it('takes a third of the bytes of the world at most, and the same ones each time', () => {
  expect(packed.length * 3).toBeLessThan(readFileSync(file).length);
  expect(packWorld(file).equals(packed)).toBe(true);
});

it.each<[string, Buffer]>([
  ['is empty', Buffer.alloc(0)],
  ['is something else', Buffer.from('SQLite format 3\0'.padEnd(200))],
  ['breaks off', packed.subarray(0, packed.length - 1)],
  ['has a wrong bit at its beginning', flipped(2)],
  ['has a wrong bit in its middle', flipped(packed.length >> 1)],
  ['has a wrong bit at its end', flipped(packed.length - 9)],
])('a packed world that %s is damaged', async (_, damaged) => {
  const error = await unpacked(damaged).then(
    (path) => new Database(path).pragma('quick_check'),
    (reason: unknown) => reason,
  );
  expect(isDamage(error), String(error)).toBe(true);
});

it('one that is not there is as good as none', async () => {
  const error = await unpackWorld(join(newFolder(), 'none'), join(newFolder(), 'world')).catch(
    (reason: unknown) => reason,
  );
  expect(isDamage(error)).toBe(true);
  expect(isDamage(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toBe(false);
});

async function unpacked(bytes: Buffer): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, 'packed'), bytes);
  await unpackWorld(join(folder, 'packed'), join(folder, 'world'));
  return join(folder, 'world');
}

function flipped(at: number): Buffer {
  const copy = Buffer.from(packed);
  copy[at] = (copy[at] as number) ^ 4;
  return copy;
}

const tablesOf = (db: Database.Database): string[] =>
  db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all();

const schemaOf = (db: Database.Database): unknown[] =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all();

const rowsOf = (db: Database.Database, table: string): unknown[] =>
  db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all();
