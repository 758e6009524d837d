import { writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mapOf, nameIn, originIn, plainFile } from '../../src/system/source-maps.ts';
import { newFolder } from '../new-folder.ts';

/** Column 4 of the first line comes from line 4, column 3 of the source, and is named there. */
const mapFrom = (source: string) =>
  JSON.stringify({ version: 3, sources: [source], names: ['fetchProfile'], mappings: 'IAGEA' });
const place = { line: 1, column: 5 };

describe('the source map of a built file', () => {
  const folder = newFolder();
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return { file, ...place };
  };
  /** Where a file comes from that has its map beside it. */
  const originOf = (name: string, source: string, workingFolder?: string) => {
    write('a b.map', mapFrom(source));
    const built = write(name, 'run();\n//# sourceMappingURL=a%20b.map\n');
    const map = mapOf(built.file, module);
    return map && originIn(map, built, workingFolder);
  };
  const from = (...path: string[]) => ({ file: join(...path), line: 4, column: 3 });

  it.each(['one.js', 'two.mjs', 'three.cjs'])('is read beside %s, and names its source', (name) =>
    expect(originOf(name, '../src/client.ts')).toEqual(from(folder, '../src/client.ts')),
  );

  it.each([
    ['file:///elsewhere/client.ts?v=2', '/elsewhere/client.ts'],
    ['webpack:///./src/client.ts?abcd', '/shop/src/client.ts'],
    ['webpack://shop/src/client.ts', '/shop/src/client.ts'],
    ['webpack://shop/./src/client.ts', '/shop/src/client.ts'],
  ])('has the source %s as a file', (source, file) =>
    expect(originOf(`${encodeURIComponent(source)}.js`, source, '/shop')).toEqual(from(file)),
  );

  it('takes names of webpack as of its own folder where no other is given', () =>
    expect(originOf('own.js', 'webpack:///./client.ts')).toEqual(from(folder, 'client.ts')));

  it('may stand in the file itself', () => {
    const inline = Buffer.from(mapFrom('client.ts')).toString('base64');
    const type = 'data:application/json;charset=utf-8;base64';
    const built = write('inline.js', `run();\n//@ sourceMappingURL=${type},${inline}`);
    const map = mapOf(built.file, module);
    expect(map && originIn(map, built)).toEqual(from(folder, 'client.ts'));
    expect(map && nameIn(map, built)).toBe('fetchProfile');
    expect(map && originIn(map, { ...built, column: 4 })).toBeUndefined();
    expect(map && nameIn(map, { ...built, column: 4 })).toBeUndefined();
  });

  it('is missing where none is named, where it is broken, and in files that nothing built', () => {
    const comment = '\n//# sourceMappingURL=broken.map';
    write('broken.map', '{');
    for (const [name, text] of [
      ['plain.js', 'run();'],
      ['broken.js', comment],
      ['source.ts', comment],
      ['middle.js', `${comment}\nrun();`],
    ] as const)
      expect([name, mapOf(write(name, text).file, module)]).toEqual([name, undefined]);
    expect(mapOf(join(folder, 'none.js'), module)).toBeUndefined();
  });

  it('is read once', () => {
    const { file } = write('once.js', 'run();');
    expect(mapOf(file, module)).toBeUndefined();
    write('once.map', mapFrom('client.ts'));
    write('once.js', 'run();\n//# sourceMappingURL=once.map');
    expect(mapOf(file, module)).toBeUndefined();
  });
});

it.each([
  ['/src/a.ts', '/src/a.ts'],
  ['/src/a.ts?v=1', '/src/a.ts'],
  ['file:///src/k%C3%A4se%3F.ts?v=1#top', '/src/käse'],
  [pathToFileURL('/src/a b.ts').href, '/src/a b.ts'],
])('%s is the file %s', (given, file) => expect(plainFile(given)).toBe(file));
