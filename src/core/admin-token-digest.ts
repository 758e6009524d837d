import { createHash, randomBytes } from 'node:crypto';

/** A new token of the admin surface. Nobody can guess it, so a plain digest of it may be stored. */
export const newAdminToken = (): string => `cst_${randomBytes(32).toString('base64url')}`;

export const tokenDigestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
