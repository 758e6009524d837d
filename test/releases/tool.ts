import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Stands in for `gh`, `docker` and `cosign` in a rehearsed release: `node tool.ts gh release create v1.2.3 …`. What a call
 * makes is in $TOOLS/made/NAME; a file $TOOLS/fails-NAME makes the next change fail once.
 */
const [name = '', ...args] = process.argv.slice(2);
const folder = process.env['TOOLS'] ?? '';
const file = join(folder, 'made', name);
const made = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, unknown>;

function change(by: () => void): void {
  const failure = join(folder, `fails-${name}`);
  if (existsSync(failure)) {
    rmSync(failure);
    throw new Error('the service is away');
  }
  by();
  writeFileSync(file, JSON.stringify(made));
}

const calls: Record<string, () => void> = {
  'gh run list'() {
    const commit = args[args.indexOf('--commit') + 1] ?? '';
    console.log(readFileSync(join(folder, 'green'), 'utf8').includes(commit) ? 1 : 0);
  },
  'gh release view'() {
    if (made[args[2] ?? ''] === undefined) process.exitCode = 1;
  },
  'gh release create': () =>
    change(() => {
      const flag = args.find((each) => ['--latest', '--latest=false', '--prerelease'].includes(each));
      made[args[2] ?? ''] = {
        flag,
        files: args
          .slice(3)
          .filter((each) => existsSync(each) && !each.endsWith('.md'))
          .map((each) => basename(each)),
      };
    }),
  'gh release upload': () => change(() => undefined),
  'docker login': () => undefined,
  'docker buildx imagetools'() {
    if (args[2] === 'inspect') return;
    change(() => {
      const digest = args.at(-1)?.split('@')[1] ?? '';
      for (const [n, each] of args.entries()) if (args[n - 1] === '--tag') made[each] = digest;
    });
  },
  'cosign sign': () => change(() => Object.assign(made, { [args.at(-1)?.split('@')[1] ?? '']: true })),
};

const call = calls[[name, ...args.slice(0, 2)].join(' ')] ?? calls[[name, ...args.slice(0, 1)].join(' ')];
try {
  if (!call) throw new Error(`${name} ${args.join(' ')} is not known here`);
  call();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
