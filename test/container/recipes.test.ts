import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { newFolder } from '../new-folder.ts';
import { type PodSpec, podOptions } from './pod.ts';

/** The recipes, run as the systems run them that they are written for: same images, same network, same variables. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, 'recipes', file), 'utf8');
const image = process.env['SANDBOX_IMAGE'] ?? 'creator-sandbox';
const jobImage = process.env['JOB_IMAGE'] ?? 'node:24-bookworm-slim';
const ownName = /^registry\.example\/creator-sandbox:1$/;

const folder = newFolder();
const project = join(folder, 'project');
mkdirSync(project);
writeFileSync(
  join(project, 'sandbox.test.mjs'),
  `import assert from 'node:assert/strict';
   import { test } from 'node:test';
   test('the sandbox answers, at the time of the recipe', async () => {
     const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
     const reply = await fetch(url + '/clip/profile?uniqueId=sample.creator', { headers: { 'api-key': key } });
     assert.equal(reply.status, 200);
     const clock = await (await fetch(url + '/__admin/clock')).json();
     assert.equal(new Date(clock.now).toISOString().slice(0, 10), '2026-01-01');
   });`,
);

const docker = (...args: string[]) =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: 'pipe' }).trim();
const variables = (env: Record<string, string> = {}) =>
  Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);

/** Runs a container in the background until the test ends. */
function background(...args: string[]): string {
  const id = docker('run', '-d', ...args);
  onTestFinished(() => void docker('rm', '-fv', id));
  return id;
}

async function untilHealthy(id: string): Promise<void> {
  await expect
    .poll(() => docker('inspect', '-f', '{{.State.Health.Status}}', id), { interval: 200 })
    .toBe('healthy');
}

/** Runs the script of a job in its image, over the project. */
function job(script: readonly string[], env: Record<string, string>, ...network: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'docker',
    [
      'run',
      '--rm',
      ...network,
      ...variables(env),
      '-v',
      `${project}:/project:ro`,
      '-w',
      '/project',
      jobImage,
    ].concat(['bash', '-eo', 'pipefail', '-c', script.join('\n')]),
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

const passed = { status: 0, said: expect.stringContaining('pass 1') };

it('gitlab-ci.yml gives the job a service under its alias', async () => {
  const { test } = parse(read('gitlab-ci.yml')) as {
    test: {
      image: string;
      services: { name: string; alias: string }[];
      variables: Record<string, string>;
      script: string[];
    };
  };
  const [service] = test.services;
  expect(service?.name).toMatch(ownName);
  expect(test.image).toBe(jobImage);
  const network = `recipes-${process.pid}`;
  docker('network', 'create', network);
  // After the containers: hooks run in reverse.
  onTestFinished(() => void docker('network', 'rm', network));
  // GitLab gives the variables of a job to its services too.
  const id = background(
    '--network',
    network,
    '--network-alias',
    service?.alias ?? '',
    ...variables(test.variables),
    image,
  );
  await untilHealthy(id);
  expect(job(test.script, test.variables, '--network', network)).toEqual(passed);
});

it('circleci.yml waits for the container beside the job', () => {
  const { jobs } = parse(read('circleci.yml')) as {
    jobs: {
      test: {
        docker: { image: string; environment?: Record<string, string> }[];
        environment: Record<string, string>;
        steps: (string | { run: string | { command: string } })[];
      };
    };
  };
  const { docker: images, environment, steps } = jobs.test;
  expect(images[0]?.image).toBe(jobImage);
  expect(images[1]?.image).toMatch(ownName);
  const id = background(...variables(images[1]?.environment), image);
  const script = steps.flatMap((step) => {
    if (typeof step === 'string') return [];
    return typeof step.run === 'string' ? [step.run] : [step.run.command];
  });
  // The job does not wait for health: the recipe does.
  expect(job(script, environment, '--network', `container:${id}`)).toEqual(passed);
});

it('docker.sh runs a command beside a container, and passes on its exit code', () => {
  const run = (...command: string[]) =>
    spawnSync('bash', [join(root, 'recipes/docker.sh'), ...command], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, SANDBOX_IMAGE: image },
    });
  const { status, stdout, stderr } = run(process.execPath, '--test');
  expect({ status, said: stdout + stderr }).toEqual(passed);
  expect(run('sh', '-c', 'exit 7').status).toBe(7);
});

interface Deployment {
  spec: {
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  };
}

it('kubernetes.yaml describes a pod that starts, passes its probes and is reached by its service', async () => {
  const [deployment, service] = parseAllDocuments(read('kubernetes.yaml')).map(
    (each) => each.toJS() as unknown,
  ) as [Deployment, { spec: { selector: object; ports: { targetPort: string }[] } }];
  const { spec, metadata } = deployment.spec.template;
  const [container] = spec.containers;
  if (!container) throw new Error('the pod has no container');
  expect(container.image).toMatch(ownName);
  expect(deployment.spec.selector.matchLabels).toEqual(metadata.labels);
  expect(service.spec.selector).toEqual(metadata.labels);
  expect(container.ports.map(({ name }) => name)).toContain(service.spec.ports[0]?.targetPort);

  // A service called `sandbox` in the namespace gives the pod these, unless enableServiceLinks is off.
  const links = { SANDBOX_PORT: 'tcp://10.0.0.7:80', SANDBOX_SERVICE_HOST: '10.0.0.7' };
  const id = background(...podOptions(spec), ...variables(links), image);
  const probe = (kind: 'startupProbe' | 'readinessProbe' | 'livenessProbe') =>
    spawnSync('docker', ['exec', id, ...container[kind].exec.command]).status;
  await expect.poll(() => probe('startupProbe'), { interval: 200 }).toBe(0);
  expect([probe('readinessProbe'), probe('livenessProbe')]).toEqual([0, 0]);
  const url = `http://127.0.0.1:${container.ports[0]?.containerPort}/usage`;
  const asked = job(
    [`node -e "fetch('${url}').then(({ status }) => console.log('status', status))"`],
    {},
    '--network',
    `container:${id}`,
  );
  expect(asked.said).toContain('status 401');
});
