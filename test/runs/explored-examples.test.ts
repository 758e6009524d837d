import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExplorationReport } from '../../src/trials/exploration/report.ts';
import { suiteFolder } from './suites.ts';

const { folder, run } = suiteFolder();
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
const examples = resolve('examples');

/** A command that looks a creator up and reads the pages of a search. */
function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const commands: Readonly<Record<string, readonly string[]>> = {
  typescript: [
    process.execPath,
    write(
      'main.mts',
      `import { createClient } from ${JSON.stringify(join(examples, 'typescript/client.ts'))};
const client = createClient({
  baseUrl: process.env.CREATOR_SANDBOX_URL ?? '', apiKey: 'sandbox:plan=1000:typescript', budget: 100,
});
await client.creator('sample.creator');
await client.creatorsIn('USA', 100, 2);
`,
    ),
  ],
  python: [
    'python3',
    write(
      'main.py',
      `import os, sys
sys.path.insert(0, ${JSON.stringify(join(examples, 'python'))})
from client import Client
client = Client(os.environ["CREATOR_SANDBOX_URL"], "sandbox:plan=1000:python", 100)
client.creator("sample.creator")
client.creators_in("USA", 100, 2)
`,
    ),
  ],
  shell: [
    'bash',
    write(
      'main.sh',
      `set -e
export API_URL=$CREATOR_SANDBOX_URL API_KEY=sandbox:plan=1000:shell BUDGET=100 PAGE_SIZE=2
bash ${join(examples, 'shell/client.sh')} creator sample.creator
bash ${join(examples, 'shell/client.sh')} creators USA 100
`,
    ),
  ],
};

const isThere = (program: string) =>
  (env.PATH ?? '').split(delimiter).some((bin) => existsSync(join(bin, program)));
const canRun: Readonly<Record<string, boolean>> = {
  typescript: true,
  python: isThere('python3'),
  shell: isThere('jq') && isThere('curl'),
};

describe('an example', () => {
  it.each(Object.keys(commands).filter((name) => canRun[name]))(
    'in %s spends nothing that a fault does not make it spend',
    async (name) => {
      // One of the outcomes that look alike is enough; none of the examples has a limit of its own for those that come late.
      const faults = '503,reply-lost,body-cut,page-repeats,renewal,503-onward,402-onward';
      const flags = ['--faults', faults, '--json', `${name}.json`];
      const { code, err } = await run('explore', flags, commands[name] ?? [], { env });
      const { findings, calls } = JSON.parse(
        readFileSync(join(folder, `${name}.json`), 'utf8'),
      ) as ExplorationReport;
      // A busy machine stretches waits, so that they may look equal.
      const other = findings.filter(({ kind }) => kind !== 'hammered');
      expect([other, calls.length > 2, [0, 3].includes(code)], err).toEqual([[], true, true]);
    },
  );
});
