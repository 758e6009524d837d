import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../rolldown.config.ts';
import { withCallSites } from '../../src/cli/call-sites.ts';
import type { Sandbox } from '../../src/client/sandbox-interface.ts';
import type { CallSite } from '../../src/core/call-site.ts';
import { connect, createSandbox } from '../../src/library/index.ts';
import { requireOption } from '../../src/system/preload.ts';
import { newFolder } from '../new-folder.ts';
import { type CallSiteCase, callSiteCases } from './call-site-cases.ts';

let sandbox: Sandbox;
/** As the package has it, in a folder whose name NODE_OPTIONS must quote. */
const preload = join(newFolder(), 'a "new" folder/call-sites.cjs');
beforeAll(async () => {
  sandbox = await createSandbox({ size: 60 });
  const shipped = config.find(({ input }) => 'call-sites' in (input as object)) as BuildOptions;
  const { dir: _dir, ...output } = { ...shipped.output };
  await build({ ...shipped, output: { ...output, file: preload } });
});
afterAll(() => sandbox.close());

describe('the call site of a request is right for', () => {
  it.each(callSiteCases)('$name', { timeout: 120_000 }, async (given) => {
    const folder = newFolder();
    writeCase(folder, given);
    const main = given.built ? await bundle(folder, given.built) : mainOf(given);
    const admin = await connect(sandbox.url);
    await admin.reset();
    await run(folder, [...(given.node ?? []), main], given.wrappers);
    const requests = await admin.requests();
    expect(requests.map(({ callSite, notes }) => ({ callSite: withoutColumn(callSite), notes }))).toEqual(
      Array(given.requests ?? 1).fill({ callSite: expectedIn(given), notes: [] }),
    );
  });
});

const overHttp = callSiteCases.filter(({ name }) => /^(?:http|axios|got|node-fetch)/.test(name));

describe('under a Node that tells of no requests of node:http, it is right for', () => {
  it.each(overHttp)('$name', { timeout: 120_000 }, async (given) => {
    const folder = newFolder();
    writeCase(folder, given);
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.16.0' } });";
    writeFileSync(join(folder, 'older.cjs'), older);
    const admin = await connect(sandbox.url);
    await admin.reset();
    await run(folder, [mainOf(given)], undefined, '--require=./older.cjs ');
    const requests = await admin.requests();
    expect(requests.map(({ callSite }) => withoutColumn(callSite))).toEqual(
      Array(given.requests ?? 1).fill(expectedIn(given)),
    );
  });
});

it('loads nothing of Node that the program does not use', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'main.cjs'), "console.log(process.moduleLoadList.join('\\n'));");
  const { stdout: bare } = await promisify(execFile)(process.execPath, ['main.cjs'], { cwd: folder });
  const modulesOf = (text: string) => text.split('\n').toSorted();
  expect(modulesOf(await run(folder, ['main.cjs']))).toEqual(modulesOf(bare));
});

it.each([
  ['fetch', 'await fetch(url)'],
  ['superagent', '(await import(process.argv[2])).default.get(url).end(() => {})'],
])(
  'names no line of the sandbox itself for %s elsewhere, in a clone that runs its sources',
  { timeout: 120_000 },
  async (_, ask) => {
    const client = join(newFolder(), 'main.mjs');
    writeFileSync(client, `const url = process.env.CREATOR_SANDBOX_URL + '/usage';\n${ask};`);
    const admin = await connect(sandbox.url);
    await admin.reset();
    const clone = resolve('.');
    const { env } = withCallSites({ env: { PATH: process.env['PATH'] }, cwd: clone } as never, {
      callSites: true,
    });
    const asked = { ...env, CREATOR_SANDBOX_URL: sandbox.url };
    await promisify(execFile)(
      process.execPath,
      [client, resolve('node_modules/superagent/lib/node/index.js')],
      { cwd: clone, env: asked },
    );
    expect((await admin.requests()).map(({ callSite }) => callSite)).toEqual([undefined]);
  },
);

it('leaves a process alone that nobody tells of a sandbox', async () => {
  const isNative = "require('node:url').URL === URL";
  const env = { NODE_OPTIONS: requireOption(preload) };
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', isNative], { env });
  expect(stdout).toBe('true\n');
});

