import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declarationsFrom } from '../../types/reach.ts';
import { newFolder } from '../new-folder.ts';
import { compile } from '../types/compile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = newFolder();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

write('package.json', '{ "name": "user", "private": true, "type": "module" }');
const [packed] = JSON.parse(npm('pack', root, '--json', '--ignore-scripts')) as [{ filename: string }];
npm('install', '--ignore-scripts', `./${packed.filename}`);

describe('the declarations of the package', () => {
  const installed = join(folder, 'node_modules/creator-sandbox');
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>;
  };
  const reach = (name: string) => declarationsFrom([join(installed, exports[name]?.types ?? '')]).packages;

  it('import no package but the test runner', () => {
    expect(
      Object.keys(exports)
        .filter((name) => exports[name]?.types)
        .map((name) => [name, [...reach(name)]]),
    ).toEqual([
      ['.', []],
      ['./vitest', ['vitest']],
      ['./vitest-setup', ['vitest/node']],
      ['./testcontainers', ['testcontainers']],
      ['./types', []],
      ['./types/published', []],
    ]);
  });

  it('compile under the strictest checks, without types of Node', async () => {
    write(
      'strict.ts',
      `import { connect, createSandbox, forKey, type EventFeed, type Report } from 'creator-sandbox';
import type { v2, v3 } from 'creator-sandbox/types';
import type { v3 as published } from 'creator-sandbox/types/published';
const shared = await createSandbox({ clock: '2026-01-01T00:00:00Z', vocabulary: 'published', data: undefined });
const sandbox = forKey(shared, await shared.key({ plan: 3, allow: ['usage'] }));
await sandbox.fault({ respond: { status: 503 }, sequence: ['fail', 'succeed', { status: 429 }] });
const feed: EventFeed = await sandbox.events();
for await (const { event, data } of feed) if (event === 'charge') data.credits.toFixed(3);
await (await connect('http://127.0.0.1:4310', { token: 'secret' })).freeze(new Date());
export const report: Report = await sandbox.report();
export type Records = [v2.BasicGram, v3.ClipProfile, published.TiktokProfile];
`,
    );
    expect(await compile('strict.ts', folder)).toBe('');
    write(
      'wrong.ts',
      `import { createSandbox, forKey } from 'creator-sandbox';
const shared = await createSandbox({ vocabulary: 'neutrl' });
const sandbox = forKey(shared, await shared.key({ plan: '3' }));
await sandbox.fault({ sequence: ['fial'] });
await sandbox.freeze();
`,
    );
    const errors = await compile('wrong.ts', folder);
    expect(errors.match(/wrong\.ts\(\d+/g)).toEqual(['wrong.ts(2', 'wrong.ts(3', 'wrong.ts(4', 'wrong.ts(5']);
  });
});
