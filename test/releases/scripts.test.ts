import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createSandbox, type SettingsInput } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { git } from './rehearsal.ts';
import { openJob, runStep } from './runner.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = newFolder();

/** A folder with what the scripts read: those of this clone, whatever is committed. */
function clone(name: string): string {
  const made = join(folder, name);
  for (const part of ['releases', 'container', 'src', 'seed', 'fixtures', 'package.json', 'CHANGELOG.md'])
    cpSync(join(root, part), join(made, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'));
  return made;
}

/** Programs that note how they are called, one line each. */
function noting(into: string, answers: Record<string, string>) {
  const bin = join(into, 'bin');
  const calls = join(into, 'calls');
  mkdirSync(bin, { recursive: true });
  writeFileSync(calls, '');
  for (const [name, answer] of Object.entries(answers)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>'${calls}'\n${answer}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    env: { PATH: `${bin}:${process.env['PATH']}` },
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
  };
}

describe('releases/release.ts', () => {
  const work = clone('release');
  writeFileSync(join(work, 'package.json'), '{ "version": "1.2.3", "type": "module" }');
  writeFileSync(
    join(work, 'CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.3] - 2026-12-01\n\n### Added\n\n- this\n\n## [1.2.30] - 2027-01-01\n\n- other\n',
  );
  const release = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['releases/release.ts', ...args], {
      cwd: work,
      encoding: 'utf8',
    });
    return [status, (stdout || stderr).trim()];
  };

  git(work, 'init', '-q');
  git(work, 'commit', '-q', '--allow-empty', '-m', 'one');
  const tagAll = (...tags: string[]) => {
    for (const tag of tags) git(work, 'tag', tag);
    onTestFinished(() => void git(work, 'tag', '--delete', ...tags));
  };

  it('checks that the tag, package.json and the changelog agree', () => {
    expect(release('check', 'v1.2.3')).toEqual([0, '3 lines of notes.']);
    expect(release('check', 'v1.2.4')).toEqual([1, 'package.json has version 1.2.3, the tag is v1.2.4.']);
    expect(release('notes', 'v1.2.4')).toEqual([1, 'CHANGELOG.md has no section "## [1.2.4]".']);
  });

  it('prints the section of the version only', () => {
    expect(release('notes', 'v1.2.3')).toEqual([0, '### Added\n\n- this']);
  });

  it.each([
    ['v1.0.5', '1.0.5\n1.0'],
    ['v1.0.3', '1.0.3'],
    ['v1.9.9', '1.9.9\n1.9'],
    ['v1.10.2', '1.10.2\n1.10\n1'],
    ['v2.0.1', '2.0.1\n2.0\n2\nlatest'],
    ['v10.0.0', '10.0.0\n10.0\n10\nlatest'],
    ['v0.3.1', '0.3.1\n0.3'],
  ])('gives the image of %s the short tags that no higher version has', (tag, tags) => {
    tagAll('v1', 'v1.0.4', 'v1.10.0', 'v1.10.1', 'v1.10.3-rc.1', 'v2', 'v2.0.0', 'v2.1.0-rc.1', tag);
    expect(release('tags', tag)).toEqual([0, tags]);
  });

  it('refuses a tag that is no version', () => {
    expect(release('tags', 'latest')).toEqual([1, 'latest is not a version such as v1.2.3.']);
  });
});

it('names the tag and build arguments for the step that builds', () => {
  const work = clone('about');
  git(work, 'init', '-q');
  git(work, 'commit', '-q', '--allow-empty', '--date=2026-11-22T00:00:00Z', '-m', 'one');
  const { workflow, env } = stepOf('release.yml', 'image', 'about-image.sh');
  const job = { ...openJob(join(folder, 'about-job')), workspace: work };
  const { status, written, said } = runStep(workflow, job, {
    env: {
      ...env,
      IMAGE: 'images.example/Owner/creator-sandbox',
      GITHUB_REF_NAME: 'v1.2.3',
      GITHUB_SHA: 'abc',
      GITHUB_SERVER_URL: 'https://git.example',
      GITHUB_REPOSITORY: 'Owner/creator-sandbox',
    },
  });

  expect({ status, said }).toEqual({ status: 0, said: '' });
  const epoch = git(work, 'log', '-1', '--format=%ct');
  const [base, ...others] = (written['arguments'] ?? '').split('\n');
  expect(base).toMatch(/^NODE_IMAGE=node:24-bookworm-slim@sha256:[0-9a-f]{64}$/);
  expect({ ...written, arguments: others.join('\n') }).toEqual({
    tag: 'images.example/owner/creator-sandbox:1.2.3',
    arguments: [
      `SOURCE_DATE_EPOCH=${epoch}`,
      'VERSION=1.2.3',
      'REVISION=abc',
      'SOURCE=https://git.example/Owner/creator-sandbox',
      `CREATED=${new Date(Number(epoch) * 1000).toISOString().replace('.000', '')}`,
    ].join('\n'),
  });
  const stages = readFileSync(join(root, 'Dockerfile'), 'utf8');
  for (const [, name] of written['arguments']?.matchAll(/^(\w+)=/gm) ?? [])
    expect(stages, name).toMatch(new RegExp(`^ARG .*\\b${name}=`, 'm'));
});

it('publishes nothing when the registry has the version with other bytes', () => {
  const work = clone('publish-work');
  git(work, 'init', '-q');
  git(work, 'commit', '-q', '--allow-empty', '-m', 'one');
  git(work, 'tag', 'v1.2.3');
  writeFileSync(join(work, 'packed.tgz'), 'bytes');
  const publish = (name: string, there: string) => {
    const tools = noting(join(folder, name), { npm: `[ "$1" = publish ] || ${there}` });
    const { status, stderr } = spawnSync('bash', ['releases/publish.sh', 'v1.2.3', 'packed.tgz'], {
      cwd: work,
      encoding: 'utf8',
      env: { ...process.env, ...tools.env },
    });
    return { status, stderr, published: tools.calls().filter((call) => call.startsWith('npm publish')) };
  };
  expect(publish('other-bytes', 'echo sha512-other')).toEqual({
    status: 1,
    stderr: expect.stringContaining('npm has 1.2.3 with other bytes. Run the failed jobs again'),
    published: [],
  });
  expect(publish('no-bytes', 'exit 1')).toEqual({
    status: 0,
    stderr: '',
    published: ['npm publish ./packed.tgz --ignore-scripts --access public --tag latest'],
  });
});

it('compares the list of all packages with the lock file', () => {
  const work = join(folder, 'sbom');
  mkdirSync(work);
  const lock = {
    packages: {
      '': {},
      'node_modules/one': { version: '1.0.0' },
      'node_modules/@a/two': { version: '2.0.0' },
    },
  };
  writeFileSync(join(work, 'package-lock.json'), JSON.stringify(lock));
  const compare = (components: object[]) => {
    writeFileSync(join(work, 'sbom.json'), JSON.stringify({ components }));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'releases/sbom.ts'), 'sbom.json'],
      {
        cwd: work,
        encoding: 'utf8',
      },
    );
    return [status, stdout + stderr];
  };
  const two = { group: '@a', name: 'two', version: '2.0.0' };
  expect(compare([{ name: 'one', version: '1.0.0' }, two])).toEqual([
    0,
    '2 packages, as in the lock file.\n',
  ]);
  expect(compare([{ name: 'one', version: '1.0.1' }, two])).toEqual([
    1,
    'one@1.0.0 is in the lock file only.\none@1.0.1 is in the list only.\n',
  ]);
});

