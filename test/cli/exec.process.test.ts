import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const node = process.execPath;
const has = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A client with two planted bugs: it pays a look-up again, and sends a refused call again. */
const clientOf = (path: string) => `
const base = process.env.API_URL ?? process.env.CREATOR_SANDBOX_URL;
const key = process.env.API_KEY ?? 'demo-full';

export async function fetchProfile(id, secret = key) {
  const reply = await fetch(\`\${base}${path}?uniqueId=\${id}\`, { headers: { 'api-key': secret } });
  return await reply.json();
}

export async function fetchStubbornly(id) {
  for (let attempt = 0; attempt < 2; attempt++)
    await fetch(\`\${base}${path}?uniqueId=\${id}\`, { headers: { 'api-key': 'sandbox:plan=1:poor' } });
}
`;

const suite = `import { fetchProfile, fetchStubbornly } from './src/client.js';
await fetchProfile('sample.creator');
await fetchProfile('sample.creator');
await fetchStubbornly('sample.friend');
`;

function projectOf(files: Record<string, string>): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const nodeProject = (path: string, suiteText = suite) =>
  projectOf({
    'package.json': '{"type":"module"}',
    'src/client.js': clientOf(path),
    'suite.js': suiteText,
  });

/** @returns also the screen with which it ends, without what follows */
async function execIn(folder: string, ...line: string[]) {
  const ended = await commandIn(folder, ['exec', '--size', '60', ...line], {
    env: { PATH: process.env['PATH'] },
  });
  const [, screen = ''] = /^.*\n(\n(?:.*\n)*?)(?:creator-sandbox: Your calls .*\n)?$/.exec(ended.err) ?? [];
  return { ...ended, screen };
}

const withoutBlanks = (text: string) => text.replace(/ +/g, ' ');

