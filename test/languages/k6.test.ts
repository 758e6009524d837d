import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/library/index.ts';
import { newFolder } from '../new-folder.ts';
import { root } from './example.ts';

const [, script = ''] =
  /```js load\.k6\.js\n(.*?)```/s.exec(readFileSync(join(root, 'docs/load.md'), 'utf8')) ?? [];

test('the script for k6 calls what k6 has, by its published types', async () => {
  const folder = newFolder();
  const options = {
    ...{ checkJs: true, strict: true, noEmit: true, noUnusedLocals: true },
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['k6'] },
    typeRoots: [join(root, 'node_modules/@types')],
  };
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.js'] }),
  );
  const compile = async (code: string): Promise<string> => {
    writeFileSync(join(folder, 'load.js'), code);
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    return promisify(execFile)(process.execPath, [compiler, '-p', '.'], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  };
  const typed = script.replace(
    'export const options =',
    "/** @type {import('k6/options').Options} */\nexport const options =",
  );
  expect(typed).not.toBe(script);
  expect(await compile(typed)).toBe('');
  // The types notice members that k6 does not have.
  for (const [right, wrong] of [
    ['preAllocatedVUs', 'preallocatedVUs'],
    ["executor: 'constant-arrival-rate'", "executor: 'constant-rate'"],
    ['http.get(', 'http.fetch('],
    ['reply.json(', 'reply.body.json('],
    ['tags:', 'tag:'],
    ['check(profile', 'checks(profile'],
    ['__VU', '__VUS'],
  ] as const) {
    expect(typed).toContain(right);
    expect(await compile(typed.replace(right, wrong)), wrong).toContain('error TS');
  }
});

test('the thresholds for k6 are of metrics that it has, and of a tag that the script sends', () => {
  const thresholds = /thresholds: \{(.*?)\},?\n/s.exec(script)?.[1] ?? '';
  const all = [...thresholds.matchAll(/'?([\w.{}:/]+)'?: \['(.*?)'\]/g)].map(([, ...each]) => each);
  expect(all).toEqual([
    ['checks', 'rate==1'],
    ['http_req_duration{name:clip/profile}', 'p(99)<1000'],
  ]);
  // A rate has only its rate, a trend these; a name in braces is a tag of the requests.
  for (const [, condition = ''] of all)
    expect(condition).toMatch(/^(rate|avg|min|max|med|p\(\d+(\.\d+)?\))(<|<=|>|>=|==|===|!=)\d+(\.\d+)?$/);
  expect(script).toContain("tags: { name: 'clip/profile' }");
});

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
