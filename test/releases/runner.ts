import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Composite {
  inputs?: Record<string, { default?: string }>;
  outputs?: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

export interface Step {
  id?: string;
  run?: string;
  uses?: string;
  with?: Record<string, string | number>;
  shell?: string;
  env?: Record<string, string>;
}

/** The state that one job keeps from step to step. */
export interface Job {
  workspace: string;
  temp: string;
  /** Variables that steps wrote into GITHUB_ENV. */
  env: Record<string, string>;
  /** Text that they wrote into the summary of the job. */
  summary(): string;
}

export interface ActionRun {
  status: number | null;
  log: string;
  outputs: Record<string, string>;
}

export function openJob(folder: string): Job {
  const temp = join(folder, 'temp');
  const workspace = join(folder, 'workspace');
  for (const made of [temp, workspace]) mkdirSync(made, { recursive: true });
  const file = join(temp, 'summary.md');
  writeFileSync(file, '');
  return { workspace, temp, env: {}, summary: () => readFileSync(file, 'utf8') };
}

/** Runs a composite action as GitHub's runner does. @returns the exit code of the first step that fails, and the outputs */
export function runAction(folder: string, given: Record<string, string>, job: Job): ActionRun {
  const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Composite;
  const inputs = Object.fromEntries(
    Object.entries(action.inputs ?? {}).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
  const outputs: Record<string, Record<string, string>> = {};
  let log = '';
  for (const step of action.runs.steps) {
    const { status, written, said } = runStep(step, job, {
      action: folder,
      evaluate: (text) => evaluated(text, { inputs, outputs }),
    });
    log += said;
    if (step.id) outputs[step.id] = written;
    if (status !== 0) return { status, log, outputs: {} };
  }
  const values = Object.entries(action.outputs ?? {}).map(([name, { value }]): [string, string] => [
    name,
    evaluated(value, { inputs, outputs }),
  ]);
  return { status: 0, log, outputs: Object.fromEntries(values) };
}

/** Runs the script of a step with bash, as the runner calls it. */
export function runStep(
  step: Step,
  job: Job,
  about: { action?: string; evaluate?: (text: string) => string; env?: Record<string, string> } = {},
) {
  const { action, evaluate = (text: string) => text } = about;
  const files = { GITHUB_OUTPUT: 'output', GITHUB_ENV: 'env' };
  for (const name of Object.values(files)) writeFileSync(join(job.temp, name), '');
  writeFileSync(join(job.temp, 'step.sh'), evaluate(step.run ?? ''));
  const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value)]);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', join(job.temp, 'step.sh')],
    {
      cwd: job.workspace,
      encoding: 'utf8',
      env: {
        ...process.env,
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: job.workspace,
        GITHUB_STEP_SUMMARY: join(job.temp, 'summary.md'),
        RUNNER_TEMP: job.temp,
        ...(action && { GITHUB_ACTION_PATH: action }),
        ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(job.temp, file)])),
        ...job.env,
        ...about.env,
        ...Object.fromEntries(own),
      },
    },
  );
  Object.assign(job.env, assignments(readFileSync(join(job.temp, 'env'), 'utf8')));
  return {
    status,
    written: assignments(readFileSync(join(job.temp, 'output'), 'utf8')),
    said: stdout + stderr,
  };
}

const evaluated = (
  text: string,
  { inputs, outputs }: { inputs: Record<string, string>; outputs: Record<string, Record<string, string>> },
): string =>
  text.replace(/\$\{\{ (?:inputs\.(\w+)|steps\.(\w+)\.outputs\.(\w+)) \}\}/g, (_, input, id, output) =>
    input === undefined ? (outputs[id]?.[output] ?? '') : (inputs[input] ?? ''),
  );

/** `name=value`, and `name<<END` with lines up to END. */
function assignments(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', end] = /^(\w+)<<(\w+)$/.exec(line) ?? [];
    if (end !== undefined)
      found[name] = lines
        .splice(0, lines.indexOf(end) + 1)
        .slice(0, -1)
        .join('\n');
    else if (line.includes('=')) found[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return found;
}
