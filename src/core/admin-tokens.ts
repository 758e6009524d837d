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

/**
 * Whether numbers must not tell some callers how much others do. A run that is recorded counts all the same, because it
 * repeats its numbers.
 */
export const hidesCounts = ({
  adminTokens = [],
  recordCapsule,
}: {
  readonly adminTokens?: readonly Pick<AdminToken, 'scope'>[] | undefined;
  readonly recordCapsule: boolean;
}): boolean => !recordCapsule && adminTokens.some(({ scope }) => scope === 'own');

/** The name of the token of the setting `adminToken`. */
export const wholeTokenName = 'adminToken';
