import type { Database } from 'better-sqlite3';
import { platformsByName } from '../../core/platforms.ts';

/**
 * Increases with every change of the tables or of the meaning of a stored value. Files of another version are
 * refused.
 */
export const schemaVersion = 3;

/**
 * Creates the tables. Accounts are numbered in the order of their people, so that rows read together are
 * close in the file. Figures of contents are columns, their texts one JSON array (`rows.ts`). `truth` is the
 * JSON of an account or brand; the hash of a world covers this name too.
 */
export function createTables(db: Database): void {
  db.exec(tableSql);
}

/** Creates the indexes, each in one sorted pass over the finished rows. */
export function* createIndexes(db: Database): Generator<void> {
  for (const sql of indexSql) {
    db.exec(sql);
    yield;
  }
}

/** Leaves the tables as they were before their indexes. */
export function dropIndexes(db: Database): void {
  const names = db.prepare<[], string>(
    `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`,
  );
  for (const name of names.pluck().all()) db.exec(`DROP INDEX ${name}`);
}

const contentColumns = 'n, id, kind, published_at, length_sec, views, likes, comments, shares, words';

/** The tables with rows of single accounts: the column with the number of the account, and the other columns. */
export const accountTables = [
  { table: 'accounts', accountColumn: 'number', otherColumns: 'platform, id, handle, person, truth' },
  { table: 'clip_contents', accountColumn: 'account', otherColumns: contentColumns },
  { table: 'gram_contents', accountColumn: 'account', otherColumns: contentColumns },
  { table: 'tube_contents', accountColumn: 'account', otherColumns: contentColumns },
  { table: 'niche_accounts', accountColumn: 'account', otherColumns: 'list, id' },
  { table: 'sponsorships', accountColumn: 'account', otherColumns: 'brand, n' },
] as const;

const contentsTable = (platform: string): string => `
  CREATE TABLE ${platform}_contents (
    account INTEGER NOT NULL,
    n INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    length_sec REAL NOT NULL,
    views INTEGER NOT NULL,
    likes INTEGER NOT NULL,
    comments INTEGER NOT NULL,
    shares INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (account, n)
  ) STRICT, WITHOUT ROWID;`;

const tableSql = `
  CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE accounts (
    number INTEGER NOT NULL PRIMARY KEY,
    platform TEXT NOT NULL CHECK (platform IN (${platformsByName.map((platform) => `'${platform}'`).join(', ')})),
    id TEXT NOT NULL,
    handle TEXT NOT NULL,
    person INTEGER,
    truth TEXT NOT NULL
  ) STRICT;
  ${platformsByName.map(contentsTable).join('')}

  CREATE TABLE standings (
    account INTEGER NOT NULL PRIMARY KEY,
    related TEXT NOT NULL,
    ranks TEXT NOT NULL
  ) STRICT;

  CREATE TABLE niches (
    list TEXT NOT NULL CHECK (list IN ('niches', 'topics')),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    PRIMARY KEY (list, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE niche_accounts (
    list TEXT NOT NULL,
    id TEXT NOT NULL,
    account INTEGER NOT NULL,
    PRIMARY KEY (list, id, account)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE brands (
    key TEXT NOT NULL PRIMARY KEY,
    brand_id TEXT NOT NULL,
    name TEXT NOT NULL,
    truth TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sponsorships (
    brand TEXT NOT NULL,
    account INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (brand, account, n)
  ) STRICT, WITHOUT ROWID;
`;

const indexSql = [
  'CREATE UNIQUE INDEX accounts_by_id ON accounts (platform, id)',
  `CREATE INDEX channels_by_handle ON accounts (handle COLLATE NOCASE) WHERE platform = 'tube'`,
  'CREATE INDEX clip_contents_by_id ON clip_contents (id)',
  'CREATE INDEX gram_contents_by_id ON gram_contents (id)',
  'CREATE UNIQUE INDEX videos_by_id ON tube_contents (id)',
  `CREATE INDEX brands_by_id ON brands (brand_id) WHERE brand_id <> ''`,
];
