import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const verbs = [
  ['start'],
  ['exec', '--', 'true'],
  ['mutate', '--', 'true'],
  ['explore', '--', 'true'],
  ['mcp'],
  ['keys', 'show', 'x'],
  ['clock'],
  ['reset'],
  ['faults', 'delete'],
  ['requests'],
  ['report'],
];
const withFlag = (flag: string[]) => verbs.map(([verb = '', ...rest]) => [verb, ...flag, ...rest]);

it.each(withFlag(['--admin-token', 'SECRET token']))(
  '%s %s … refuses a token that no header can hold, and does not show it',
  async (...line) => {
    const { code, out, err } = await commandIn(newFolder(), line);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: 'creator-sandbox: --admin-token cannot be this: it takes printable characters without spaces.\n',
    });
  },
);

it('a variable and a file with such a token do not show it either', async () => {
  const folder = newFolder();
  const inVariable = await commandIn(folder, ['keys', 'show', 'x'], {
    env: { SANDBOX_ADMIN_TOKEN: 'SECRET token' },
  });
  writeFileSync(join(folder, 'sandbox.config.json'), '{"adminToken": "SECRET token"}');
  const inFile = await commandIn(folder, ['exec', '--', 'true']);
  for (const { code, err } of [inVariable, inFile]) {
    expect(code).toBe(2);
    expect(err).toContain('cannot be this');
    expect(err).not.toContain('SECRET');
  }
});

it.each([
  '{"adminToken": "SECRET" x}',
  '{"adminToken": SECRET}',
  '{"adminToken": "SECRET',
  '{"ledger": "postgres://u:SECRET@h/d",}',
])('a settings file that is not JSON is refused without its text: %s', async (text) => {
  const folder = newFolder();
  writeFileSync(join(folder, 'sandbox.config.json'), text);
  const { code, err } = await commandIn(folder, ['start']);
  expect(code).toBe(2);
  expect(err).toMatch(/^creator-sandbox: The settings file sandbox\.config\.json is not JSON: .+\.\n$/);
  expect(err).not.toContain('SECRET');
});

it('a misspelt flag is named without its value', async () => {
  const { code, err } = await commandIn(newFolder(), ['start', '--admin-tokn=SECRET']);
  expect(code).toBe(2);
  expect(err).toContain("unknown option '--admin-tokn=…'");
  expect(err).not.toContain('SECRET');
});