it('keeps every place that names the version, and turns the switch to the registry in one step', () => {
  const work = join(folder, 'versions');
  for (const part of [
    'releases',
    'packages',
    'examples',
    'README.md',
    'docs/install.md',
    'docs/ci.md',
    'package.json',
  ])
    cpSync(join(root, part), join(work, part), {
      recursive: true,
      filter: (file) => !file.includes('node_modules'),
    });
  const versions = (verb: string) => {
    const { status, stderr } = spawnSync(process.execPath, ['releases/versions.ts', verb], {
      cwd: work,
      encoding: 'utf8',
    });
    return [status, stderr];
  };
  const places = () =>
    [
      'packages/pytest-creator-sandbox/pyproject.toml',
      'README.md',
      'docs/install.md',
      'docs/ci.md',
      'examples/shell/package.json',
      'examples/shell/README.md',
    ]
      .flatMap(
        (file) =>
          readFileSync(join(work, file), 'utf8').match(
            /^version = .*|^ *package: .*|^ *(?:npm (?:pack|install)\b|- run: npm (?:pack|install)\b).*|.*"creator-sandbox": .*/gm,
          ) ?? [],
      )
      .map((line) => line.trim());
  expect(versions('check')).toEqual([0, '']);
  writeFileSync(join(work, 'package.json'), '{ "version": "2.0.0-rc.1", "type": "module" }');
  expect(versions('check')).toEqual([1, expect.stringContaining('run `node releases/versions.ts write`')]);
  expect(versions('write')).toEqual([0, '']);
  expect(places()).toEqual([
    'version = "2.0.0rc1"',
    'npm pack ~/creator-sandbox',
    'npm install --save-dev ./creator-sandbox-2.0.0-rc.1.tgz node@24',
    'npm pack ~/creator-sandbox',
    'npm install --save-dev ./creator-sandbox-2.0.0-rc.1.tgz node@24',
    'package: ./creator-sandbox-2.0.0-rc.1.tgz',
    '"creator-sandbox": "file:creator-sandbox-2.0.0-rc.1.tgz"',
    'npm pack ~/creator-sandbox',
    'npm install',
  ]);
  expect(versions('registry')).toEqual([0, '']);
  expect(places()).toEqual([
    'version = "2.0.0rc1"',
    'npm install --save-dev creator-sandbox node@24',
    'npm install --save-dev creator-sandbox node@24',
    'package: creator-sandbox@2.0.0-rc.1',
    '"creator-sandbox": "^2.0.0-rc.1"',
    'npm install',
  ]);
  expect(versions('check')).toEqual([0, '']);
  expect(versions('')).toEqual([2, 'Name one of check, write, registry.\n']);
});

