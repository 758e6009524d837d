import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, has, root, tryExample } from './example.ts';

const page = readFileSync(join(root, 'docs/languages.md'), 'utf8');
const languages: [folder: string, ...probe: [string, ...string[]]][] = [
  ['go', 'go', 'version'],
  ['java', 'javac', '-version'],
  ['php', 'php', '--version'],
  ['ruby', 'ruby', '-e', 'require "minitest"'],
];

/** The run fails unless the client met both refusals, so an example whose tests do nothing fails. */
const settings = { SANDBOX_SIZE: '60', SANDBOX_REQUIRE: '402,503' };

describe.each(languages)('examples/%s', (folder, probe, ...args) => {
  const command = commandOf(page, folder);

  it.skipIf(!has(probe, ...args))('does what docs/languages.md says, where the language is', () => {
    expect(tryExample(folder, command, settings)).toEqual({
      status: 0,
      output: expect.stringContaining('5 requests, 2 refused (1 of them injected), 6 credits.'),
    });
  });

  it.skipIf(!has(probe, ...args))('notices a client that asks for the wrong creator', () => {
    const edited: string[] = [];
    const { status, output } = tryExample(folder, command, { SANDBOX_SIZE: '60' }, (code) => {
      const wrong = code.replaceAll('sample.creator', 'no.such.creator');
      if (wrong !== code) edited.push(wrong);
      return wrong;
    });
    expect(edited).toHaveLength(1);
    expect([status === 0, output]).toEqual([false, expect.stringMatching(/404/)]);
  });
});
