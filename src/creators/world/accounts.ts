import type Database from 'better-sqlite3';
import { createLruCache, type LruCache } from '../../core/lru-cache.ts';
import { memoryBounds } from '../../core/memory-bounds.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, Content, PostOn, TubeAccount } from './account.ts';
import { accountId, type ContentRow, readContent, readHead, type StoredAccount } from './rows.ts';

/** Reads accounts and contents. */
export interface AccountReader {
  byId(platform: Platform, id: string): Account | undefined;
  has(platform: Platform, id: string): boolean;
  known(platform: Platform, ids: readonly string[]): Set<string>;
  numberOf(platform: Platform, id: string): number | undefined;
  idOf(platform: Platform, number: number): string | undefined;
  byHandle(handle: string): TubeAccount | undefined;
  post<On extends Platform>(platform: On, contentId: string): PostOn[On] | undefined;
  excerpt(platform: Platform, id: string, positions: readonly number[]): Account | undefined;
  all(platform: Platform): IterableIterator<Account>;
}

/** An account that was looked up. */
interface CachedAccount {
  key: string;
  number: number;
  head: Omit<Account, 'contents'>;
  /** All contents were read before. */
  wasRead: boolean;
  /** Cached from the second reading on: most records are made once, because their JSON is cached. */
  contents: Content[] | undefined;
}

type AccountCache = LruCache<string, CachedAccount>;

export function accountReader(db: Database.Database): AccountReader {
  const statements = prepareStatements(db);
  // Clients ask for the same accounts repeatedly, and accounts never change, so the latest ones stay decoded.
  const cache: AccountCache = createLruCache(memoryBounds.accounts);
  /** The account that `all` yielded last: its reader asks for its number. */
  let latest = { key: '', number: 0 };
  const byId = (platform: Platform, id: string): Account | undefined => {
    const found = findAccount(statements, cache, platform, id);
    return found && ({ ...found.head, contents: allContents(statements, cache, platform, found) } as Account);
  };
  return {
    byId,
    has: (platform, id) => statements.exists.get(platform, id) !== undefined,
    known: (platform, ids) => new Set(statements.existing.all(JSON.stringify(ids), platform)),
    numberOf(platform, id) {
      if (latest.key === keyOf(platform, id)) return latest.number;
      return statements.numberOfId.get(platform, id);
    },
    idOf: (platform, number) => statements.idOfNumber.get(platform, number),
    byHandle(handle) {
      const id = statements.idOfHandle.get(handle);
      return id === undefined ? undefined : (byId('tube', id) as TubeAccount);
    },
    post<On extends Platform>(platform: On, contentId: string) {
      const found = statements.post[platform].get(contentId);
      if (!found) return undefined;
      const [id, ...row] = found;
      return { account: byId(platform, id), content: readContent(platform, row) } as PostOn[On];
    },
    excerpt(platform, id, positions) {
      const found = findAccount(statements, cache, platform, id);
      if (!found) return undefined;
      const contents = positions.flatMap((n) => {
        if (found.contents) return found.contents[n] ?? [];
        const row = statements.contentAt[platform].get(found.number, n);
        return row ? readContent(platform, row) : [];
      });
      return { ...found.head, contents } as Account;
    },
    // page by page, so that no statement stays open between two values
    *all(platform) {
      for (let page = statements.accountsAfter.all(platform, 0); page.length > 0; ) {
        for (const stored of page) {
          const contents = decodeContents(platform, statements.contents[platform].all(stored[0]));
          const account = { ...readHead(platform, stored), contents } as Account;
          latest = { key: keyOf(platform, accountId(account)), number: stored[0] };
          yield account;
        }
        page = statements.accountsAfter.all(platform, (page.at(-1) as StoredAccount)[0]);
      }
    },
  };
}

const contentColumns = 'id, kind, published_at, length_sec, views, likes, comments, shares, words';
const selectAccounts = `
  SELECT number, truth, coalesce(related, '[]'), coalesce(ranks, '{}')
  FROM accounts LEFT JOIN standings ON standings.account = accounts.number`;

