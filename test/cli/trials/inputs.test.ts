import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inputsOf } from '../../../src/cli/trials/inputs.ts';
import { readSettings } from '../../../src/core/settings.ts';
import { newFolder } from '../../new-folder.ts';

const { settings } = readSettings({});

it('the digest of files changes with each of them, but for those that the run writes', () => {
  const folder = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'below'));
  write('a.js', 'a');
  write('below/b.js', 'b');
  symlinkSync('a.js', join(folder, 'link.js'));
  const digest = (globs?: string[], cwd = folder) =>
    inputsOf(globs, ['out.js'], { settings }, { cwd })?.files;
  const globs = ['**/*.js', 'a.*'];
  const [before, whole] = [digest(globs), digest()];
  expect([typeof before, whole]).toEqual(['string', undefined]);
  const changes: Record<string, () => void> = {
    nothing: () => {},
    'what the run writes': () => write('out.js', 'x'),
    'another kind of file': () => write('c.txt', 'x'),
    content: () => write('below/b.js', 'c'),
    'a name': () => write('c.js', ''),
    'the target of a link': () => {
      rmSync(join(folder, 'link.js'));
      symlinkSync('c.js', join(folder, 'link.js'));
    },
  };
  let last = before;
  const isChanged = Object.entries(changes).map(([what, change]) => {
    change();
    const now = digest(globs);
    const changed = now !== last;
    last = now;
    return `${what}: ${changed}`;
  });
  expect(isChanged).toEqual([
    'nothing: false',
    'what the run writes: false',
    'another kind of file: false',
    'content: true',
    'a name: true',
    'the target of a link: true',
  ]);

  // In a repository: all of it, from any folder, committed or not, with what is ignored left out.
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '-q');
  write('.gitignore', 'ignored');
  rmSync(join(folder, 'out.js'));
  const all = digest();
  expect([all === undefined, digest(undefined, join(folder, 'below'))]).toEqual([false, all]);
  git('add', '.');
  write('ignored', 'x');
  expect(digest()).toBe(all);
  rmSync(join(folder, 'a.js'));
  expect(digest()).not.toBe(all);
});

it('the digest of settings depends on every one of them, and not on their order', () => {
  const digest = (others: object) => inputsOf([], [], { settings, ...others }, { cwd: '.' })?.settings;
  const usual = digest({ late: 1, rules: { a: 1, b: 2 } });
  expect(digest({ rules: { b: 2, a: 1 }, late: 1 })).toBe(usual);
  for (const other of [
    { late: 2, rules: { a: 1, b: 2 } },
    { late: 1, rules: { a: 1, b: 3 } },
    { late: 1, rules: null },
  ])
    expect(digest(other)).not.toBe(usual);
});
