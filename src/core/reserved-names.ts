const beginnings = ['sandbox-', 'sandbox_', 'UCsandbox-', 'sbx-'] as const;

/**
 * Identifiers that the sandbox answers itself, without a look-up. No creator, video or brand has one.
 * @returns the reserved beginning of a name, in any case; undefined if it has none
 */
export const reservedBeginning = (name: string): string | undefined =>
  beginnings.find((each) => name.slice(0, each.length).toLowerCase() === each.toLowerCase());

export const isReservedName = (name: string): boolean => reservedBeginning(name) !== undefined;
