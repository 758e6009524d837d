import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonFilesIn } from '../../src/system/json-files.ts';
import { newFolder } from '../new-folder.ts';

function folderOf(names: readonly string[]): string {
  const folder = newFolder();
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '{}');
  }
  return folder;
}

it('finds JSON files in inner folders too, however they are spelt, and no notes of editors and file systems', () => {
  const names = ['b.json', 'UP.JSON', 'a/c.json', 'a/b/d.Json'];
  const others = ['._b.json', '.#b.json', '.hidden/e.json', 'a/.DS_Store', 'b.json~', 'readme.md', 'json'];
  expect(jsonFilesIn(folderOf([...names, ...others]))).toEqual([
    'UP.JSON',
    'a/b/d.Json',
    'a/c.json',
    'b.json',
  ]);
});

it('follows links to files, never to folders', () => {
  const folder = folderOf(['inner/a.json']);
  symlinkSync('.', join(folder, 'itself'));
  symlinkSync('..', join(folder, 'inner/back.json'));
  symlinkSync('a.json', join(folder, 'inner/b.json'));
  symlinkSync('/', join(folder, 'all.json'));
  symlinkSync('nowhere', join(folder, 'lost.json'));
  expect(jsonFilesIn(folder)).toEqual(['inner/a.json', 'inner/b.json', 'lost.json']);
});

it('refuses a folder that is deeper, larger or has more than any collection', () => {
  const deep = (levels: number) => folderOf([`${'a/'.repeat(levels)}b.json`]);
  expect(jsonFilesIn(deep(7))).toHaveLength(1);
  expect(() => jsonFilesIn(deep(8))).toThrow('has folders in each other, more than 8 deep');

  const wide = folderOf(Array.from({ length: 1_999 }, (_, at) => `${at}/a.json`));
  expect(jsonFilesIn(wide)).toHaveLength(1_999);
  mkdirSync(join(wide, 'more'));
  expect(() => jsonFilesIn(wide)).toThrow('has more than 2000 folders');

  const many = folderOf(Array.from({ length: 20_000 }, (_, at) => `${at}.txt`));
  expect(jsonFilesIn(many)).toEqual([]);
  writeFileSync(join(many, 'a.json'), '');
  expect(() => jsonFilesIn(many)).toThrow('has more than 20000 files');
});

it('tells of a folder that does not exist', () => {
  expect(() => jsonFilesIn(join(newFolder(), 'none'))).toThrow('ENOENT');
});
