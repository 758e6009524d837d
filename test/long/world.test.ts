import { execFile } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { verifyWorld } from '../../src/creators/world/verify.ts';
import { newFolder } from '../new-folder.ts';

const run = promisify(execFile);
const build = fileURLToPath(new URL('../../seed/build.ts', import.meta.url));
const world = fileURLToPath(new URL('../../src/creators/world/world.ts', import.meta.url));

interface Built {
  node: string;
  hash: string;
  /** Of processor time, of all threads: a busy machine takes longer, for one world more than for another. */
  seconds: number;
  /** Most memory that was ever resident, all threads together. */
  megabytes: number;
}

/** A world made by another process, on the Node given. */
async function built(node: string, file: string, size: number): Promise<Built> {
  const program = `
    import { buildWorld } from ${JSON.stringify(build)};
    import { openWorld } from ${JSON.stringify(world)};
    await buildWorld(${JSON.stringify(file)}, { seed: 11, size: ${size} });
    const { user, system } = process.cpuUsage();
    const seconds = (user + system) / 1e6;
    const megabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
    const { hash } = openWorld(${JSON.stringify(file)}).info;
    console.log(JSON.stringify({ node: process.version, hash, seconds, megabytes }));`;
  const { stdout } = await run(node, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(stdout) as Built;
}

test('a world has the same hash on Node 22, 24 and 26', async () => {
  const folder = newFolder();
  const versions = [22, 24, 26];
  const dependencies = Object.fromEntries(
    versions.map((version) => [`node${version}`, `npm:node@${version}`]),
  );
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies, allowScripts: { node: true } }),
  );
  // Node comes in a package of its own for each platform, which its install script fetches
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: folder });
  const worlds: Built[] = [];
  // Node 26 needs the system library libatomic (Debian: libatomic1)
  for (const version of versions)
    worlds.push(
      await built(
        join(folder, 'node_modules', `node${version}`, 'bin', 'node'),
        join(folder, `${version}.sqlite`),
        300,
      ),
    );
  rmSync(folder, { recursive: true });
  expect(worlds.map(({ node }) => Number(/^v(\d+)/.exec(node)?.[1]))).toEqual(versions);
  expect(new Set(worlds.map(({ hash }) => hash)).size).toBe(1);
});

describe('a world of 10,000 people', () => {
  test('takes at most 15 times the processor time of one of 1,000, with its indexes', async () => {
    const folder = newFolder();
    const file = join(folder, 'world.sqlite');
    const small = await built(process.execPath, join(folder, 'small.sqlite'), 1_000);
    const { seconds, megabytes } = await built(process.execPath, file, 10_000);
    console.log(`10,000 people: ${seconds.toFixed(1)} s of CPU, ${megabytes.toFixed(0)} MB resident`);
    expect(seconds).toBeLessThan(15 * small.seconds);
    // the figures and texts of a platform are in memory while its indexes are made
    expect(megabytes).toBeLessThan(800);
    expect(statSync(file).size).toBeLessThan(500_000_000);
    expect(await verifyWorld(file)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