it('leaves requests to other addresses as they are', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  linkPackages(folder);
  writeFileSync(
    join(folder, 'main.mjs'),
    `import http from 'node:http';
import axios from 'axios';
import superagent from 'superagent';
import { request } from 'undici';
const server = http.createServer(({ headers }, reply) => reply.end(String(headers['x-sandbox-call-site'])));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = 'http://127.0.0.1:' + server.address().port + '/usage';
const admin = await fetch(process.env.CREATOR_SANDBOX_URL + '/__admin/health');
console.log(
  admin.status,
  await (await fetch(url)).text(),
  (await axios.get(url)).data,
  (await superagent.get(url).buffer(true).parse(superagent.parse.text)).text,
  await (await request(url)).body.text(),
  await new Promise((resolve) => http.get(url, (reply) => reply.on('data', (data) => resolve(String(data))))),
);
server.close();`,
  );
  expect(await run(folder, ['main.mjs'])).toBe(`200 ${Array(5).fill('undefined').join(' ')}\n`);
});

it('leaves the class of URLs as programs know it', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  writeFileSync(
    join(folder, 'main.mjs'),
    `import assert from 'node:assert';
import { URL as NodeURL } from 'node:url';
class Mine extends URL { get isMine() { return true; } }
const made = new Mine('/usage', process.env.CREATOR_SANDBOX_URL);
assert(made.isMine && made instanceof URL && made instanceof NodeURL && new NodeURL('a:b') instanceof URL);
assert.equal(made.pathname, '/usage');
assert(URL.canParse('a:b') && URL.parse('?') === null);
assert.equal(URL.name, 'URL');
assert.equal(URL.length, NodeURL.length);
for (const wrong of [() => new URL(), () => new URL('/usage'), () => URL('a:b')]) assert.throws(wrong, TypeError);`,
  );
  expect(await run(folder, ['main.mjs'])).toBe('');
});

function writeCase(folder: string, { files }: CallSiteCase): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  linkPackages(folder);
}

function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages, { recursive: true });
  for (const name of ['axios', 'got', 'ky', 'node-fetch', 'superagent', 'undici'])
    symlinkSync(resolve('node_modules', name), join(packages, name));
}

const mainOf = ({ files }: CallSiteCase) => ('main.cjs' in files ? 'main.cjs' : 'main.mjs');

async function bundle(folder: string, map: 'beside' | 'inline'): Promise<string> {
  await build({
    input: join(folder, 'main.mjs'),
    cwd: folder,
    platform: 'node',
    output: {
      file: join(folder, 'dist/main.mjs'),
      format: 'esm',
      minify: true,
      sourcemap: map === 'beside' ? true : 'inline',
    },
  });
  expect(readdirSync(join(folder, 'dist')).includes('main.mjs.map')).toBe(map === 'beside');
  return 'dist/main.mjs';
}

/** Runs Node with the environment that `--call-sites` gives. */
async function run(folder: string, args: readonly string[], wrappers?: string, before = ''): Promise<string> {
  const io = { env: { PATH: process.env['PATH'] }, cwd: folder } as unknown as Parameters<
    typeof withCallSites
  >[0];
  const flags = { callSites: true, ...(wrappers && { callSiteWrappers: [wrappers] }) } as const;
  const env = {
    ...withCallSites(io, flags).env,
    NODE_OPTIONS: `${before}${requireOption(preload)}`,
    CREATOR_SANDBOX_URL: sandbox.url,
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], { cwd: folder, env });
  return `${stdout}${stderr}`;
}

function expectedIn({ files, function: name }: CallSiteCase): object {
  for (const [file, text] of Object.entries(files)) {
    const line = text.split('\n').findIndex((each) => each.endsWith('// here')) + 1;
    if (line > 0) return { file, line, ...(name !== undefined && { function: name }) };
  }
  throw new Error('no line is marked');
}

function withoutColumn(callSite: CallSite | undefined): object | undefined {
  if (!callSite) return undefined;
  const { column, ...rest } = callSite;
  expect(column).toBeGreaterThan(0);
  return rest;
}
