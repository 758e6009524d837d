import { type AdminToken, wholeTokenName } from './admin-tokens.ts';
import { UsageError } from './errors.ts';

/** @throws UsageError for tokens that contradict each other or themselves */
export function assertTokens(tokens: readonly AdminToken[] = []): void {
  const flaw = flawInTokens(tokens);
  if (flaw !== undefined) throw new UsageError(`The setting adminTokens ${flaw}.`);
}

/** What is wrong with the tokens together, in words that follow the name of the setting; undefined if nothing is. */
function flawInTokens(tokens: readonly AdminToken[]): string | undefined {
  const names = new Set<string>([wholeTokenName]);
  const digests = new Set<string>();
  for (const { name, scope, labels, digest, maxKeys, maxRules } of tokens) {
    if (name === wholeTokenName) return `cannot name a token "${name}": that is the setting of this name`;
    if (names.has(name)) return `has two tokens with the name "${name}"`;
    if (digests.has(digest)) return `has two tokens with the digest of "${name}"`;
    if (scope === 'own' && !labels) return `needs labels for "${name}": they say which keys are its own`;
    for (const [member, given] of Object.entries({ labels, maxKeys, maxRules }))
      if (scope !== 'own' && given !== undefined)
        return `cannot give "${name}" ${member}: they are for the scope own, and its scope is ${scope}`;
    names.add(name);
    digests.add(digest);
  }
  return undefined;
}