describe('the nightly', () => {
  /** Runs its step at a service, without holding this process, which is the service. */
  async function ask(name: string, target: SettingsInput) {
    const service = await createSandbox({ size: 60, prices: { usage: 0 }, ...target });
    onTestFinished(() => service.close());
    const work = clone(name);
    const { workflow } = stepOf('nightly.yml', 'service', 'ask-service.sh');
    const env = { TARGET_URL: service.url, SPEND: '3', CREATOR_SANDBOX_TARGET_KEY: 'demo-full' };
    const ended = promisify(execFile)('bash', ['-eo', 'pipefail', '-c', workflow.run ?? ''], {
      cwd: work,
      env: { ...process.env, ...env },
    });
    const { code, stdout } = await ended.then(
      (said) => ({ code: 0, ...said }),
      (error: { code: number; stdout: string }) => error,
    );
    const spent = (await service.report()).receipt.credits;
    return { code, stdout, spent };
  }

  it('fails where the service differs, and says how', async () => {
    // An assumption of the register: the status of refusals of generation 2.
    const { code, stdout, spent } = await ask('differing', { v2Status: 400 });
    expect(code).toBe(4);
    expect(stdout).toMatch(/status.*403.*400/);
    expect(spent).toBeLessThanOrEqual(3);
  });

  it('passes where the service agrees', async () => {
    expect(await ask('agreeing', {})).toMatchObject({ code: 0 });
  });

  it('asks nothing without a key', () => {
    const work = clone('keyless');
    const job = { ...openJob(join(folder, 'keyless-job')), workspace: work };
    const env = { TARGET_URL: 'http://127.0.0.1:9', SPEND: '3', CREATOR_SANDBOX_TARGET_KEY: '' };
    const { workflow } = stepOf('nightly.yml', 'service', 'ask-service.sh');
    expect(runStep(workflow, job, { env }).status).toBe(0);
  });
});

/** The step of a workflow that runs a script, as it is written there. */
function stepOf(file: string, job: string, script: string) {
  const { jobs, env = {} } = parse(readFileSync(join(root, '.github/workflows', file), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
    env?: Record<string, string>;
  };
  const workflow = jobs[job]?.steps.find(({ run }) => run?.includes(`releases/${script}`));
  if (!workflow) throw new Error(`${file} has no step with ${script}`);
  return { workflow: { run: workflow.run ?? '' }, env };
}
