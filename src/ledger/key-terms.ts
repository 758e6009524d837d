import type { CallTerms } from '../core/keys/terms.ts';

/** The terms of a key in full: absent ones are no limit, no rate, every operation. */
export const fullKeyTerms = ({ limit, spent, fractional, testOnly, allow, rate }: CallTerms) => ({
  spendLimit: limit ?? null,
  spent: spent ?? 0,
  fractional: fractional ?? false,
  testOnly: testOnly ?? false,
  allow: allow ?? null,
  rate: rate ?? null,
});
