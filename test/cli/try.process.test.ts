import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWords } from '../../src/service/vocabulary/words.ts';
import { newFolder } from '../new-folder.ts';
import { isRunning } from '../process.ts';
import { commandIn } from './io.ts';

const published = createWords({ vocabulary: 'published' });
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

const tryIn = (folder: string, ...line: string[]) =>
  commandIn(folder, ['try', '--size', '60', ...line], { env: { PATH: process.env['PATH'] } });

const withoutBlanks = (text: string) => text.replace(/ +/g, ' ');

describe('creator-sandbox try', { timeout: 120_000 }, () => {
  it('names the bugs and the waste of a client with their lines, and changes no file', async () => {
    const folder = nodeProject('/clip/profile');
    const before = readdirSync(folder, { recursive: true });
    const { code, out, err } = await tryIn(
      folder,
      '--env',
      'API_URL=url',
      '--env',
      'API_KEY=key',
      node,
      'suite.js',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`
creator-sandbox: 4 requests, 2 refused (0 of them injected), 4 credits.
Words      neutral, guessed from GET /clip/profile: --vocabulary neutral
Called     clip/profile 4×
Bugs       1 client rule is broken
  error: retry-after-refusal 1× (src/client.js:12:11 fetchStubbornly). A 400, 401, 402 or 403 does not change by itself: the same request gets the same refusal (contract 7.1).
    request 4: GET /clip/profile uniqueId=sample.friend, 402 INSUFFICIENT_CREDITS, 0 credits, key poor, at src/client.js:12:11 fetchStubbornly
Wasted     2 of 4 credits
  2 credits: paid-again 1× at clip/profile (src/client.js:6:23 fetchProfile)
    request 2: GET /clip/profile uniqueId=sample.creator, 200, 2 credits, key demo-full, at src/client.js:6:23 fetchProfile
Never met  14 of 15 answers of these operations
  clip/profile (src/client.js:6:23 fetchProfile): 401/UNAUTHORIZED, 429/RATE_LIMIT_EXCEEDED, 403/FORBIDDEN, 11 more

Next:
  npx creator-sandbox exec --size 60 --call-sites --json run.json --max-rule-breaks 0 -- sh -c 'API_URL="$CREATOR_SANDBOX_URL" API_KEY="$CREATOR_SANDBOX_KEY" ${node} suite.js'
  npx creator-sandbox mutate --size 60 -- sh -c 'API_URL="$CREATOR_SANDBOX_URL" API_KEY="$CREATOR_SANDBOX_KEY" ${node} suite.js'
  npx creator-sandbox report run.json
`);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('finds nothing where nothing is wrong, and passes on the exit code of the command', async () => {
    const folder = nodeProject(
      '/clip/profile',
      "import { fetchProfile } from './src/client.js';\nawait fetchProfile('sample.creator');\nprocess.exit(7);\n",
    );
    const { code, out } = await tryIn(folder, '--json', 'run.json', node, 'suite.js');
    expect(code).toBe(7);
    expect(out).toContain('Bugs       none: no client rule is broken\nWasted     0 of 2 credits\n');
    expect(out).toContain(`npx creator-sandbox explore --size 60 -- ${node} suite.js\n`);
    expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).receipt).toMatchObject({ credits: 2 });
    expect(await commandIn(folder, ['report', 'run.json'])).toMatchObject({
      out: expect.stringContaining('src/client.js:6:23 fetchProfile'),
    });
  });

  it('begins again in the published words when the client speaks them', async () => {
    const [path = ''] = published.pathsOf('clip/profile');
    const folder = nodeProject(path);
    const { code, out, err } = await tryIn(folder, '--', node, 'suite.js');
    expect({ code, err }).toEqual({
      code: 0,
      err: `creator-sandbox: GET ${path} is a path of the vocabulary published: the command begins again in these words.\n`,
    });
    expect(out).toContain(`Words      published, guessed from GET ${path}: --vocabulary published\n`);
    expect(out).toContain('creator-sandbox: 4 requests, 2 refused (0 of them injected), 4 credits.\n');
    expect(out).toContain('exec --size 60 --vocabulary published --call-sites');
    const told = await tryIn(folder, '--vocabulary', 'published', '--', node, 'suite.js');
    expect(told.err).toBe('');
    expect(told.out).not.toContain('Words');
  });

  it('ends all that the command started before it begins again', async () => {
    const [path = ''] = published.pathsOf('clip/profile');
    const folder = nodeProject(path);
    const stays = `${node} -e 'setInterval(() => {}, 1_000)' & echo $! > stays`;
    const script = `if [ ! -e stays ]; then ${stays}; fi; ${node} suite.js`;
    const { code, out } = await tryIn(folder, '--', 'sh', '-c', script);
    const left = Number(readFileSync(join(folder, 'stays'), 'utf8'));
    onTestFinished(() => {
      if (isRunning(left)) process.kill(left);
    });
    expect(code).toBe(0);
    expect(out).toContain('creator-sandbox: 4 requests, 2 refused (0 of them injected), 4 credits.\n');
    await expect.poll(() => isRunning(left)).toBe(false);
  });

  it('says what to do when no request came', async () => {
    const folder = nodeProject('/clip/profile');
    const { code, out } = await tryIn(folder, '--', node, '-e', '0');
    expect(code).toBe(0);
    expect(out).toContain(
      'The command sent no request to the sandbox.\nIts client does not know the address',
    );
    const named = await tryIn(
      folder,
      '--env',
      'BASE=url-v2',
      '--',
      node,
      '-e',
      'process.exit(process.env.BASE.endsWith("/v2") ? 0 : 1)',
    );
    expect(named.code).toBe(0);
    expect(named.out).toContain('Does it read another variable');
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
    const { code, out } = await tryIn(folder, ...line, '--', 'python3', '-B', '-m', 'unittest', '-q');
    expect(code).toBe(0);
    expect(withoutBlanks(out)).toContain('error: retry-after-refusal 1× (test_client.py:11 test_pays_twice)');
    expect(out).toContain('2 credits: paid-again 1× at clip/profile (test_client.py:9 test_pays_twice)');
    expect(existsSync(join(folder, '__pycache__'))).toBe(false);
  });
});
