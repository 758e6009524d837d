import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Tools that the documents tell users to install, linked instead of fetched again. */
const tools = ['vitest', 'typescript', '@types/node', 'openapi-typescript'];
const commands = ['vitest', 'tsc', 'openapi-typescript'];

/** A place where documents and examples are tried: the packed package, projects that have it, a clone. */
export interface Workshop {
  folder: string;
  /** The packed package. */
  tarball: string;
  /** A new project that has the package, the usual tools, and the tests in `test/documents/project`. */
  project(name: string): string;
  /** A copy of the files of this repository, as a clone has them after `npm ci` and a first start. */
  clone(): string;
  environment: NodeJS.ProcessEnv;
  /** The URL in place of `postgres://sandbox@db.example:5432/sandbox`, where there is a database. */
  database?: string;
  /** Added where a refusal would pass unseen: `curl` then fails at one. */
  strict: NodeJS.ProcessEnv;
  remove(): void;
}

/** Packs what `npm run build` built, and installs it. */
export function openWorkshop(): Workshop {
  if (!existsSync(join(root, 'dist/main.js')) || !existsSync(join(root, 'world/default.sqlite')))
    throw new Error('There is no package to try: run `npm run build` first.');
  const folder = mkdtempSync(join(tmpdir(), 'creator-sandbox-documents-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, '.curlrc'), 'fail-with-body\n');
  const environment = { ...userEnvironment(), PATH: `${bin}${delimiter}${userPath()}` };
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  const [packed] = JSON.parse(npm(['pack', root, '--json', '--ignore-scripts'], folder)) as [
    { filename: string },
  ];
  const tarball = join(folder, packed.filename);
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{ "private": true }');
  npm(['install', '--ignore-scripts', '--prefer-offline', tarball], installed);
  linkTools(join(installed, 'node_modules'));

  let clones = 0;
  return {
    folder,
    tarball,
    strict: { CURL_HOME: bin },
    project(name) {
      const project = join(folder, name);
      cpSync(join(root, 'test/documents/project'), project, { recursive: true });
      symlinkSync(join(installed, 'node_modules'), join(project, 'node_modules'));
      return project;
    },
    clone() {
      const clone = join(folder, `clone-${++clones}`);
      const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
      const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
      for (const file of files) if (existsSync(join(root, file))) cpSync(join(root, file), join(clone, file));
      for (const made of ['node_modules', 'dist', 'world']) symlinkSync(join(root, made), join(clone, made));
      return clone;
    },
    environment,
    remove: () => rmSync(folder, { recursive: true, maxRetries: 5, retryDelay: 200 }),
  };
}

function linkTools(modules: string): void {
  for (const tool of tools) {
    mkdirSync(dirname(join(modules, tool)), { recursive: true });
    if (!existsSync(join(modules, tool))) symlinkSync(join(root, 'node_modules', tool), join(modules, tool));
  }
  for (const command of commands)
    symlinkSync(join(root, 'node_modules/.bin', command), join(modules, '.bin', command));
}

const kept = /^(HOME|USER|LANG|TMPDIR|XDG_CACHE_HOME|PYENV_\w+|(https?|no)_proxy|SSL_CERT_\w+)$/i;
const keptOfNpm = /^(NODE_EXTRA_CA_CERTS|npm_config_(registry|cache|userconfig|globalconfig))$/i;

const author = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'a user'],
    [`GIT_${role}_EMAIL`, 'user@client.example'],
  ]),
);

/** The environment of a user's shell: without that of this test run and of npm. */
function userEnvironment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => kept.test(name) || keptOfNpm.test(name));
  const own = { ...author, NO_COLOR: '1', npm_config_update_notifier: 'false', npm_config_loglevel: 'error' };
  return { ...Object.fromEntries(names.map((name) => [name, process.env[name]])), ...own };
}

/** `npm run` puts the commands of this repository first. A user does not have them. */
const userPath = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter);
