import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Carried,
  digestOf,
  openProgram,
  removeProgram,
  type Starting,
  unpackedPrograms,
} from '../../src/system/unpacked-program.ts';
import { newFolder } from '../new-folder.ts';

const texts = { 'dist/main.js': 'start();\n', 'world/a/b.txt': 'b', 'package.json': '{}' };
const all = Buffer.from(Object.values(texts).join(''));
const files = Object.entries(texts).map(([path, text]) => ({
  path,
  size: text.length,
  digest: digestOf(text),
}));
const carried: Carried = {
  index: { version: '1.2.3', target: 'linux-x64', files },
  digest: '0123456789abcdef0123456789abcdef',
  bytes: () => all,
};
const name = '1.2.3-linux-x64-0123456789abcdef';
const day = 86_400_000;
const now = 40_000 * day;
/** The processes 1 to 9 run. */
const isRunning = (pid: number) => pid < 10;

let programs: string;
beforeEach(() => {
  const cache = newFolder();
  vi.stubEnv('XDG_CACHE_HOME', cache);
  programs = join(cache, 'creator-sandbox', 'programs');
  return () => vi.unstubAllEnvs();
});

/** Opens the program for a start. @returns its folder, what the user reads, and the files there but the marks of use */
function open(carries: Partial<Carried> = {}, starting: Partial<Starting> = {}) {
  const said: string[] = [];
  const warn = (sentence: string) => said.push(sentence);
  const folder = openProgram({ ...carried, ...carries }, { pid: 1, now, isRunning, warn, ...starting });
  const there = Object.keys(texts).map((path) => readFileSync(join(folder, path), 'utf8'));
  return { folder, said, there };
}

const whole = () => ({ folder: join(programs, name), said: [], there: Object.values(texts) });

/** The folder of another version. */
function other(version: string, usedAt: number, pids: readonly number[] = []): string {
  const folder = join(programs, `${version}-linux-x64-0123456789abcdef`);
  mkdirSync(join(folder, '.uses'), { recursive: true });
  for (const pid of pids) writeFileSync(join(folder, '.uses', String(pid)), '');
  utimesSync(join(folder, '.uses'), usedAt / 1_000, usedAt / 1_000);
  return folder;
}

