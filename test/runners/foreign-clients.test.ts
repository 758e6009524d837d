import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { newFolder } from '../new-folder.ts';

/** Clients that others wrote, made from the OpenAPI document by their generators, in a project of their own. */
const packages = [
  'axios@1.21.1',
  'openapi-client-axios@7.9.1',
  'openapi-fetch@0.17.0',
  'openapi-typescript-codegen@0.31.0',
];
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const folder = newFolder();
const pathOf = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(pathOf(name), 'utf8');
const write = (name: string, text: string) => {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), text);
};

beforeAll(() => {
  write('package.json', '{ "name": "user", "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--ignore-scripts', ...packages], { cwd: folder, stdio: 'pipe' });
  write('openapi.json', execFileSync(process.execPath, [main, 'openapi'], { encoding: 'utf8' }));
}, 300_000);

/** Looks one creator up, then one that nobody knows, then one without credits. */
const suiteOver = (client: string) => `import { lookUp } from '${client}';
const keys = [process.env.API_KEY, process.env.API_KEY, 'sandbox:plan=1:poor'];
for (const [n, handle] of ['sample.creator', 'nobody.at.all', 'sample.friend'].entries())
  await lookUp(handle, keys[n]).catch(() => {});
`;

const loopOver = (imports: string, call: string) => `${imports}
const again = [429, 503];
export async function lookUp(handle, key) {
  for (let n = 0; ; n++) {
    const status = await ${call};
    if (!again.includes(status) || n === 1) return;
  }
}
`;
const looped = { from: '[429, 503]', to: '[402, 429, 503]', at: 'const status = await' };

interface ForeignClient {
  readonly name: string;
  /** Makes the client and its suite. */
  readonly make: () => void;
  /** Runs after each change. */
  readonly build?: () => Promise<unknown>;
  readonly suite: string;
  readonly slip: { readonly file: string; readonly from: string; readonly to: string; readonly at: string };
}

const clients: readonly ForeignClient[] = [
  {
    name: 'the client that openapi-typescript-codegen generates, minified with a map',
    make() {
      const generator = ['node_modules/openapi-typescript-codegen/bin/index.js', '--input', 'openapi.json'];
      execFileSync(process.execPath, [...generator, '--output', 'src/api'], { cwd: folder, stdio: 'pipe' });
      write(
        'src/client.ts',
        `import { ClipService, OpenAPI } from './api';
OpenAPI.BASE = process.env.API_URL ?? '';
export function lookUp(handle: string, key: string) {
  OpenAPI.HEADERS = { 'api-key': key };
  return ClipService.getClipProfile(handle);
}
`,
      );
      write('src/suite.ts', suiteOver('./client'));
    },
    build: () =>
      build({
        input: pathOf('src/suite.ts'),
        cwd: folder,
        platform: 'node',
        output: { file: pathOf('out/suite.js'), format: 'esm', minify: true, sourcemap: true },
      }),
    suite: 'out/suite.js',
    slip: {
      file: 'src/api/core/request.ts',
      from: 'return await fetch(url, request);',
      to: 'const first = await fetch(url, request);\n    return first.status === 402 ? await fetch(url, request) : first;',
      at: 'first.status === 402',
    },
  },
  {
    name: 'the client that openapi-client-axios makes of the document',
    make() {
      write(
        'over-axios.mjs',
        loopOver(
          `import { readFileSync } from 'node:fs';
import { OpenAPIClientAxios } from 'openapi-client-axios';
const definition = JSON.parse(readFileSync('openapi.json', 'utf8'));
const api = new OpenAPIClientAxios({ definition, axiosConfigDefaults: { baseURL: process.env.API_URL, validateStatus: null } });
const client = await api.init();`,
          `client.getClipProfile({ uniqueId: handle }, null, { headers: { 'api-key': key } }).then((reply) => reply.status)`,
        ),
      );
      write('over-axios.suite.mjs', suiteOver('./over-axios.mjs'));
    },
    suite: 'over-axios.suite.mjs',
    slip: { file: 'over-axios.mjs', ...looped },
  },
  {
    name: 'openapi-fetch',
    make() {
      write(
        'over-fetch.mjs',
        loopOver(
          `import createClient from 'openapi-fetch';
const client = createClient({ baseUrl: process.env.API_URL });`,
          `client.GET('/clip/profile', { params: { query: { uniqueId: handle } }, headers: { 'api-key': key } }).then((reply) => reply.response.status)`,
        ),
      );
      write('over-fetch.suite.mjs', suiteOver('./over-fetch.mjs'));
    },
    suite: 'over-fetch.suite.mjs',
    slip: { file: 'over-fetch.mjs', ...looped },
  },
];

/** Runs `exec`. @returns the broken rules with their lines, and the waste */
function tried(suite: string) {
  const line = ['exec', '--env', 'API_URL=url', '--env', 'API_KEY=key', '--json', 'run.json'];
  const { status, stderr } = spawnSync(process.execPath, [main, ...line, '--', process.execPath, suite], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  expect(status, stderr).toBe(0);
  const { clientRules, waste, receipt } = JSON.parse(read('run.json')) as Report;
  return {
    calls: receipt.calls,
    broken: clientRules.flatMap(({ rule, requests }) =>
      requests.map(({ callSite }) => `${rule} ${callSite?.file}:${callSite?.line}`),
    ),
    wasted: waste.filter(({ credits }) => credits > 0),
  };
}

describe('exec names the slip at its line, and nothing else, of', { timeout: 300_000 }, () => {
  it.each(clients)('$name', async ({ make, build: bundle, suite, slip }) => {
    make();
    await bundle?.();
    expect(tried(suite)).toEqual({ calls: 3, broken: [], wasted: [] });
    const slipped = read(slip.file).replace(slip.from, () => slip.to);
    expect(slipped).toContain(slip.to);
    write(slip.file, slipped);
    await bundle?.();
    const place = slipped.split('\n').findIndex((each) => each.includes(slip.at)) + 1;
    const broken = [`retry-after-refusal ${slip.file}:${place}`];
    expect(tried(suite)).toEqual({ calls: 4, broken, wasted: [] });
  });
});
