/** Identifiers that the sandbox answers itself, in place of a look-up: no creator, video or brand has them. */
export const isReservedName = (name: string): boolean => /^(sandbox[-_]|ucsandbox-|sbx-)/i.test(name);
