const beginnings = ['sandbox-', 'sandbox_', 'UCsandbox-', 'sbx-'] as const;

/**
 * Identifiers that the sandbox answers itself, in place of a look-up: no creator, video or brand has them.
 * @returns how a reserved name begins, in any case; undefined for all others
 */
export const reservedBeginning = (name: string): string | undefined =>
  beginnings.find((each) => name.slice(0, each.length).toLowerCase() === each.toLowerCase());

export const isReservedName = (name: string): boolean => reservedBeginning(name) !== undefined;
