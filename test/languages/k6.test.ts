import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { root } from './example.ts';

/** The script for k6 in docs/load.md, once: k6 is no package of Node, so these stand for its modules. */
const modules = {
  'k6.mjs': `
export function check(value, checks) {
  for (const [name, holds] of Object.entries(checks)) console.log(name, holds(value));
}
`,
  'http.mjs': `
import { spawnSync } from 'node:child_process';
export default {
  get(url, { headers, tags }) {
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', name + ': ' + value]);
    const { stdout } = spawnSync('curl', ['-s', '-w', '\\n%{http_code}', ...sent, url], { encoding: 'utf8' });
    const at = stdout.lastIndexOf('\\n');
    console.log('tag', tags.name);
    return { status: Number(stdout.slice(at)), json: (member) => JSON.parse(stdout.slice(0, at))[member] };
  },
};
`,
};

test('the script for k6 makes its call, and its checks hold', async () => {
  const sandbox = await createSandbox({ size: 60, logLevel: 'silent', vocabulary: 'neutral', load: true });
  const folder = newFolder();
  const [, script = ''] =
    /```js load\.k6\.js\n(.*?)```/s.exec(readFileSync(join(root, 'docs/load.md'), 'utf8')) ?? [];
  for (const [name, code] of Object.entries(modules)) writeFileSync(join(folder, name), code);
  const linked = script
    .replace("from 'k6';", "from './k6.mjs';")
    .replace("from 'k6/http';", "from './http.mjs';");
  const call = `${linked}\nfor (__VU of [1, 2]) module_default();\n`.replace(
    'export default function ()',
    'export default function module_default()',
  );
  const globals = `globalThis.__ENV = ${JSON.stringify({ CREATOR_SANDBOX_URL: sandbox.url })}; globalThis.__VU = 0;`;
  writeFileSync(join(folder, 'globals.mjs'), globals);
  writeFileSync(join(folder, 'load.mjs'), `import './globals.mjs';\n${call}`);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['load.mjs'], { cwd: folder });
  const once = 'tag clip/profile\nis answered true\nis charged true\n';
  expect({ stdout, stderr }).toEqual({ stdout: once + once, stderr: '' });
  expect(await sandbox.findKey('sandbox:plan=1000000:user-2')).toMatchObject({ used: 2 });
  await sandbox.close();
});
