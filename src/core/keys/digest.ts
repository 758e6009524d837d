import { createHash } from 'node:crypto';

/** The public id of a key; it does not reveal the key. */
export const keyIdOf = (secret: string): string => idOfDigest(keyDigestOf(secret));

export const idOfDigest = (digest: string): string => digest.slice(0, 16);

export const keyDigestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The last characters of a key, by which its owner recognises it: at most 4, and none of its first 4. */
export const endsOf = (secret: string): string => secret.slice(4).slice(-4);

/**
 * Stored in place of an imported key, because an import has only digests: the key works for those who have it, and the
 * import does not reveal it. The leading space makes it differ from every key that a request can carry.
 */
export const placeholderOf = (digest: string, ends: string): string => ` ${digest} ${ends}`;

export const isPlaceholder = (secret: string): boolean => secret.startsWith(' ');

export const digestInPlaceholder = (secret: string): string => secret.slice(1, 1 + digestLength);

export const endsInPlaceholder = (secret: string): string => secret.slice(digestLength + 2);

const digestLength = 64;
