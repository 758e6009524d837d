import { type AccountRow, accountRow } from '../src/world/rows.ts';
import type { Account } from '../src/world/truth.ts';
import type { BrandBook } from './brands.ts';
import { clipAccount } from './clip.ts';
import type { Handles } from './handles.ts';
import { type Person, personAt } from './person.ts';
import { rankedFigures } from './ranked.ts';

/** A row to be written, and what the second pass must know of it. */
export interface Made {
  row: AccountRow;
  niche: string;
  country: string;
  language: string;
  /** Figures by which accounts of a platform are ranked against each other. */
  figures: Record<string, number>;
}

/** All accounts of one person, as far as that person alone decides them. */
export function accountsOf(seed: number, person: Person, handles: Handles, brands: BrandBook): Account[] {
  const accounts: Account[] = [];
  const linked = { ...handles, gram: '', channelId: '' };
  if (person.on.clip) accounts.push(clipAccount(seed, person, linked, brands));
  return accounts;
}

/** People `from`, `from + 1` and so on, one for each of the handles. */
export const madeOf = (seed: number, from: number, handles: readonly Handles[], brands: BrandBook): Made[] =>
  handles.flatMap((own, offset) => {
    const person = personAt(seed, from + offset);
    return accountsOf(seed, person, own, brands).map((account) => ({
      row: accountRow(account, person.index, null),
      niche: person.niche,
      country: account.country,
      language: person.languages[0] ?? '',
      figures: rankedFigures(account),
    }));
  });
