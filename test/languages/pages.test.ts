import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { has, root, tryPage } from './page.ts';

const languages: [page: string, ...probe: [string, ...string[]]][] = [
  ['go.md', 'go', 'version'],
  ['java.md', 'javac', '-version'],
  ['php.md', 'php', '--version'],
  ['ruby.md', 'ruby', '-e', 'require "minitest"'],
];

/** The run fails unless the client met both refusals, so a page whose tests do nothing fails. */
const settings = { SANDBOX_SIZE: '60', SANDBOX_REQUIRE: '402,503' };

describe.each(languages)('docs/%s', (name, command, ...args) => {
  const page = readFileSync(join(root, `docs/${name}`), 'utf8');

  it.skipIf(!has(command, ...args))('does what it says, where the language is', () => {
    expect(tryPage(page, settings)).toEqual({
      status: 0,
      output: expect.stringContaining('5 requests, 2 of them refused (1 injected), 6 credits.'),
    });
  });

  it.skipIf(!has(command, ...args))('notices a client that asks for the wrong creator', () => {
    const wrong = page.replaceAll('sample.creator', 'no.such.creator');
    expect(wrong).not.toBe(page);
    const { status, output } = tryPage(wrong, { SANDBOX_SIZE: '60' });
    expect([status === 0, output]).toEqual([false, expect.stringMatching(/404/)]);
  });
});
