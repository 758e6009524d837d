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
}

export type NicheList = 'niches' | 'topics';

/** The caller opens and commits the transaction. */
export function writerFor(db: Database): WorldWriter {
  const insert = prepareInserts(db);
  const remove = prepareDeletes(db);

  const standing = (account: number, { related, ranks }: Standing): void => {
    insert.standing.run(account, related, ranks);
  };

  const account = (row: WorldAccountRow): number => {
    const { platform, id, handle, person, truth } = row;
    const number = Number(insert.account.run({ platform, id, handle, person, truth }).lastInsertRowid);
    row.contents.forEach((content, n) => {
      insert.content[platform].run(number, n, ...content);
    });
    for (const niche of row.niches) insert.member.run('niches', niche, number);
    for (const topic of row.topics) insert.member.run('topics', topic, number);
    for (const [brand, n] of row.sponsorships) insert.sponsorship.run(brand, number, n);
    if (row.standing) standing(number, row.standing);
    return number;
  };

  return {
    account,
    standing,
    completeAccount: (complete, person = null) => account(accountRow(complete, person)),
    brand: (brand) => {
      const { key, brandId, name } = brand;
      insert.brand.run({ key, brandId, name, truth: JSON.stringify(brand) });
    },
    niche: (list, niche) => {
      insert.niche.run({ list, ...niche });
    },
    meta: (key, value) => {
      insert.meta.run(key, value);
    },
    removeAccount: (platform, id) => {
      const number = remove.find.get(platform, id);
      if (number === undefined) return false;
      for (const statement of remove.references) statement.run(number);
      remove.contents[platform].run(number);
      remove.account.run(number);
      return true;
    },
  };
}

function prepareInserts(db: Database) {
  const contents = (platform: Platform) =>
    db.prepare(
      `INSERT INTO ${platform}_contents
         (account, n, id, kind, published_at, length_sec, views, likes, comments, shares, words)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  return {
    account: db.prepare(
      'INSERT INTO accounts (platform, id, handle, person, truth) VALUES (@platform, @id, @handle, @person, @truth)',
    ),
    content: { clip: contents('clip'), gram: contents('gram'), tube: contents('tube') },
    standing: db.prepare('INSERT INTO standings (account, related, ranks) VALUES (?, ?, ?)'),
    brand: db.prepare(
      'INSERT OR REPLACE INTO brands (key, brand_id, name, truth) VALUES (@key, @brandId, @name, @truth)',
    ),
    niche: db.prepare(
      'INSERT OR REPLACE INTO niches (list, id, name, category) VALUES (@list, @id, @name, @category)',
    ),
    member: db.prepare('INSERT OR IGNORE INTO niche_accounts (list, id, account) VALUES (?, ?, ?)'),
    sponsorship: db.prepare('INSERT OR IGNORE INTO sponsorships (brand, account, n) VALUES (?, ?, ?)'),
    meta: db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)'),
  };
}

function prepareDeletes(db: Database) {
  const ofAccount = (table: string) => db.prepare(`DELETE FROM ${table} WHERE account = ?`);
  return {
    find: db
      .prepare<[string, string], number>('SELECT number FROM accounts WHERE platform = ? AND id = ?')
      .pluck(),
    account: db.prepare('DELETE FROM accounts WHERE number = ?'),
    contents: {
      clip: ofAccount('clip_contents'),
      gram: ofAccount('gram_contents'),
      tube: ofAccount('tube_contents'),
    },
    references: ['standings', 'niche_accounts', 'sponsorships'].map(ofAccount),
  };
}
