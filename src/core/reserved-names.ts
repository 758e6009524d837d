const beginnings = ['sandbox-', 'sandbox_', 'UCsandbox-', 'sbx-'] as const;

/**
 * The sandbox itself answers identifiers with these beginnings, without reading the world. No creator, video or brand has one.
 * @returns the reserved beginning of a name, in any case; undefined if it has none
 */
export const reservedBeginning = (name: string): string | undefined =>
  beginnings.find((each) => name.slice(0, each.length).toLowerCase() === each.toLowerCase());

export const isReservedName = (name: string): boolean => reserved.test(name);

const reserved = new RegExp(`^(?:${beginnings.join('|')})`, 'i');