const prepareStatements = (db: Database.Database) => ({
  account: db
    .prepare<[string, string], StoredAccount>(`${selectAccounts} WHERE platform = ? AND id = ?`)
    .raw(),
  exists: db.prepare<[string, string], 1>('SELECT 1 FROM accounts WHERE platform = ? AND id = ?').pluck(),
  // One statement for thousands of ids: as many statements take five times as long.
  existing: db
    .prepare<[string, string], string>(
      'SELECT a.id FROM json_each(?) AS asked CROSS JOIN accounts a ON a.id = asked.value AND a.platform = ?',
    )
    .pluck(),
  numberOfId: db
    .prepare<[string, string], number>('SELECT number FROM accounts WHERE platform = ? AND id = ?')
    .pluck(),
  idOfNumber: db
    .prepare<[string, number], string>('SELECT id FROM accounts WHERE platform = ? AND number = ?')
    .pluck(),
  idOfHandle: db
    .prepare<[string], string>(
      `SELECT id FROM accounts WHERE platform = 'tube' AND handle = ? COLLATE NOCASE ORDER BY number LIMIT 1`,
    )
    .pluck(),
  accountsAfter: db
    .prepare<[string, number], StoredAccount>(
      `${selectAccounts} WHERE platform = ? AND number > ? ORDER BY number LIMIT 64`,
    )
    .raw(),
  contents: forPlatforms((platform) =>
    db
      .prepare<[number], ContentRow>(
        `SELECT ${contentColumns} FROM ${platform}_contents WHERE account = ? ORDER BY n`,
      )
      .raw(),
  ),
  contentAt: forPlatforms((platform) =>
    db
      .prepare<[number, number], ContentRow>(
        `SELECT ${contentColumns} FROM ${platform}_contents WHERE account = ? AND n = ?`,
      )
      .raw(),
  ),
  post: forPlatforms((platform) =>
    db
      .prepare<[string], [string, ...ContentRow]>(
        `SELECT a.id, ${contentColumns.replace('id', 'c.id')}
         FROM ${platform}_contents c JOIN accounts a ON a.number = c.account
         WHERE c.id = ? ORDER BY c.account LIMIT 1`,
      )
      .raw(),
  ),
});

type Statements = ReturnType<typeof prepareStatements>;

const forPlatforms = <T>(prepare: (platform: Platform) => T): Record<Platform, T> => ({
  clip: prepare('clip'),
  gram: prepare('gram'),
  tube: prepare('tube'),
});

const keyOf = (platform: Platform, id: string): string => `${platform} ${id}`;

function findAccount(
  statements: Statements,
  cache: AccountCache,
  platform: Platform,
  id: string,
): CachedAccount | undefined {
  const key = keyOf(platform, id);
  const known = cache.get(key);
  if (known) return known;
  const stored = statements.account.get(platform, id);
  if (!stored) return undefined;
  const head = readHead(platform, stored);
  const found: CachedAccount = { key, number: stored[0], head, wasRead: false, contents: undefined };
  cache.set(key, found, bytesOfHead(stored));
  return found;
}

function allContents(
  statements: Statements,
  cache: AccountCache,
  platform: Platform,
  account: CachedAccount,
): Content[] {
  if (account.contents) return account.contents;
  const rows = statements.contents[platform].all(account.number);
  const contents = decodeContents(platform, rows);
  if (account.wasRead) {
    account.contents = contents;
    cache.grow(account.key, account, bytesOfContents(rows));
  }
  account.wasRead = true;
  return contents;
}

const decodeContents = (platform: Platform, rows: readonly ContentRow[]): Content[] =>
  rows.map((row) => readContent(platform, row));

// In memory, texts and numbers take about twice as many bytes as in JSON, and each object some more.

const bytesOfHead = ([, truth, related, ranks]: StoredAccount): number =>
  2500 + 2 * (truth.length + related.length + ranks.length);

const bytesOfContents = (rows: readonly ContentRow[]): number =>
  rows.reduce((sum, row) => sum + 300 + 2 * row[8].length, 0);
