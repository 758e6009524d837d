import type { Platform } from '../src/core/platforms.ts';
import { rankedFigures } from '../src/creators/records/ranking.ts';
import type { Account } from '../src/creators/world/account.ts';
import { accountRow, type WorldAccountRow } from '../src/creators/world/rows.ts';
import type { BrandBook } from './brands.ts';
import { clipAccount } from './clip.ts';
import { gramAccount } from './gram.ts';
import type { Handles } from './handles.ts';
import { type Person, personAt } from './person.ts';
import { tubeAccount } from './tube.ts';

/** A row to write, and the data that the second pass needs. */
export interface MadeAccount {
  row: WorldAccountRow;
  standing: StandingInput;
}

/** The data that rank an account and select related ones. */
export interface StandingInput {
  platform: Platform;
  id: string;
  /** The account's first niche; empty if it has none. */
  niche: string;
  country: string;
  language: string;
  /** The figures that rank accounts of a platform. */
  figures: Record<string, number>;
}

/** The names of a person, which depend on the people before, because names are assigned one after the other. */
export interface NamedPerson {
  handles: Handles;
  /** Gram handles of friends. */
  friends: string[];
}

/** All accounts of a person, as far as they depend on that person alone. */
function accountsOf(
  seed: number,
  person: Person,
  { handles, friends }: NamedPerson,
  brands: BrandBook,
): Account[] {
  const accounts: Account[] = [];
  if (person.on.clip) accounts.push(clipAccount(seed, person, handles, brands));
  if (person.on.gram) accounts.push(gramAccount(seed, person, handles, friends, brands));
  if (person.on.tube) accounts.push(tubeAccount(seed, person, handles, brands));
  return accounts;
}

/** The people `from`, `from + 1` and so on, one per entry of `named`. */
export const makeAccounts = (
  seed: number,
  from: number,
  named: readonly NamedPerson[],
  brands: BrandBook,
): MadeAccount[] =>
  named.flatMap((names, offset) => {
    const person = personAt(seed, from + offset);
    return accountsOf(seed, person, names, brands).map((account) => makeAccount(account, person.index));
  });

export const makeAccount = (account: Account, person: number): MadeAccount => {
  const row = accountRow(account, person, null);
  return {
    row,
    standing: {
      platform: row.platform,
      id: row.id,
      niche: account.niches[0] ?? '',
      country: account.country,
      language: account.languages[0] ?? '',
      figures: rankedFigures(account),
    },
  };
};