describe('a start', () => {
  it('unpacks the program once, and every further one uses that', () => {
    expect(open()).toEqual(whole());
    const bytes = () => expect.fail('unpacked again');
    expect(open({ bytes }, { pid: 2 })).toEqual(whole());
    expect(readdirSync(programs)).toEqual([name]);
    expect(unpackedPrograms(isRunning)).toEqual([
      { folder: join(programs, name), bytes: all.length, usedAt: now, users: [1, 2] },
    ]);
  });

  it.each([
    ['changed', (file: string) => appendFileSync(file, '\n')],
    ['replaced by one of the same size', (file: string) => writeFileSync(file, 'stop!();\n')],
    ['removed', (file: string) => rmSync(file)],
  ])('unpacks the program again when a file was %s, and says so', (_, damage) => {
    const file = join(open().folder, 'dist', 'main.js');
    damage(file);
    const said = [`${file} was not as it was unpacked: the program is unpacked again.`];
    expect(open({}, { pid: 2 })).toEqual({ ...whole(), said });
    expect(open()).toEqual(whole());
    expect(readdirSync(programs)).toEqual([name]);
    expect(unpackedPrograms(isRunning)).toMatchObject([{ users: [1, 2] }]);
  });

  it('takes a file that was only touched as it is', () => {
    utimesSync(join(open().folder, 'dist', 'main.js'), 1, 1);
    expect(open({ bytes: () => expect.fail('unpacked again') })).toEqual(whole());
  });

  it('uses what another start unpacked meanwhile', () => {
    const bytes = () => {
      open({}, { pid: 2 });
      return all;
    };
    expect(open({ bytes })).toEqual(whole());
    expect(readdirSync(programs)).toEqual([name]);
  });

  it('uses the temporary folder where the cache cannot be written', () => {
    vi.stubEnv('TMPDIR', newFolder());
    mkdirSync(dirname(programs));
    writeFileSync(programs, 'a file');
    const folder = join(tmpdir(), `creator-sandbox-${process.getuid?.()}`, 'programs', name);
    expect([open(), open()]).toEqual(Array(2).fill({ ...whole(), folder }));
    expect(unpackedPrograms(isRunning).map((each) => each.folder)).toEqual([folder]);
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'it can only be read'],
    ['EACCES', 'you may not write there'],
    ['EPERM', 'you may not write there'],
    ['EDQUOT', 'your share of the disk is full'],
    ['EIO', 'the system says EIO'],
  ])('that cannot unpack for %s ends with a sentence and leaves nothing behind', (code, reason) => {
    const bytes = () => {
      throw Object.assign(new Error(code), { code });
    };
    expect(() => open({ bytes })).toThrow(
      `The program cannot be unpacked into ${programs}: ${reason}. Name another cache folder with XDG_CACHE_HOME.`,
    );
    expect(readdirSync(programs)).toEqual([]);
  });

  it('that finds the program gone while it repairs it ends with a sentence', () => {
    const { folder } = open();
    rmSync(join(folder, 'package.json'));
    const warn = () => rmSync(folder, { recursive: true });
    expect(() => open({}, { warn })).toThrow(`cannot be unpacked into ${programs}: the system says ENOENT.`);
    expect(readdirSync(programs)).toEqual([]);
  });

  it('removes versions that nobody has used for more than 30 days', () => {
    const kept = [
      other('0.1.0', now - 30 * day),
      other('0.2.0', now - 31 * day, [12, 3]),
      join(programs, 'notes'),
    ];
    mkdirSync(join(programs, 'notes'));
    const unmarked = other('0.4.0', now);
    rmSync(join(unmarked, '.uses'), { recursive: true });
    utimesSync(unmarked, 1, 1);
    const gone = [other('0.3.0', now - 30 * day - 1, [12]), unmarked];
    open();
    expect([kept, gone].map((folders) => folders.map((each) => existsSync(each)))).toEqual([
      [true, true, true],
      [false, false],
    ]);
  });

  it('removes what a start that was killed left half unpacked, and the marks of processes that have ended', () => {
    open({}, { pid: 12 });
    const halves = [8, 13].map((pid) => join(programs, `.1.0.0-linux-x64-0123456789abcdef.${pid}`));
    for (const half of halves) mkdirSync(join(half, 'dist'), { recursive: true });
    open();
    expect(halves.map((half) => existsSync(half))).toEqual([true, false]);
    expect(readdirSync(join(programs, name, '.uses'))).toEqual(['1']);
  });
});

it('an unpacked program is removed unless a process uses it, also one that begins meanwhile', () => {
  const { folder } = open();
  mkdirSync(`${folder}.removed`);
  writeFileSync(join(`${folder}.removed`, 'left behind'), '');
  expect([removeProgram(folder, isRunning), existsSync(folder)]).toEqual([false, true]);
  let asked = 0;
  expect(removeProgram(folder, () => asked++ > 0)).toBe(false);
  expect(statSync(join(folder, 'dist', 'main.js')).size).toBe(9);
  expect(removeProgram(folder, () => false)).toBe(true);
  expect(readdirSync(programs)).toEqual([]);
});

it('all unpacked programs are listed in the order of their names, with the latest use of each', () => {
  const folders = ['0.3.0', '0.1.0', '0.2.0'].map((version, n) => other(version, now + n, [12, 5]));
  expect(unpackedPrograms(isRunning)).toEqual(
    folders
      .map((folder, n) => ({ folder, bytes: 0, usedAt: now + n, users: [5] }))
      .toSorted((one, next) => (one.folder < next.folder ? -1 : 1)),
  );
});
