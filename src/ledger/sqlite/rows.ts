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

export const accountFromRow = (row: AccountRow): Account => ({
  ...row,
  unlimited: row.unlimited === 1,
  opening: JSON.parse(row.opening) as Account['opening'],
});

export const rowFromAccount = (account: Account): AccountRow => ({
  ...account,
  unlimited: account.unlimited ? 1 : 0,
  opening: termsJson(account.opening),
});

export const keyFromRow = ({ rateCount: count, rateWindowMs: windowMs, ...row }: KeyRow): Key => ({
  ...row,
  allow: row.allow === null ? null : (JSON.parse(row.allow) as string[]),
  fractional: row.fractional === 1,
  testOnly: row.testOnly === 1,
  rate: count === null || windowMs === null ? null : { count, windowMs },
  opening: JSON.parse(row.opening) as Key['opening'],
});

export const rowFromKey = (key: Key): KeyRow => ({
  ...key,
  allow: key.allow && termsJson(key.allow),
  fractional: key.fractional ? 1 : 0,
  testOnly: key.testOnly ? 1 : 0,
  rateCount: key.rate?.count ?? null,
  rateWindowMs: key.rate?.windowMs ?? null,
  opening: termsJson(key.opening),
});

/** Terms never change while their account is written again and again. */
function termsJson(terms: object): string {
  const known = termsTexts.get(terms);
  if (known !== undefined) return known;
  const text = JSON.stringify(terms);
  termsTexts.set(terms, text);
  return text;
}

const termsTexts = new WeakMap<object, string>();
