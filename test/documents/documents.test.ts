import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgres, type Server } from '../postgres/server.ts';
import { compile } from './compile.ts';
import { unknownCommandsIn } from './inline-commands.ts';
import { kindOf } from './kind.ts';
import { blocksOf, pages, read, triedElsewhere } from './pages.ts';
import { problemsOf } from './try-page.ts';
import { openWorkshop, root, type Workshop } from './workshop.ts';
import { wrongPages } from './wrong-pages.ts';

let workshop: Workshop;
let server: Server;
beforeAll(async () => {
  server = await createPostgres();
  workshop = { ...openWorkshop(), database: server.url };
});
afterAll(async () => {
  await server.remove();
  workshop.remove();
});
const all = pages.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
const notRun = all.filter((block) => kindOf(block) === 'not run');

describe('every page', () => {
  it.concurrent.each(pages)('%s does what it says', async (page) => {
    expect(await problemsOf(page, read(page), workshop)).toEqual([]);
  });
});

describe('a wrong page', () => {
  it.concurrent.each(wrongPages)('about %s is found', async (subject, text, expected) => {
    expect(
      (await problemsOf(subject, text, workshop)).map((problem) => problem.replace(subject, 'page')),
    ).toEqual(expected);
  });
});

describe('the pages together', () => {
  it('leave out only these blocks, each for a reason', () => {
    const docker = 'needs Docker; test/container/check.sh runs an image with these options';
    const packed = 'the test of the documents packs and installs the package before it reads the pages';
    expect(notRun.map(({ page, notRun }) => `${page}: ${notRun}`)).toEqual([
      `README.md: ${packed}`,
      "docs/ci.md: needs GitHub's runner; the README runs such a command",
      "docs/ci.md: needs GitHub's runner; test/releases/action.test.ts does what it does",
      ...Array(4).fill(`docs/docker.md: ${docker}`),
      'docs/docker.md: needs Docker; test/container/testcontainers.test.ts does the same',
      `docs/install.md: ${packed}`,
      'docs/record.md: needs a key of the service, and costs credits; the next commands of this page run the same against a sandbox',
      'docs/record.md: needs a key of the service, and costs credits; the next command of this page runs the same against a sandbox',
      'docs/replicas.md: needs Docker; test/container/cluster.sh runs it',
      'docs/replicas.md: needs Kubernetes; test/container/cluster.sh runs its pod beside the replicas of the compose file',
    ]);
    expect(all.length - notRun.length).toBeGreaterThan(100);
  });

  it.each(Object.entries(triedElsewhere))('leave %s to %s', (page, test) => {
    expect(read(test)).toContain(
      page
        .replace(/\/README\.md$/, '')
        .split('/')
        .at(-1),
    );
  });

  it('show options of Docker that the container check uses', () => {
    const check = readFileSync(join(root, 'test/container/check.sh'), 'utf8');
    const commands = notRun.filter((block) => block.notRun?.includes('test/container/check.sh'));
    const options = commands.flatMap(
      ({ code }) => code.match(/--[a-z-]+(?: [A-Z]+| \/tmp)?|:\/\w+(?=[ :"])|SANDBOX_\w+=\S+/g) ?? [],
    );
    expect(options.filter((option) => !check.includes(option))).toEqual([]);
    expect(options.length).toBeGreaterThan(10);
  });

  it('name only commands, flags and scripts that exist', () => {
    expect(pages.flatMap((page) => unknownCommandsIn(read(page)).map((name) => `${page}: ${name}`))).toEqual(
      [],
    );
  });

  it('show TypeScript that compiles as `tsc --init` would have it', () => {
    const files = globSync('{README,docs,examples,packages}*/*.ts', { cwd: workshop.folder });
    expect(files.length).toBeGreaterThan(3);
    const from = join(workshop.folder, 'installed');
    expect(
      compile(
        from,
        files.map((file) => join('..', file)),
      ),
    ).toBe('');
  });

  it('name the first stage of CI', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^stage 'install and test' .* npm cit$/m);
  });
});
