import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { type ClientCase, clientCases, clientRows } from './client-cases.ts';
import { has, main, root } from './example.ts';

/** A host that no test can reach by accident. */
const url = 'https://api.example.com/prefix/clip/profile?uniqueId=sample.creator';
const quoted = JSON.stringify(url);

/** The file of a client, its text, and the command that runs it. */
const languages = {
  Node: { file: 'client.mjs', key: '{ "api-key": process.env.CREATOR_SANDBOX_KEY }', run: '' },
  Python: {
    file: 'client.py',
    key: '{"api-key": os.environ["CREATOR_SANDBOX_KEY"]}',
    head: 'import os\n',
    run: '/usr/bin/python3 client.py',
  },
  curl: { file: 'client.sh', key: '"api-key: $CREATOR_SANDBOX_KEY"', run: 'sh client.sh' },
  Go: {
    file: 'client.go',
    key: '"api-key", os.Getenv("CREATOR_SANDBOX_KEY")',
    run: 'GO111MODULE=off go run client.go',
  },
  PHP: {
    file: 'client.php',
    key: "'api-key: ' . getenv('CREATOR_SANDBOX_KEY')",
    head: '<?php\n',
    run: 'php client.php',
  },
  Ruby: { file: 'client.rb', key: "{ 'api-key' => ENV['CREATOR_SANDBOX_KEY'] }", run: 'ruby client.rb' },
  Java: {
    file: 'Client.java',
    key: '"api-key", System.getenv("CREATOR_SANDBOX_KEY")',
    run: 'java Client.java',
  },
} as const satisfies Record<ClientCase['runtime'], { file: string; key: string; head?: string; run: string }>;

const probes: Record<Exclude<ClientCase['runtime'], 'Node'>, [string, ...string[]]> = {
  Python: ['/usr/bin/python3', '-c', 'import requests, httpx, aiohttp'],
  curl: ['curl', '--version'],
  Go: ['go', 'version'],
  PHP: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  Ruby: ['ruby', '--version'],
  Java: ['java', '--version'],
};

/** Asks the service by its own name, beside a sandbox. */
function ask({ runtime, code }: ClientCase, command: string) {
  const language = languages[runtime];
  const folder = newFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const head = 'head' in language ? language.head : '';
  const imports = runtime === 'Go' ? code.replace('"net/http"', '"net/http"\n\t"os"') : code;
  const text = imports.replaceAll('URL_TEXT', quoted).replace(/(?<![\w.])URL(?![\w(])/g, quoted);
  writeFileSync(join(folder, language.file), head + text.replaceAll(/\bKEY\b/g, language.key));
  const line = ['exec', '--size', '60', '--service', 'api.example.com/prefix', '--', 'sh', '-c', command];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...line], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: /^status [1-5]\d+$/m.exec(stdout)?.[0], stdout, stderr };
}

const verdict = ({ missed }: ClientCase) =>
  missed
    ? { said: undefined, stderr: expect.stringContaining('No request to api.example.com arrived') }
    : { status: 0, said: 'status 200', stderr: expect.not.stringContaining('gate does not hold') };

describe('a client that names the service as a constant', () => {
  it('is a row of the page', () => {
    const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
    const rows = page.split('\n').filter((line) => /^\| (Node|Python|curl|Go|PHP|Ruby|Java) /.test(line));
    expect(rows).toEqual(clientRows());
  });

  for (const each of clientCases.filter(({ runtime }) => runtime !== 'Node')) {
    const [probe, ...args] = probes[each.runtime as keyof typeof probes];
    it.skipIf(!has(probe, ...args))(`${each.runtime}, ${each.client}`, () => {
      expect(ask(each, languages[each.runtime].run)).toMatchObject(verdict(each));
    });
  }
});

describe.each(['20', '22', 'pinned'])('in Node %s', (version) => {
  let node = process.execPath;
  beforeAll(() => {
    if (version === 'pinned') return;
    const folder = newFolder();
    execFileSync('npm', ['install', `node@${version}`], { cwd: folder, stdio: 'pipe' });
    node = join(folder, 'node_modules/node/bin/node');
    if (!existsSync(node)) throw new Error(`npm has no Node ${version} for this machine`);
  });

  it.each(clientCases.filter(({ runtime }) => runtime === 'Node'))('$client', (each) => {
    expect(ask(each, `"${node}" client.mjs`)).toMatchObject(verdict(each));
  });
});
