import type { CallTerms } from '../keys/terms.ts';
import type { Caller } from './ledger.ts';
import type { KeyRow } from './sqlite/rows.ts';

/** The terms of a key as columns; absent terms are no limit, no rate, every operation. */
export function keyColumns({ limit, spent, fractional, testOnly, allow, rate }: CallTerms) {
  return {
    spendLimit: limit ?? null,
    spent: spent ?? 0,
    fractional: bit(fractional),
    testOnly: bit(testOnly),
    allow: allow ? JSON.stringify(allow) : null,
    rateCount: rate?.count ?? null,
    rateWindowMs: rate?.windowMs ?? null,
  };
}

/** The permissions of a key, from its row. */
export function permissionsOf(key: KeyRow): Pick<Caller, 'fractional' | 'testOnly' | 'allow' | 'rate'> {
  const { rateCount: count, rateWindowMs: windowMs } = key;
  return {
    fractional: key.fractional === 1,
    testOnly: key.testOnly === 1,
    allow: key.allow === null ? null : (JSON.parse(key.allow) as string[]),
    rate: count === null || windowMs === null ? null : { count, windowMs },
  };
}

export const bit = (flag: boolean | undefined): 0 | 1 => (flag ? 1 : 0);
