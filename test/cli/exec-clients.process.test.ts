import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const node = process.execPath;
const succeeds = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A suite, and a slip that may be planted in it. */
interface Suite {
  /** The suite is run where this succeeds. */
  readonly needs: readonly string[];
  readonly command: readonly string[];
  readonly folder: () => string;
  readonly slip: { readonly file: string; readonly from: string; readonly to: string };
  /** The line that the slip breaks a rule at, by a part of it. */
  readonly line: { readonly file: string; readonly has: string };
  /** What its tests pay again after a reply that they lose. */
  readonly lostCredits?: number;
}

const projectOf =
  (files: Readonly<Record<string, string>>, packages: readonly string[] = []) =>
  () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'node_modules'));
    for (const name of packages)
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };

const address = "process.env.CREATOR_SANDBOX_URL + '/clip/profile?uniqueId='";
const handles =
  "[['sample.creator', 'demo-full'], ['nobody.at.all', 'demo-full'], ['sample.friend', 'sandbox:plan=1:poor']]";

/** A suite of a client of the registry: three look-ups, one of them unknown and one without credits. */
const suiteOver = (
  name: string,
  lookUp: string,
  slip: { from: string; to: string },
  has = 'return await client',
): Suite => ({
  needs: [node, '--version'],
  command: [node, 'suite.mjs'],
  folder: projectOf(
    {
      'client.mjs': `import client from '${name}';\n\nexport async function lookUp(handle, key) {\n  const headers = { 'api-key': key };\n${lookUp}\n}\n`,
      'suite.mjs': `import { lookUp } from './client.mjs';\nfor (const [handle, key] of ${handles}) await lookUp(handle, key).catch(() => {});\n`,
    },
    [name],
  ),
  slip: { file: 'client.mjs', ...slip },
  line: { file: 'client.mjs', has },
});

const pythonOver = (
  modules: string,
  lookUp: string,
  slip: { from: string; to: string },
  has: string,
): Suite => ({
  needs: [python, '-c', `import ${modules}`],
  command: [python, '-B', 'suite.py'],
  folder: projectOf({
    'client.py': lookUp,
    'suite.py': `from client import look_up\n\nfor handle, key in (("sample.creator", "demo-full"), ("nobody.at.all", "demo-full"), ("sample.friend", "sandbox:plan=1:poor")):\n    look_up(handle, key)\n`,
  }),
  slip: { file: 'client.py', ...slip },
  line: { file: 'client.py', has },
});

/** Debian's packages are those of its own Python; another may come first. */
const python =
  ['/usr/bin/python3', 'python3'].find((each) => succeeds(each, '-c', 'import requests')) ?? 'python3';

const suites: Readonly<Record<string, Suite>> = {
  'the example in Python': {
    needs: [python, '--version'],
    command: [python, '-B', '-m', 'unittest', '-q'],
    folder: () => {
      const folder = newFolder();
      cpSync(resolve('examples/python'), folder, { recursive: true });
      return folder;
    },
    lostCredits: 2,
    slip: { file: 'client.py', from: 'PASSING = (429,', to: 'PASSING = (402, 429,' },
    line: { file: 'client.py', has: 'with urlopen(' },
  },
  got: suiteOver(
    'got',
    `  const again = ({ computedValue }) => computedValue && 5;
  const retry = { limit: 1, statusCodes: [429, 503], calculateDelay: again };
  return await client(${address} + handle, { headers, retry }).json();`,
    { from: '[429, 503]', to: '[402, 429, 503]' },
  ),
  axios: suiteOver(
    'axios',
    `  const api = client.create({ baseURL: process.env.CREATOR_SANDBOX_URL, headers });
  api.interceptors.response.use(undefined, (error) => {
    const { config, response } = error;
    if (config.isAgain || response.status !== 503) throw error;
    return new Promise((resolve) => setTimeout(() => resolve(client({ ...config, isAgain: true })), 5));
  });
  return await api.get('/clip/profile', { params: { uniqueId: handle } });`,
    { from: 'response.status !== 503', to: 'response.status === 404' },
    'resolve(client(',
  ),
  'requests of Python': pythonOver(
    'requests',
    `import os

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=Retry(total=1, status_forcelist=[429, 503], raise_on_status=False)))


def look_up(handle, key):
    url = os.environ["CREATOR_SANDBOX_URL"] + "/clip/profile"
    return session.get(url, params={"uniqueId": handle}, headers={"api-key": key}).json()
`,
    { from: '[429, 503]', to: '[402, 429, 503]' },
    'return session.get(',
  ),
};

/** Runs `exec` in a folder. @returns the rules that it names as broken, and what it names as wasted, with their lines */
async function tried(folder: string, command: readonly string[]) {
  // Tests skip the waits of retries, which a clock that stands does not judge.
  const line = ['exec', '--clock', '2026-01-01T00:00:00Z', '--json', 'run.json', '--', ...command];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const { code, err } = await commandIn(folder, line, { env });
  expect(err).toContain('\nBugs ');
  const { clientRules, waste } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Report;
  const linesOf = (requests: Report['waste'][number]['requests']) =>
    new Set(requests.map(({ callSite }) => (callSite ? `${callSite.file}:${callSite.line}` : 'nowhere')));
  return {
    code,
    err,
    broken: clientRules.flatMap(({ rule, requests }) =>
      [...linesOf(requests)].map((each) => `${rule} ${each}`),
    ),
    wasted: waste.flatMap(({ rule, credits, requests }) =>
      credits === 0 ? [] : [...linesOf(requests)].map((each) => `${rule} ${credits} ${each}`),
    ),
  };
}

describe('creator-sandbox exec names the slip, and nothing else, of', { timeout: 300_000 }, () => {
  for (const [name, { needs, command, folder, slip, line, lostCredits }] of Object.entries(suites))
    it.skipIf(!succeeds(needs[0] ?? '', ...needs.slice(1)))(name, async () => {
      const project = folder();
      const place = (text: string) => {
        const at = text.split('\n').findIndex((each) => each.includes(line.has));
        return `${line.file}:${at + 1}`;
      };
      const text = readFileSync(join(project, slip.file), 'utf8');
      const wasted = lostCredits ? [`paid-again ${lostCredits} ${place(text)}`] : [];
      expect(await tried(project, command)).toMatchObject({ code: 0, broken: [], wasted });
      const slipped = text.replace(slip.from, () => slip.to);
      expect(slipped).not.toBe(text);
      writeFileSync(join(project, slip.file), slipped);
      const { err, broken, ...after } = await tried(project, command);
      expect([broken, after.wasted]).toEqual([[`retry-after-refusal ${place(slipped)}`], wasted]);
      expect(err).toContain(`error: retry-after-refusal`);
      expect(err).toContain(`(${place(slipped)}`);
    });
});
