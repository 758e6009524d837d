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
  ['breaks off', packed.subarray(0, packed.length - 1)],
  ['has a wrong bit in its header', flipped(60)],
  ['has a wrong bit in a column', flipped(packed.length - 9)],
])('a packed world that %s is refused', (_, damaged) => {
  expect(() => openPacked(damaged)).toThrow('damaged');
});

const counted = ['counts', 'differences'];

it.each<[string, Column, string[]]>([
  ['counts', [0, 255, 256, 65_535, 65_536, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER], ['counts']],
  ['counts of four bytes', [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 0], counted],
  ['counts around half of the largest', [2 ** 52, 0, 2 ** 52 + 1], ['counts']],
  ['sorted counts', Array.from({ length: 1000 }, (_, at) => 1_700_000_000_000 + at * 977), counted],
  ['falling counts', [900, 30, 2, 0], counted],
  ['negative numbers and fractions', [-1, 0.1, -2.5e-9, 1e300, 0], ['numbers']],
  ['a negative zero', [-0, 1], ['numbers']],
  ['texts', ['', 'line\nbreak', '日本語 😀', '"quoted"', ''], ['texts']],
  ['one empty text', [''], ['texts']],
  ['texts with the character that separates them', ['a\0b', '\0'], ['json']],
  ['numbers and none', [3, null, 0], ['json']],
  ['nothing', [], counted],
])('a column of %s is decoded as it was', (_, column, codecs) => {
  const ways = waysToEncode(column);
  expect(ways.map(({ codec }) => codec)).toEqual(codecs);
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
