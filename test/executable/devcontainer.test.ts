import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../src/system/version.ts';
import { newFolder } from '../new-folder.ts';

/** The feature for development containers, installed and started as their specification says, on a copy of this machine. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const machine = `linux-${process.arch}`;
const executable = join(root, `releases/out/creator-sandbox-${version}-${machine}`);
const source = join(root, 'recipes/devcontainer/creator-sandbox');
const feature = JSON.parse(readFileSync(join(source, 'devcontainer-feature.json'), 'utf8')) as {
  version: string;
  options: Record<string, { default: string }>;
  containerEnv: Record<string, string>;
  entrypoint: string;
  postStartCommand: string;
};

const bareMachine = join(root, 'test/executable/bare-machine.sh');
const trial = mkdtempSync('/var/tmp/devcontainer-');
const canCopy = spawnSync('bash', [bareMachine, trial, 'true']).status === 0;
rmSync(trial, { recursive: true });

/** A copy of this machine, with the feature and these files in its folder. */
function openContainer(files: Readonly<Record<string, string | { readonly text: string }>>) {
  // A folder in memory cannot hold the written files of an overlay.
  const folder = mkdtempSync('/var/tmp/devcontainer-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const build = join(folder, 'upper/build');
  mkdirSync(build, { recursive: true });
  cpSync(source, build, { recursive: true });
  for (const [name, from] of Object.entries(files))
    if (typeof from === 'string') cpSync(from, join(build, name));
    else writeFileSync(join(build, name), from.text, { mode: 0o755 });
  const run = (variables: Record<string, string>, ...command: string[]) => {
    const { status, stdout, stderr } = spawnSync('bash', [bareMachine, folder, ...command], {
      encoding: 'utf8',
      env: { ...process.env, ...variables },
      // A pipe of Node is a socket, and bash takes one for a login from elsewhere: it would read its start files.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { status, out: stdout, err: stderr };
  };
  const env = (variables: Record<string, string>) => [
    'env',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  ];
  return {
    /** The Node of these tests, in place of the machine's. */
    addNode: () => {
      mkdirSync(join(folder, 'upper/usr/local/bin'), { recursive: true });
      cpSync(process.execPath, join(folder, 'upper/usr/local/bin/node'));
    },
    install: (variables: Record<string, string>, options: Record<string, string> = {}) => {
      const values = Object.entries(feature.options).map(([name, option]) => [
        name.toUpperCase(),
        options[name] ?? option.default,
      ]);
      return run(variables, ...env(Object.fromEntries(values)), 'sh', '-c', 'cd /build && ./install.sh');
    },
    /** Starts the container as a user who owns nothing, and runs a script once it is up. */
    start: (variables: Record<string, string>, script: string) =>
      run(
        { ...variables, NETWORK: 'own' },
        ...['setpriv', '--reuid', '12345', '--regid', '12345', '--clear-groups'],
        ...env({ ...feature.containerEnv, HOME: '/tmp' }),
        ...[feature.entrypoint, 'sh', '-euc', `${feature.postStartCommand} >&2; ${script}`],
      ),
  };
}

const asks = `
curl -fsS -o /dev/null -w '%{http_code} ' -H "api-key: $CREATOR_SANDBOX_KEY" "$CREATOR_SANDBOX_URL/clip/profile?uniqueId=sample.creator"
creator-sandbox health | grep -o 'clock 2026-01-01'`;
const settings = '{ "clock": "2026-01-01T00:00:00Z" }';

describe.skipIf(!canCopy)('the feature for development containers', { timeout: 300_000 }, () => {
  it('has the version of the package', () => expect(feature.version).toBe(version));

  it('starts the executable where there is no Node, and again with the container', () => {
    const container = openContainer({ [`creator-sandbox-${version}-${machine}`]: executable });
    const bare = { NODE: 'no' };
    const { status, err } = container.install(bare, { settings });
    expect(status, err).toBe(0);
    for (let start = 0; start < 2; start++) {
      const started = container.start(bare, `! command -v node; ${asks}`);
      expect([started.status, started.out], started.err).toEqual([0, '200 clock 2026-01-01\n']);
    }
  });

  it('installs the package where npm is', () => {
    const folder = newFolder();
    const pack = ['pack', root, '--json', '--ignore-scripts'];
    const packed = execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    const container = openContainer({ [filename]: join(folder, filename) });
    container.addNode();
    const { status, err } = container.install({}, { settings });
    expect(status, err).toBe(0);
    const started = container.start({}, asks);
    expect([started.status, started.out], started.err).toEqual([0, '200 clock 2026-01-01\n']);
  });

  it('says what is missing', () => {
    const { status, err } = openContainer({}).install({ NODE: 'no' });
    expect([status, err]).toEqual([
      1,
      `creator-sandbox: This container has no npm. Add a feature that installs Node, or put the executable for ${machine} into the folder of this one.\n`,
    ]);
  });

  it('says that an executable does not start, or that there are two', () => {
    const wrong = { text: '#!/bin/sh\nexit 1\n' };
    const one = openContainer({ [`creator-sandbox-1-${machine}`]: wrong }).install({ NODE: 'no' });
    expect([one.status, one.err]).toEqual([
      1,
      'creator-sandbox: What was installed does not start: the package needs Node 22.18 or later, the executable glibc.\n',
    ]);
    const names = [1, 2].map((each) => `creator-sandbox-${each}-${machine}`);
    const two = openContainer(Object.fromEntries(names.map((name) => [name, wrong]))).install({});
    expect([two.status, two.err]).toEqual([
      1,
      `creator-sandbox: Leave one of these in the folder of the feature: ${names.map((name) => `/build/${name}`).join(' ')}\n`,
    ]);
  });
});
