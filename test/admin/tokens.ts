import type { SettingsInput } from '../../src/client/sandbox-interface.ts';
import { tokenDigestOf } from '../../src/core/admin-token-digest.ts';
import type { TestApp } from '../harness.ts';
import { adminOf, type Method } from './admin.ts';

type TokenSetting = NonNullable<SettingsInput['adminTokens']>[number];

/** The settings of tokens whose texts are `token-of-<name>`. */
export const tokensOf = (tokens: readonly Omit<TokenSetting, 'digest'>[]): TokenSetting[] =>
  tokens.map((token) => ({ ...token, digest: tokenDigestOf(`token-of-${token.name}`) }));

/** Two teams, one who may only read, and one who may do everything. */
export const teams = tokensOf([
  { name: 'a', scope: 'own', labels: ['team-a-*'] },
  { name: 'b', scope: 'own', labels: ['team-b-*'] },
  { name: 'reader', scope: 'read' },
  { name: 'root', scope: 'all' },
]);

/** Calls the admin surface with the token of this name. */
export const callsAs = (app: Pick<TestApp, 'ask'>) => {
  const admin = adminOf(app);
  return (token: string) => (method: Method, path: string, body?: unknown) =>
    admin(method, path, body, { authorization: `Bearer token-of-${token}` });
};
