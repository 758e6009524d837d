import { describe, expect, it } from 'vitest';
import { tokenDigestOf } from '../../src/core/admin-token-digest.ts';
import { assertTokens } from '../../src/core/admin-token-flaws.ts';
import type { AdminToken } from '../../src/core/admin-tokens.ts';
import { readSettings } from '../../src/core/settings.ts';
import { adminOf } from '../admin/admin.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { commandIn } from './io.ts';

const create = (...words: string[]) => commandIn(newFolder(), ['tokens', 'create', ...words]);

describe('tokens create', () => {
  it('prints a token once, and an entry that a sandbox takes', async () => {
    const { code, out } = await create(
      'team-a',
      '--scope',
      'own',
      '--labels',
      'team-a-*,a-*',
      '--max-keys',
      '5',
    );
    expect(code).toBe(0);
    const [token = ''] = out.split('\n');
    expect(token).toMatch(/^cst_[\w-]{43}$/);
    const { adminTokens } = JSON.parse(`{${out.slice(out.indexOf('"adminTokens"'))}}`) as { adminTokens: [] };
    expect(adminTokens).toEqual([
      { name: 'team-a', scope: 'own', labels: ['team-a-*', 'a-*'], maxKeys: 5, digest: tokenDigestOf(token) },
    ]);
    expect(JSON.stringify(adminTokens)).not.toContain(token);
    const admin = adminOf(await testApp({ adminTokens }));
    const { body } = await admin('GET', '/token', undefined, { authorization: `Bearer ${token}` });
    expect(body).toMatchObject({ name: 'team-a', scope: 'own', maxKeys: 5 });
  });

  it('makes another token each time, and JSON for scripts', async () => {
    const made = await Promise.all([1, 2].map(() => create('ci', '--scope', 'read', '--json')));
    const tokens = made.map(({ out }) => JSON.parse(out) as { token: string; entry: { digest: string } });
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(2);
    for (const { token, entry } of tokens)
      expect(entry).toEqual({ name: 'ci', scope: 'read', digest: tokenDigestOf(token) });
  });

  it.each([
    [['a', '--scope', 'own'], 'needs labels for "a"'],
    [['a', '--scope', 'read', '--labels', 'x'], 'cannot give "a" labels'],
    [['a', '--scope', 'all', '--max-rules', '1'], 'cannot give "a" maxRules'],
    [['a b', '--scope', 'all'], '/0/name must match'],
    [['adminToken', '--scope', 'all'], 'cannot name a token "adminToken"'],
    [['a'], '--scope'],
  ])('refuses %j', async (words, why) => {
    const { code, out, err } = await create(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});

describe('the setting adminTokens', () => {
  const entry = { name: 'a', scope: 'all', digest: 'f'.repeat(64) };

  it('is JSON in a variable', () => {
    const { settings } = readSettings({ env: { SANDBOX_ADMIN_TOKENS: JSON.stringify([entry]) } });
    expect(settings.adminTokens).toEqual([entry]);
    expect(() => readSettings({ env: { SANDBOX_ADMIN_TOKENS: 'a,b' } })).toThrow(
      'SANDBOX_ADMIN_TOKENS is not JSON. Give one JSON list.',
    );
  });

  it('does not repeat a token that somebody gives in place of its digest', () => {
    const content = { adminTokens: [{ ...entry, digest: 'cst_the-token-itself' }] };
    const read = () => readSettings({ file: { name: 'the file', content } });
    expect(read).toThrow('/0/digest must match pattern');
    expect(read).not.toThrow('cst_the-token');
  });

  it.each([
    [[entry, { ...entry, digest: 'e'.repeat(64) }], 'has two tokens with the name "a"'],
    [[entry, { ...entry, name: 'b' }], 'has two tokens with the digest of "b"'],
  ])('takes each name and each token once', (adminTokens, why) => {
    expect(() => assertTokens(adminTokens as AdminToken[])).toThrow(`The setting adminTokens ${why}`);
  });
});
