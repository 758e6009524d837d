import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { newFolder } from '../new-folder.ts';
import { type Job, openJob, runStep, type Step } from './runner.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface WorkflowJob {
  needs?: string | string[];
  steps: Step[];
}

/** Fails a job once, after a step has done its work: the harder half of a failure. */
export interface Failure {
  job: string;
  step: number;
}

/** One repository with its registries, as a release finds them, and the state that is left of the runs of its workflow. */
export interface Rehearsal {
  /** Commits a version as the maintainer does, and tags it. */
  commit(version: string, change?: { workflow?: string; branch?: string; red?: boolean }): void;
  /** Runs the workflow of a tag until a job fails. @returns the log of the failed job, undefined when all passed */
  run(tag: string, failure?: Failure): string | undefined;
  /** Runs the failed jobs and those after them, as GitHub does. */
  runFailedJobs(): string | undefined;
  /** Makes the next change by `gh` fail. */
  failOnce(): void;
  /** Everything that somebody outside can see. */
  state(): Promise<unknown>;
  settings: Record<string, string>;
  close(): void;
}

export function releaseJobs(): Record<string, WorkflowJob> {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  return (parse(text) as { jobs: Record<string, WorkflowJob> }).jobs;
}

export const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@creator-sandbox.example', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();

export async function openRehearsal(options: { withoutPackage?: boolean } = {}): Promise<Rehearsal> {
  const folder = newFolder();
  const remote = makeRemote(folder);
  const home = makeRepository(folder, remote);
  const tools = makeTools(folder);
  const server = spawn(
    process.execPath,
    [
      join(root, 'test/releases/registry-server.ts'),
      ...(options.withoutPackage ? ['--without-package'] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((resolve) =>
    server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  );
  writeFileSync(
    join(folder, 'npmrc'),
    `registry=${url}\n//${new URL(url).host}/:_authToken=trusted\ncache=${join(folder, 'npm-cache')}\n`,
  );
  const settings: Record<string, string> = {
    VISIBILITY: 'public',
    HAS_TAG_TOKEN: 'false',
    IMAGE: 'images.example/Example/creator-sandbox',
    PYTHON_INDEX: url,
    PYTHON_UPLOAD: `${url}/legacy/`,
  };
  let done = new Set<string>();
  let running = '';
  let failing: Failure | undefined;

  const attempt = () => {
    for (const [name, job] of Object.entries(releaseJobs())) {
      if (done.has(name)) continue;
      const needs = [job.needs ?? []].flat();
      if (!needs.every((each) => done.has(each))) continue;
      const log = runJob(name, job);
      if (log !== undefined) return log;
      done.add(name);
    }
    return undefined;
  };

  function runJob(name: string, { steps }: WorkflowJob): string | undefined {
    const job = openJob(join(newFolder(), name));
    const outputs: Record<string, Record<string, string>> = {};
    for (const [number, step] of steps.entries()) {
      const said = step.uses === undefined ? runScript(step, job, outputs) : use(step, job, outputs);
      if (said !== undefined) return `${name}: ${said}`;
      if (failing?.job === name && failing.step === number) {
        failing = undefined;
        return `${name}: the runner is lost`;
      }
    }
    return undefined;
  }

  /** What an action does, as far as the steps after it can see. */
  function use(step: Step, job: Job, outputs: Record<string, Record<string, string>>): string | undefined {
    const [action] = (step.uses ?? '').split('@');
    const path = join(job.workspace, String(step.with?.['path'] ?? ''));
    const kept = join(folder, 'artifacts', running, String(step.with?.['name'] ?? ''));
    if (action === 'actions/checkout') {
      git(job.workspace, 'clone', '-q', remote, '.');
      git(job.workspace, 'checkout', '-q', running);
    } else if (action === 'actions/upload-artifact') cpSync(path, kept, { recursive: true });
    else if (action === 'actions/download-artifact') cpSync(kept, path, { recursive: true });
    else if (action === 'docker/build-push-action') {
      const commit = git(job.workspace, 'rev-parse', 'HEAD');
      const digest = `sha256:${commit.padEnd(64, '0')}`;
      tools.write('docker', `buildx imagetools create --tag ${outputs['about']?.['tag']} image@${digest}`);
      outputs[step.id ?? ''] = { digest };
      writeFileSync(join(folder, `digest-${running}`), digest);
    }
    return undefined;
  }

  function runScript(
    step: Step,
    job: Job,
    outputs: Record<string, Record<string, string>>,
  ): string | undefined {
    // The local registry asks for no provenance, which only GitHub's runner can make.
    const { NPM_CONFIG_PROVENANCE: _, ...own } = step.env ?? {};
    for (const name of Object.keys(own)) if (own[name]?.includes('${{')) delete own[name];
    const { status, written, said } = runStep({ ...step, env: own }, job, {
      env: {
        ...settings,
        PATH: `${tools.folder}:${process.env['PATH']}`,
        TOOLS: folder,
        GITHUB_REF_NAME: running,
        GITHUB_SHA: git(job.workspace, 'rev-parse', 'HEAD'),
        GITHUB_SERVER_URL: 'https://code.example',
        GITHUB_REPOSITORY: 'example/creator-sandbox',
        NPM_CONFIG_USERCONFIG: join(folder, 'npmrc'),
        ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/identity?a=b`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job',
        IMAGE_USER: 'somebody',
        IMAGE_TOKEN: 'secret',
        DIGEST: existsSync(join(folder, `digest-${running}`))
          ? readFileSync(join(folder, `digest-${running}`), 'utf8')
          : '',
        PUSHED_BY: settings['HAS_TAG_TOKEN'] === 'true' ? 'maintainer' : 'job',
      },
    });
    if (step.id) outputs[step.id] = written;
    return status === 0 ? undefined : said;
  }

  return {
    settings,
    commit(version, { workflow, branch = 'main', red = false } = {}) {
      commitVersion(home, version, branch, workflow);
      if (!red) writeFileSync(join(folder, 'green'), `${git(home, 'rev-parse', 'HEAD')}\n`, { flag: 'a' });
    },
    run(tag, failure) {
      running = tag;
      failing = failure;
      done = new Set();
      return attempt();
    },
    runFailedJobs: attempt,
    failOnce: () => writeFileSync(join(folder, 'fails-gh'), ''),
    async state() {
      const published = (await (await fetch(`${url}/state`)).json()) as object;
      const tags = git(remote, 'for-each-ref', 'refs/tags', '--format=%(refname:short) %(objectname)');
      const commits = new Map(tags.split('\n').map((line) => line.split(' ').reverse() as [string, string]));
      const named = (text: string) =>
        text.replace(/\b[0-9a-f]{40}0*\b/g, (each) => commits.get(each.slice(0, 40)) ?? each);
      return {
        ...published,
        action: Object.fromEntries(
          tags
            .split('\n')
            .map((line) => line.split(' '))
            .filter(([tag = '']) => /^v\d+$/.test(tag))
            .map(([tag, commit = '']) => [tag, versionOf(home, commit)]),
        ),
        images: tools.state('docker', (text) => byDigest(text, home)),
        signed: tools.state('cosign', (text) => byDigest(text, home)),
        releases: tools.state('gh', named),
      };
    },
    close: () => void server.kill(),
  };
}

/** The version that stands in a commit. */
const versionOf = (home: string, commit: string) =>
  (JSON.parse(git(home, 'show', `${commit}:package.json`)) as { version: string }).version;

const byDigest = (text: string, home: string) =>
  text.replace(/sha256:([0-9a-f]{40})0{24}/g, (_, commit: string) => `image of ${versionOf(home, commit)}`);

/** A server that refuses what GitHub refuses: a ref over a change of a workflow, pushed by the token of a job. */
function makeRemote(folder: string): string {
  const remote = join(folder, 'remote.git');
  git(folder, 'init', '-q', '--bare', '-b', 'main', remote);
  const hook = join(remote, 'hooks/pre-receive');
  writeFileSync(
    hook,
    `#!/bin/sh
while read -r old new ref; do
  case $old in *[!0]*) ;; *) continue ;; esac
  [ "$PUSHED_BY" != job ] || git diff --quiet "$old" "$new" -- .github/workflows || {
    echo 'refusing to allow a GitHub App to create or update workflow without \`workflows\` permission' >&2
    exit 1
  }
done
`,
  );
  chmodSync(hook, 0o755);
  return remote;
}

/** A small repository with the real scripts, whose package has no dependency: its install and build take no time. */
function makeRepository(folder: string, remote: string): string {
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const part of ['releases', 'packages', 'examples', 'README.md', 'docs/install.md', 'docs/ci.md'])
    cpSync(join(root, part), join(home, part), {
      recursive: true,
      filter: (file) => !file.includes('node_modules') && !file.includes('__pycache__'),
    });
  writeFileSync(join(home, 'releases/install.json'), '{ "from": "file" }\n');
  mkdirSync(join(home, '.github/workflows'), { recursive: true });
  writeFileSync(join(home, '.github/workflows/release.yml'), '# the first\n');
  writeFileSync(join(home, 'index.js'), 'export {};\n');
  writeFileSync(join(home, '.gitignore'), 'out\nnode_modules\n');
  git(home, 'init', '-q', '-b', 'main');
  git(home, 'remote', 'add', 'origin', remote);
  return home;
}

function commitVersion(home: string, version: string, branch: string, workflow?: string) {
  const about = {
    name: 'creator-sandbox',
    version,
    type: 'module',
    license: 'Apache-2.0',
    files: ['index.js'],
    scripts: { build: 'true' },
  };
  const hasBranch = git(home, 'branch', '--list', branch) !== '';
  const isNew = git(home, 'tag', '--list') === '';
  if (hasBranch) git(home, 'switch', '-q', branch);
  else if (isNew) git(home, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`);
  else {
    const line = branch.replace(/\.x$/, '');
    const highest = git(home, 'tag', '--list', `v${line}.*`, '--sort=-v:refname').split('\n')[0] ?? '';
    git(home, 'switch', '-q', '-c', branch, highest);
  }
  writeFileSync(join(home, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(
    join(home, 'package-lock.json'),
    JSON.stringify({
      name: about.name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { '': about },
    }),
  );
  writeFileSync(
    join(home, 'CHANGELOG.md'),
    `# Changelog\n\n## [${version}] - 2027-01-01\n\n- what changed\n`,
  );
  if (workflow !== undefined) writeFileSync(join(home, '.github/workflows/release.yml'), `# ${workflow}\n`);
  execFileSync(process.execPath, ['releases/versions.ts', 'write'], { cwd: home });
  git(home, 'add', '-A');
  git(home, 'commit', '-q', '-m', `Release ${version}`);
  git(home, 'tag', `v${version}`);
  execFileSync('git', ['push', '-q', 'origin', branch, `v${version}`], {
    cwd: home,
    env: { ...process.env, PUSHED_BY: 'maintainer' },
  });
}

/** `gh`, `docker` and `cosign` with a memory: files in which each call leaves what it made. */
function makeTools(folder: string) {
  const bin = join(folder, 'tools');
  const made = join(folder, 'made');
  for (const each of [bin, made]) mkdirSync(each);
  for (const name of ['gh', 'docker', 'cosign']) {
    const script = join(bin, name);
    writeFileSync(
      script,
      `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'test/releases/tool.ts')}' ${name} "$@"\n`,
    );
    chmodSync(script, 0o755);
  }
  return {
    folder: bin,
    write: (name: string, line: string) =>
      void execFileSync(join(bin, name), line.split(' '), { env: { ...process.env, TOOLS: folder } }),
    state: (name: string, edit: (text: string) => string): unknown =>
      readdirSync(made).includes(name)
        ? (JSON.parse(edit(readFileSync(join(made, name), 'utf8'))) as unknown)
        : {},
  };
}
