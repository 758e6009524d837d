import { newAdminToken, tokenDigestOf } from '../core/admin-token-digest.ts';
import { assertTokens } from '../core/admin-token-flaws.ts';
import type { AdminToken, TokenScope } from '../core/admin-tokens.ts';
import { readSettings } from '../core/settings.ts';
import { exitCode, type Io } from './io.ts';

export interface TokenFlags {
  readonly scope: TokenScope;
  readonly labels?: readonly string[];
  readonly maxKeys?: number;
  readonly maxRules?: number;
  readonly maxWatchers?: number;
  readonly json?: true;
}

/** Prints a new token, the only time, and its entry for the settings. @throws UsageError for an entry that no sandbox takes */
export function makeToken(name: string, { json, ...terms }: TokenFlags, io: Pick<Io, 'stdout'>): number {
  const token = newAdminToken();
  const entry: AdminToken = { name, ...terms, digest: tokenDigestOf(token) };
  readSettings({ file: { name: 'the token', content: { adminTokens: [entry] } } });
  assertTokens([entry]);
  io.stdout.write(
    json
      ? `${JSON.stringify({ token, entry })}\n`
      : `${token}\n\nThis is the only time that the token is shown. Its entry in sandbox.config.json:\n\n"adminTokens": [\n  ${JSON.stringify(entry)}\n]\n`,
  );
  return exitCode.ok;
}
