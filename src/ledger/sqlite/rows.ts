import type { Account, Key } from '../state.ts';

/** A row as SQLite has it: flags are 0 and 1, terms are JSON. */
export type AccountRow = Omit<Account, 'unlimited' | 'opening'> & { unlimited: number; opening: string };
export type KeyRow = Omit<Key, 'allow' | 'fractional' | 'testOnly' | 'rate' | 'opening'> & {
  allow: string | null;
  fractional: number;
  testOnly: number;
  rateCount: number | null;
  rateWindowMs: number | null;
  opening: string;
};

export const accountOf = (row: AccountRow): Account => ({
  ...row,
  unlimited: row.unlimited === 1,
  opening: JSON.parse(row.opening) as Account['opening'],
});

export const rowOfAccount = (account: Account): AccountRow => ({
  ...account,
  unlimited: account.unlimited ? 1 : 0,
  opening: jsonOf(account.opening),
});

export const keyOf = ({ rateCount: count, rateWindowMs: windowMs, ...row }: KeyRow): Key => ({
  ...row,
  allow: row.allow === null ? null : (JSON.parse(row.allow) as string[]),
  fractional: row.fractional === 1,
  testOnly: row.testOnly === 1,
  rate: count === null || windowMs === null ? null : { count, windowMs },
  opening: JSON.parse(row.opening) as Key['opening'],
});

export const rowOfKey = (key: Key): KeyRow => ({
  ...key,
  allow: key.allow && jsonOf(key.allow),
  fractional: key.fractional ? 1 : 0,
  testOnly: key.testOnly ? 1 : 0,
  rateCount: key.rate?.count ?? null,
  rateWindowMs: key.rate?.windowMs ?? null,
  opening: jsonOf(key.opening),
});

/** Terms never change while their account is written again and again. */
function jsonOf(terms: object): string {
  const known = texts.get(terms);
  if (known !== undefined) return known;
  const text = JSON.stringify(terms);
  texts.set(terms, text);
  return text;
}

const texts = new WeakMap<object, string>();
