import { keyDigestOf } from '../../core/keys/digest.ts';
import type { Account, Key, OpenHold, SubmittedCount, SubmittedName, UsageCount } from '../state.ts';

/** Rows as PostgreSQL has them: terms are JSON. */
export type AccountRow = Omit<Account, 'opening'> & { opening: string; version: number };
export type KeyRow = Omit<Key, 'allow' | 'rate' | 'opening'> & {
  allow: string | null;
  rate: string | null;
  opening: string;
};
export type HoldRow = OpenHold;
export type UsageRow = UsageCount & { version: number };
/** The name as JSON: a client may send characters that a text of PostgreSQL cannot hold. */
export type SubmittedRow = SubmittedName & { digest: string; version: number };
export type DayRow = SubmittedCount & { version: number };
export interface SharedRowJson {
  name: string;
  account: number | null;
  counter: boolean;
  value: string | null;
  version: number;
}

export const accountOf = ({ version: _, opening, ...row }: AccountRow): Account => ({
  ...row,
  opening: JSON.parse(opening) as Account['opening'],
});

export const rowOfAccount = (account: Account, version: number): AccountRow => ({
  ...account,
  opening: JSON.stringify(account.opening),
  version,
});

export const keyOf = ({ allow, rate, opening, ...row }: KeyRow): Key => ({
  ...row,
  allow: parsed(allow) as Key['allow'],
  rate: parsed(rate) as Key['rate'],
  opening: JSON.parse(opening) as Key['opening'],
});

export const rowOfKey = ({ allow, rate, opening, ...key }: Key): KeyRow => ({
  ...key,
  allow: allow && JSON.stringify(allow),
  rate: rate && JSON.stringify(rate),
  opening: JSON.stringify(opening),
});

export const rowOfName = (row: SubmittedName, version: number): SubmittedRow => ({
  ...row,
  digest: keyDigestOf(row.name),
  name: JSON.stringify(row.name),
  version,
});

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
