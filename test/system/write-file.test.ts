import { spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';
import { cacheDir, certificateFile } from '../../src/system/cache-dir.ts';
import { publishCertificate } from '../../src/system/certificate.ts';
import { userId } from '../../src/system/user-id.ts';
import { ownerOnly, replaceFile, writeNamedFile } from '../../src/system/write-file.ts';
import { newFolder } from '../new-folder.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

afterEach(() => vi.unstubAllEnvs());

describe('what the program writes', () => {
  it('replaces a link at the place of a certificate, not the file behind it, and is for its owner', () => {
    vi.stubEnv('XDG_CACHE_HOME', newFolder());
    const mine = join(newFolder(), 'mine');
    writeFileSync(mine, 'mine');
    const file = certificateFile(4310);
    mkdirSync(join(file, '..'), { recursive: true });
    symlinkSync(mine, file);
    expect(publishCertificate({ cert: 'PEM', key: '', fingerprint: '' }, 4310)).toBe(file);
    expect([lstatSync(file).isSymbolicLink(), readFileSync(file, 'utf8'), modeOf(file)]).toEqual([
      false,
      'PEM',
      '600',
    ]);
    expect([readFileSync(mine, 'utf8'), readdirSync(join(file, '..'))]).toEqual(['mine', ['4310.pem']]);
  });

  it('is a file for its owner where it must be, also in place of a file for all', () => {
    const [cwd, mine] = [newFolder(), join(newFolder(), 'mine')];
    writeFileSync(join(cwd, 'old.json'), '', { mode: 0o644 });
    writeFileSync(mine, 'mine');
    symlinkSync(mine, join(cwd, 'link.json'));
    for (const name of ['new.json', 'old.json', 'link.json']) {
      replaceFile(join(cwd, name), 'new', ownerOnly);
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('new');
      expect([modeOf(join(cwd, name)), lstatSync(join(cwd, name)).isSymbolicLink()]).toEqual(['600', false]);
    }
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  });

  it('is a report in place of an old one, whose mode and link it keeps', () => {
    const [folder, mine] = [newFolder(), join(newFolder(), 'mine')];
    writeFileSync(mine, 'old', { mode: 0o640 });
    const inode = statSync(mine).ino;
    symlinkSync(mine, join(folder, 'report.json'));
    writeNamedFile(join(folder, 'report.json'), 'new');
    expect([readFileSync(mine, 'utf8'), modeOf(mine), statSync(mine).ino === inode]).toEqual([
      'new',
      '640',
      false,
    ]);
    expect([readdirSync(folder), lstatSync(join(folder, 'report.json')).isSymbolicLink()]).toEqual([
      ['report.json'],
      true,
    ]);
  });

  it.skipIf(process.platform === 'win32')('is a report for the reader of a pipe', async () => {
    const pipe = join(newFolder(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    writeNamedFile(pipe, 'to the reader');
    expect(await text(reader.stdout)).toBe('to the reader');
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it('leaves nothing beside what it cannot replace', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
    expect(() => replaceFile(join(folder, 'taken'), 'text')).toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('is a ledger for its owner, with all its files', () => {
    const folder = newFolder();
    const database = openDatabase(folder);
    expect(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))])).toEqual([
      ['ledger.sqlite', '600'],
      ['ledger.sqlite-wal', '600'],
    ]);
    database.close();
  });
});

describe('the cache without a folder of the user', () => {
  it('is a folder of the user below the temporary one', () => {
    const folder = newFolder();
    vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
    vi.stubEnv('TMPDIR', folder);
    const own = join(folder, `creator-sandbox-${userId()}`);
    expect([cacheDir(), cacheDir(), modeOf(own)]).toEqual([own, own, '700']);
  });

  it('is named also where it cannot be made: whoever writes there says why', () => {
    vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
    vi.stubEnv('TMPDIR', '/proc/none');
    expect(cacheDir()).toBe(`/proc/none/creator-sandbox-${userId()}`);
  });

  it('is none that others can write to, or to which a link leads', () => {
    for (const make of [
      (own: string) => mkdirSync(own, { mode: 0o777 }),
      (own: string) => symlinkSync(newFolder(), own),
      (own: string) => writeFileSync(own, ''),
    ]) {
      const folder = newFolder();
      vi.stubEnv('XDG_CACHE_HOME', '/proc/none');
      vi.stubEnv('TMPDIR', folder);
      const own = join(folder, `creator-sandbox-${userId()}`);
      const before = process.umask(0);
      make(own);
      process.umask(before);
      expect(cacheDir).toThrow(
        `The cache folder cannot be written, and others can write to ${own}: name a cache folder with XDG_CACHE_HOME.`,
      );
    }
  });
});
