import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type CallingLine, createCallingLine } from '../../src/library/calling-line.ts';
import { newFolder } from '../new-folder.ts';

/** The function of which a caller is looked for. */
function request(lineOf: CallingLine, few: number): string | undefined {
  return lineOf(request, few);
}

type Act = () => string | undefined;
/** Calls in line 3, column 10 of a file. */
const callIn = (file: string, act: Act, name = 'fetchProfile') => {
  const made = runInThisContext(`(function ${name}(act) {\n\n  return act();\n})`, { filename: file });
  return (made as (act: Act) => string | undefined)(act);
};

const root = newFolder();
const folder = join(root, 'shop');
mkdirSync(folder);
const lineIn = (wrappers: string[] = [], of = folder) =>
  createCallingLine({ folder: of, wrappers: new Set(wrappers), node: process });
const from = (file: string, { lineOf = lineIn(), few = 2, name = 'fetchProfile' } = {}) =>
  callIn(join(folder, file), () => request(lineOf, few), name);

describe('the line that calls', () => {
  it.each([
    ['src/client.js', 'src/client.js:3:10 fetchProfile'],
    ['my_node_modules/a.js', 'my_node_modules/a.js:3:10 fetchProfile'],
    ['50%: käse.js', '50%25%3A%20k%C3%A4se.js:3:10 fetchProfile'],
    ['..b/a.js', '..b/a.js:3:10 fetchProfile'],
    ['node_modules/their-client/a.js', undefined],
    ['.yarn/unplugged/a.js', undefined],
    ['src/.yarn/a.js', undefined],
    ['../a.js', undefined],
    ['../shop2/a.js', undefined],
  ])('of %s is %s', (file, site) => expect(from(file)).toBe(site));

  it('passes over wrappers to who calls them, however few frames were asked for', () => {
    const lineOf = lineIn(['src/http.js']);
    const through = (few: number, deep: number): string | undefined => {
      const act = (left: number): string | undefined =>
        left === 0 ? request(lineOf, few) : callIn(join(folder, 'src/http.js'), () => act(left - 1), 'get');
      return callIn(join(folder, 'src/client.js'), () => act(deep));
    };
    const site = 'src/client.js:3:10 fetchProfile';
    expect([through(2, 1), through(50, 1), through(2, 20), through(2, 200)]).toEqual([
      site,
      site,
      site,
      undefined,
    ]);
    expect(from('src/http.js', { lineOf })).toBeUndefined();
    expect(from('http.js', { lineOf })).toBe('http.js:3:10 fetchProfile');
  });

  it('is found in a folder that is known by a link', () => {
    const link = join(root, 'link');
    symlinkSync(folder, link);
    const lineOf = lineIn([], link);
    expect(from('src/client.js', { lineOf })).toBe('src/client.js:3:10 fetchProfile');
    expect(callIn(join(link, 'src/client.js'), () => request(lineOf, 2))).toBe(
      'src/client.js:3:10 fetchProfile',
    );
    expect(from('src/gone.js', { lineOf: lineIn([], join(root, 'gone')) })).toBeUndefined();
  });

  it('is the same when it is asked for again, and leaves the stacks of others as they are', () => {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const lineOf = lineIn();
    const all = ['a.js', 'b.js', 'a.js'].map((file) => from(file, { lineOf }));
    expect(all).toEqual(['a', 'b', 'a'].map((file) => `${file}.js:3:10 fetchProfile`));
    expect([Error.prepareStackTrace, Error.stackTraceLimit]).toEqual([prepareStackTrace, stackTraceLimit]);
  });

  it('writes names as a header can have them, up to 300 characters', () => {
    expect(from('a.js', { name: 'lädt' })).toBe('a.js:3:10 l%C3%A4dt');
    expect(from('a.js', { name: 'x' })).toBe('a.js:3:10 x');
    const long = from('a.js', { name: 'n'.repeat(400) }) ?? '';
    expect(long).toBe(`a.js:3:10 ${'n'.repeat(290)}`);
    for (const [length, end] of [
      [284, '%C3%A4'],
      [285, '%C3'],
      [286, '%C3'],
      [287, '%C3'],
      [288, ''],
      [289, ''],
      [290, ''],
    ] as const)
      expect(from('a.js', { name: `${'n'.repeat(length)}ä` })).toBe(`a.js:3:10 ${'n'.repeat(length)}${end}`);
  });

  it('is missing where the path is too long for a header', () => {
    const file = (length: number) => `${'a'.repeat(length - 5)}.js`;
    const longest = file(300 - ':3:10'.length + 2);
    expect(from(longest)).toBe(`${longest}:3:10`);
    expect(from(`a${longest}`)).toBeUndefined();
  });
});
