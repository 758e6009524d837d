import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showSelf } from '../../src/cli/show-self.ts';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';
import { ownProcess } from './io.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const hourMs = 3_600_000;

/** A cache with these unpacked programs: their bytes, their users and the hours since their last start. */
function cacheOf(programs: Record<string, { bytes: number; users: number[]; hours: number }>) {
  const cache = newFolder();
  vi.stubEnv('XDG_CACHE_HOME', cache);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folderOf = (letter: string) =>
    join(cache, 'creator-sandbox', 'programs', `1.0.0-linux-x64-${letter.repeat(16)}`);
  for (const [letter, { bytes, users, hours }] of Object.entries(programs)) {
    const uses = join(folderOf(letter), '.uses');
    mkdirSync(uses, { recursive: true });
    writeFileSync(join(folderOf(letter), 'main.js'), Buffer.alloc(bytes));
    for (const pid of users) writeFileSync(join(uses, String(pid)), '');
    const at = (now - hours * hourMs) / 1000;
    utimesSync(uses, at, at);
  }
  return folderOf;
}

/** What `self` says, run as process 7; the processes below 10 run. */
function self(isRemoving: boolean, executable?: string) {
  let [out, err] = ['', ''];
  const code = showSelf({ isRemoving }, {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    ownProcess: () => ({
      ...ownProcess(),
      ...{ pid: 7, now, executable, isRunning: (pid: number) => pid < 10 },
    }),
  } as unknown as Parameters<typeof showSelf>[1]);
  return { code, out, err };
}

const programs = {
  a: { bytes: 1.25 * 2 ** 20, users: [7, 8, 11], hours: 50 },
  b: { bytes: 0, users: [12], hours: 23 },
  c: { bytes: 2 ** 20, users: [], hours: 24 },
  d: { bytes: 2 ** 20, users: [8, 9], hours: 24 },
};

it('self names what is unpacked, its size and its last use', () => {
  const folderOf = cacheOf(programs);
  expect(self(false, '/bin/creator-sandbox')).toEqual({
    code: 0,
    out: [
      `creator-sandbox ${version} for linux-x64, with Node ${process.versions.node}: one file, /bin/creator-sandbox`,
      `Unpacked: ${folderOf('a')} (1.3 MiB, in use by 2 processes)`,
      `Unpacked: ${folderOf('b')} (0.0 MiB, used within a day)`,
      `Unpacked: ${folderOf('c')} (1.0 MiB, used 1 day ago)`,
      `Unpacked: ${folderOf('d')} (1.0 MiB, in use by 2 processes)`,
      '',
    ].join('\n'),
    err: '',
  });
  cacheOf({});
  expect(self(false).out).toMatch(/: the package in .+\nNo executable has unpacked anything\.\n$/);
});

it('self --remove removes what no other process uses, and names what stays', () => {
  const folderOf = cacheOf(programs);
  expect(self(true)).toEqual({
    code: 1,
    out: `Removed ${folderOf('b')}\nRemoved ${folderOf('c')}\n`,
    err: [
      `creator-sandbox: ${folderOf('a')} stays: process 8 uses it.\n`,
      `creator-sandbox: ${folderOf('d')} stays: processes 8, 9 use it.\n`,
    ].join(''),
  });
  expect(['a', 'b', 'c', 'd'].map((letter) => existsSync(folderOf(letter)))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  cacheOf({ c: programs.c });
  expect(self(true).code).toBe(0);
  expect(self(true)).toEqual({ code: 0, out: 'No executable has unpacked anything.\n', err: '' });
});
