/** A token of the admin surface, as the settings describe it. Only its digest is there. */
export interface AdminToken {
  readonly name: string;
  /** `read` sees everything and changes nothing, `own` sees and changes its keys, `all` may do everything. */
  readonly scope: TokenScope;
  /** Which keys are its own: labels, in which a star stands for any characters. */
  readonly labels?: readonly string[];
  /** SHA-256 of the token, in hex. */
  readonly digest: string;
  readonly maxKeys?: number;
  readonly maxRules?: number;
  readonly maxWatchers?: number;
}

export const tokenScopes = ['read', 'own', 'all'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The name of the token of the setting `adminToken`. */
export const wholeTokenName = 'adminToken';

/** What is wrong with the tokens together, in words that follow the name of the setting; undefined if nothing is. */
export function flawInTokens(tokens: readonly AdminToken[]): string | undefined {
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
