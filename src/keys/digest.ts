import { createHash } from 'node:crypto';

/** The public id of a key: it tells nothing of it. */
export const keyIdOf = (secret: string): string => digestOf(secret).slice(0, 16);

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The last characters of a key, to recognise it by; of a short one nothing, for they would be most of it. */
export const endsOf = (secret: string): string =>
  isDigested(secret) ? secret.slice(digestLength + 2) : secret.slice(4).slice(-4);

/**
 * What stands in a key's place that came with an import, which shows no key: whoever has the key can use it,
 * whoever has the import cannot. The space before it keeps it apart from every key that a request can carry.
 */
export const digested = (digest: string, ends: string): string => ` ${digest} ${ends}`;

export const isDigested = (secret: string): boolean => secret.startsWith(' ');

export const digestIn = (secret: string): string => secret.slice(1, 1 + digestLength);

const digestLength = 64;