describe('creator-sandbox exec', { timeout: 120_000 }, () => {
  it('names the bugs and the waste of a client with their lines, and changes no file', async () => {
    const folder = nodeProject('/clip/profile');
    const before = readdirSync(folder, { recursive: true });
    const named = ['--env', 'API_URL=url', '--env', 'API_KEY=key'];
    const { code, out, screen } = await execIn(folder, ...named, node, 'suite.js');
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(screen).toBe(`
creator-sandbox: 4 requests, 2 refused (0 of them injected), 4 credits.
Called     clip/profile 4×
Refused    2 requests, as the service would
  402 INSUFFICIENT_CREDITS 2× at clip/profile (src/client.js:12:11 fetchStubbornly): Not enough credits for this request. The plan is 1 credit, 0 spent, 0 purchased left; the price is at most 2: 1 credit missing.
Bugs       1 client rule is broken
  error: retry-after-refusal 1× (src/client.js:12:11 fetchStubbornly). A 400, 401, 402 or 403 does not change by itself: the same request gets the same refusal (contract 7.1).
    request 4: GET /clip/profile uniqueId=sample.friend, 402 INSUFFICIENT_CREDITS, 0 credits, key poor, at src/client.js:12:11 fetchStubbornly
Wasted     2 of 4 credits
  2 credits: paid-again 1× at clip/profile (src/client.js:6:23 fetchProfile)
    request 2: GET /clip/profile uniqueId=sample.creator, 200, 2 credits, key demo-full, at src/client.js:6:23 fetchProfile
Never met  14 of 16 answers of these operations
  clip/profile (src/client.js:6:23 fetchProfile): 401/UNAUTHORIZED, 429/RATE_LIMIT_EXCEEDED, 403/FORBIDDEN, 11 more

Next:
  npx creator-sandbox exec --size 60 --env API_URL=url --env API_KEY=key --json run.json --max-rule-breaks 0 -- ${node} suite.js
  npx creator-sandbox mutate --size 60 --env API_URL=url --env API_KEY=key -- ${node} suite.js
  npx creator-sandbox report run.json
`);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('finds nothing where nothing is wrong, and passes on the exit code of the command', async () => {
    const folder = nodeProject(
      '/clip/profile',
      "import { fetchProfile } from './src/client.js';\nawait fetchProfile('sample.creator');\nprocess.exit(7);\n",
    );
    const { code, screen } = await execIn(folder, '--json', 'run.json', node, 'suite.js');
    expect(code).toBe(7);
    expect(screen).toContain(
      'Called     clip/profile 1×\nBugs       none: no client rule is broken\nWasted     0 of 2 credits\n',
    );
    expect(screen).toContain(`npx creator-sandbox explore --size 60 -- ${node} suite.js\n`);
    expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).receipt).toMatchObject({ credits: 2 });
    expect(await commandIn(folder, ['report', 'run.json'])).toMatchObject({
      out: expect.stringContaining('src/client.js:6:23 fetchProfile'),
    });
  });

  it('names why each request was refused, the nearest of an unknown path, and the header of the other generation', async () => {
    const folder = nodeProject(
      '',
      `const url = process.env.CREATOR_SANDBOX_URL;
const ask = (path, headers = { 'api-key': 'demo-full' }, more = {}) => fetch(url + path, { headers, ...more });
await ask('/clip/profile?uniqueId=sample.creator', { apiId: 'demo-full' });
await ask('/v2/clipBasic?clipId=sample.creator', { 'api-key': 'demo-full' });
await ask('/clip/profile');
await ask('/clip/profile?uniqueId=nobody.at.all');
await ask('/prefix/clip/profile?uniqueId=sample.creator');
await ask('/v2/facebookBasic?facebookId=a', { apiId: 'demo-full' });
await ask('/clip/profil?uniqueId=sample.creator');
await ask('/search', { 'api-key': 'demo-full', 'content-type': 'application/x-www-form-urlencoded' }, { method: 'POST', body: 'a=1' });
await ask('/clip/profile?uniqueId=sandbox-error-503');
`,
    );
    const { screen } = await execIn(folder, '--journal', '100', node, 'suite.js');
    expect(screen.slice(screen.indexOf('Refused'), screen.indexOf('Bugs'))).toMatchInlineSnapshot(`
      "Refused    8 requests, as the service would
        401 UNAUTHORIZED 1× at clip/profile (suite.js:2:72 ask): API Key is required. Its key is in apiId, the header of generation 2: send it in api-key.
        403 AuthFailed 1× at v2/clipBasic (suite.js:2:72 ask): Generation 2 takes its key in apiId, generation 3 in api-key.
        400 VALIDATION_ERROR 1× at clip/profile (suite.js:2:72 ask): Missing required field: 'uniqueId'.
        404 NOT_FOUND 1× at clip/profile (suite.js:2:72 ask): The requested resource was not found.
        404 1× at GET /prefix/clip/profile (suite.js:2:72 ask): There is no such path: /clip/profile is, without /prefix in front of it (--service HOST/prefix, or the base URL).
        501 1× at GET /v2/facebookBasic (suite.js:2:72 ask): The service has /v2/facebookBasic, and this sandbox does not emulate it: this is no answer of the service.
        404 1× at GET /clip/profil (suite.js:2:72 ask): There is no such path; the nearest is GET /clip/profile.
        404 1× at POST /search (suite.js:2:72 ask): There is no such path; the nearest is POST /clip/search.
      "
    `);
    const silent = await execIn(folder, '--no-call-sites', node, 'suite.js');
    expect(silent.screen).not.toContain('suite.js:');
  });

  it('says what to do when no request came, and which hosts were asked', async () => {
    const folder = nodeProject('/clip/profile');
    const { code, screen } = await execIn(folder, '--', node, '-e', '0');
    expect(code).toBe(0);
    expect(screen).toContain(
      'The command sent no request to the sandbox.\nIts client does not know the address',
    );
    const script = 'process.exit(process.env.BASE.endsWith("/v2") ? 0 : 1)';
    const named = await execIn(folder, '--env', 'BASE=url-v2', '--', node, '-e', script);
    expect([named.code, named.screen]).toEqual([0, expect.stringContaining('Does it read another variable')]);
    const asking =
      "fetch('https://api.example.com/a').catch(() => {}); fetch('http://127.0.0.1:1').catch(() => {});";
    expect((await execIn(folder, '--', node, '-e', asking)).screen).toContain(
      'It asked api.example.com. Is that the service? --service api.example.com leads its requests here.',
    );
  });

  const hasPython = has('python3', '--version');
  it.skipIf(!hasPython)('names the lines of Python', async () => {
    const folder = projectOf({
      'client.py': `import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def look_up(handle, key):
    url = os.environ["API_URL"] + "/clip/profile?uniqueId=" + handle
    try:
        return urlopen(Request(url, headers={"api-key": key})).read()
    except HTTPError as refusal:
        return refusal.code
`,
      'test_client.py': `from unittest import TestCase

from client import look_up


class ClientTest(TestCase):
    def test_pays_twice(self):
        for _ in range(2):
            look_up("sample.creator", "demo-full")
        for _ in range(2):
            self.assertEqual(look_up("sample.creator", "sandbox:plan=1:poor"), 402)
`,
    });
    const line = ['--env', 'API_URL=url', '--call-site-wrappers', 'client.py'];
    const { code, screen } = await execIn(folder, ...line, '--', 'python3', '-B', '-m', 'unittest', '-q');
    expect(code).toBe(0);
    expect(withoutBlanks(screen)).toContain(
      'error: retry-after-refusal 1× (test_client.py:11 test_pays_twice)',
    );
    expect(screen).toContain('2 credits: paid-again 1× at clip/profile (test_client.py:9 test_pays_twice)');
    const asking =
      'import urllib.request\ntry: urllib.request.urlopen("http://api.example.com/a")\nexcept OSError: pass';
    expect((await execIn(folder, '--', 'python3', '-c', asking)).screen).toContain(
      'It asked api.example.com.',
    );
    expect(existsSync(join(folder, '__pycache__'))).toBe(false);
  });
});
