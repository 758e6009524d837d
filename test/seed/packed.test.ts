import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultWorld, ensureWorld } from '../../seed/build.ts';
import { packWorld } from '../../seed/pack.ts';
import { type Column, decodeColumn, waysToEncode } from '../../seed/packed-columns.ts';
import { openPacked } from '../../seed/packed-world.ts';
import { unpackWorld } from '../../seed/unpack.ts';
import { newFolder } from '../new-folder.ts';
import { worldCache } from '../world-cache.ts';

const file = await ensureWorld({ ...defaultWorld, size: 60, cacheDir: worldCache });
const world = new Database(file, { readonly: true });
const packed = packWorld(world);

it('a packed world is unpacked with every row, search index and index of its tables', async () => {
  const unpacked = await unpack(packed);
  expect(unpacked.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(schemaOf(unpacked)).toEqual(schemaOf(world));
  for (const table of tablesOf(world)) expect(rowsOf(unpacked, table), table).toEqual(rowsOf(world, table));
  expect(tablesOf(world)).toContain('index_parts');
});

it('takes a fifth of the bytes of the world, and the same ones each time', async () => {
  expect(packed.length * 5).toBeLessThan(world.serialize().length);
  expect(packWorld(await unpack(packed)).equals(packed)).toBe(true);
  // What can be sorted anew is left out: all but the columns of contents that have a row for each creator.
  const { parts } = openPacked(packed).header;
  const stored = parts.filter(({ name, column }) => name.endsWith('order') && column !== undefined);
  expect(new Set(stored.map(({ index, name }) => `${index.split(' ')[1]} ${name}`))).toEqual(
    new Set(['country', 'audienceLocation', 'creatorDisplayName'].map((name) => `contents ${name}/order`)),
  );
});

it('names its world without unpacking it', () => {
  const { meta } = openPacked(packed).header;
  expect(meta).toMatchObject({ seed: '1', size: '60' });
  expect(meta['hash']).toMatch(/^[0-9a-f]{64}$/);
});

it.each<[string, Buffer]>([
  ['is empty', Buffer.alloc(0)],
  ['is something else', Buffer.from('SQLite format 3\0'.padEnd(200))],
  [
    'has the mark of another version',
    Buffer.from(packed.toString('latin1').replace('world 3', 'world 2'), 'latin1'),
  ],
  ['breaks off', packed.subarray(0, packed.length - 1)],
  ['has a wrong bit in its header', flipped(60)],
  ['has a wrong bit in a column', flipped(packed.length - 9)],
])('a packed world that %s is refused', (_, damaged) => {
  expect(() => openPacked(damaged)).toThrow('damaged');
});

it.each<[string, Column, string[]]>([
  ['counts', [0, 255, 256, 65_535, 65_536, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER], ['counts 49']],
  ['counts of four bytes', [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 0], ['counts 16', 'differences 20']],
  ['counts around half of the largest', [2 ** 52, 0, 2 ** 52 + 1], ['counts 21']],
  ['sorted counts', [7000, 7100, 7255], ['counts 6', 'differences 6']],
  ['counts that fit only without their differences', [255, 0], ['counts 2', 'differences 4']],
  ['falling counts', [900, 30, 2, 0], ['counts 8', 'differences 8']],
  ['negative numbers and fractions', [-1, 0.1, -2.5e-9, 1e300, 0], ['numbers 40']],
  ['a negative zero', [-0, 1], ['numbers 16']],
  ['texts', ['', 'line\nbreak', '日本語 😀', '"quoted"', ''], ['texts 36']],
  ['one empty text', [''], ['texts 0']],
  ['texts with the character that separates them', ['a\0b', '\0'], ['json 21']],
  ['numbers and none', [3, null, 0], ['json 10']],
  ['nothing', [], ['counts 0', 'differences 0']],
])('a column of %s is decoded as it was, from as few bytes as it needs', (_, column, encoded) => {
  const ways = waysToEncode(column);
  expect(ways.map(({ codec, bytes }) => `${codec} ${bytes.length}`)).toEqual(encoded);
  for (const way of ways)
    expect(Array.from(decodeColumn(way) as ArrayLike<unknown>)).toEqual(Array.from(column as number[]));
});

async function unpack(bytes: Buffer): Promise<Database.Database> {
  const path = join(newFolder(), 'default.packed');
  writeFileSync(path, bytes);
  const db = new Database(':memory:');
  for await (const _ of unpackWorld(path, openPacked(bytes).header, db));
  return db;
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
