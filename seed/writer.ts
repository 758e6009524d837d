import type { Database } from 'better-sqlite3';
import type { Platform } from '../src/core/platforms.ts';
import type { Account, Brand, Niche } from '../src/creators/world/account.ts';
import { accountRow, type Standing, type WorldAccountRow } from '../src/creators/world/rows.ts';

/** Writes accounts, brands and niches into a world, for the generator and the fixtures. */
export interface WorldWriter {
  /**
   * @returns the number of the account
   * @throws if the id exists already
   */
  account(row: WorldAccountRow): number;
  /** Writes a complete account: with its ranks and related accounts. */
  completeAccount(account: Account, person?: number | null): number;
  standing(account: number, standing: Standing): void;
  brand(brand: Brand): void;
  niche(list: NicheList, niche: Niche): void;
  meta(key: string, value: string): void;
  /** Removes an account and everything that belongs to it. @returns whether it existed */
  removeAccount(platform: Platform, id: string): boolean;
  removeBrand(key: string): void;
}

export type NicheList = 'niches' | 'topics';

/** The caller opens and commits the transaction. */
export function writerFor(db: Database): WorldWriter {
  const insertAccount = db.prepare(
    'INSERT INTO accounts (platform, id, handle, person, truth) VALUES (@platform, @id, @handle, @person, @truth)',
  );
  const insertStanding = db.prepare('INSERT INTO standings (account, related, ranks) VALUES (?, ?, ?)');
  const insertBrand = db.prepare(
    'INSERT OR REPLACE INTO brands (key, brand_id, name, truth) VALUES (@key, @brandId, @name, @truth)',
  );
  const insertNiche = db.prepare(
    'INSERT OR REPLACE INTO niches (list, id, name, category) VALUES (@list, @id, @name, @category)',
  );
  const insertMember = db.prepare(
    'INSERT OR IGNORE INTO niche_accounts (list, id, account) VALUES (?, ?, ?)',
  );
  const insertSponsorship = db.prepare(
    'INSERT OR IGNORE INTO sponsorships (brand, account, n) VALUES (?, ?, ?)',
  );
  const insertMeta = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  const columns = '(account, n, id, kind, published_at, length_sec, views, likes, comments, shares, words)';
  const holes = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
  const insertContent = {
    clip: db.prepare(`INSERT INTO clip_contents ${columns} VALUES ${holes}`),
    gram: db.prepare(`INSERT INTO gram_contents ${columns} VALUES ${holes}`),
    tube: db.prepare(`INSERT INTO tube_contents ${columns} VALUES ${holes}`),
  };
  const findAccount = db
    .prepare<[string, string], number>('SELECT number FROM accounts WHERE platform = ? AND id = ?')
    .pluck();
  const belongings = ['standings', 'niche_accounts', 'sponsorships'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE account = ?`),
  );
  const deleteContents = {
    clip: db.prepare('DELETE FROM clip_contents WHERE account = ?'),
    gram: db.prepare('DELETE FROM gram_contents WHERE account = ?'),
    tube: db.prepare('DELETE FROM tube_contents WHERE account = ?'),
  };
  const deleteAccount = db.prepare('DELETE FROM accounts WHERE number = ?');
  const deleteBrand = db.prepare('DELETE FROM brands WHERE key = ?');
  const deleteSponsor = db.prepare('DELETE FROM sponsorships WHERE brand = ?');

  const standing = (account: number, { related, ranks }: Standing): void => {
    insertStanding.run(account, related, ranks);
  };

  const account = (row: WorldAccountRow): number => {
    const { platform, id, handle, person, truth } = row;
    const number = Number(insertAccount.run({ platform, id, handle, person, truth }).lastInsertRowid);
    row.contents.forEach((content, n) => {
      insertContent[platform].run(number, n, ...content);
    });
    for (const niche of row.niches) insertMember.run('niches', niche, number);
    for (const topic of row.topics) insertMember.run('topics', topic, number);
    for (const [brand, n] of row.sponsorships) insertSponsorship.run(brand, number, n);
    if (row.standing) standing(number, row.standing);
    return number;
  };

  return {
    account,
    standing,
    completeAccount: (complete, person = null) => account(accountRow(complete, person)),
    brand: (brand) => {
      const { key, brandId, name } = brand;
      insertBrand.run({ key, brandId, name, truth: JSON.stringify(brand) });
    },
    niche: (list, niche) => {
      insertNiche.run({ list, ...niche });
    },
    meta: (key, value) => {
      insertMeta.run(key, value);
    },
    removeAccount: (platform, id) => {
      const number = findAccount.get(platform, id);
      if (number === undefined) return false;
      for (const statement of belongings) statement.run(number);
      deleteContents[platform].run(number);
      deleteAccount.run(number);
      return true;
    },
    removeBrand: (key) => {
      deleteBrand.run(key);
      deleteSponsor.run(key);
    },
  };
}
