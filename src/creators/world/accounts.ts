import type Database from 'better-sqlite3';
import { createLruCache } from '../../core/lru-cache.ts';
import type { Platform } from '../../core/platforms.ts';
import type { Account, Content, PostOn, TubeAccount } from './account.ts';
import { type ContentRow, readContent, readHead, type StoredAccount } from './rows.ts';

/** Reads accounts and contents. */
export interface AccountReader {
  byId(platform: Platform, id: string): Account | undefined;
  byHandle(handle: string): TubeAccount | undefined;
  post<On extends Platform>(platform: On, contentId: string): PostOn[On] | undefined;
  excerpt(platform: Platform, id: string, positions: readonly number[]): Account | undefined;
  all(platform: Platform): IterableIterator<Account>;
}

/**
 * An account that was looked up. Its contents are kept from the second time on that all of them are read: most records
 * are made once, because their JSON is kept.
 */
interface CachedAccount {
  number: number;
  head: Omit<Account, 'contents'>;
  wasRead: boolean;
  contents: Content[] | undefined;
}

/** Clients ask for the same accounts repeatedly, and accounts never change, so the latest ones stay decoded. */
const maxCachedBytes = 4 * 2 ** 20;

const contentColumns = 'id, kind, published_at, length_sec, views, likes, comments, shares, words';
const accountColumns = `
  SELECT number, truth, coalesce(related, '[]'), coalesce(ranks, '{}')
  FROM accounts LEFT JOIN standings ON standings.account = accounts.number`;

export function accountReader(db: Database.Database): AccountReader {
  const byId = db
    .prepare<[string, string], StoredAccount>(`${accountColumns} WHERE platform = ? AND id = ?`)
    .raw();
  const idOfHandle = db
    .prepare<[string], string>(
      `SELECT id FROM accounts WHERE platform = 'tube' AND handle = ? COLLATE NOCASE ORDER BY number LIMIT 1`,
    )
    .pluck();
  const after = db
    .prepare<[string, number], StoredAccount>(
      `${accountColumns} WHERE platform = ? AND number > ? ORDER BY number LIMIT 64`,
    )
    .raw();
  const contentsOf = (platform: Platform) =>
    db
      .prepare<[number], ContentRow>(
        `SELECT ${contentColumns} FROM ${platform}_contents WHERE account = ? ORDER BY n`,
      )
      .raw();
  const rowsOf = { clip: contentsOf('clip'), gram: contentsOf('gram'), tube: contentsOf('tube') };
  const contentAt = (platform: Platform) =>
    db
      .prepare<[number, number], ContentRow>(
        `SELECT ${contentColumns} FROM ${platform}_contents WHERE account = ? AND n = ?`,
      )
      .raw();
  const single = { clip: contentAt('clip'), gram: contentAt('gram'), tube: contentAt('tube') };
  const postIn = (platform: Platform) =>
    db
      .prepare<[string], [string, ...ContentRow]>(
        `SELECT a.id, ${contentColumns.replace('id', 'c.id')}
         FROM ${platform}_contents c JOIN accounts a ON a.number = c.account
         WHERE c.id = ? ORDER BY c.account LIMIT 1`,
      )
      .raw();
  const posts = { clip: postIn('clip'), gram: postIn('gram'), tube: postIn('tube') };

  const contentsIn = (platform: Platform, rows: readonly ContentRow[]): Content[] =>
    rows.map((row) => readContent(platform, row));

  const accountCache = createLruCache<string, CachedAccount>(maxCachedBytes);
  const read = (platform: Platform, id: string): CachedAccount | undefined => {
    const key = cacheKey(platform, id);
    const known = accountCache.get(key);
    if (known) return known;
    const stored = byId.get(platform, id);
    if (!stored) return undefined;
    const head = readHead(platform, stored);
    const found: CachedAccount = { number: stored[0], head, wasRead: false, contents: undefined };
    accountCache.set(key, found, bytesOfHead(stored));
    return found;
  };
  const whole = (platform: Platform, id: string): Account | undefined => {
    const found = read(platform, id);
    if (!found) return undefined;
    const contents = found.contents ?? allContents(platform, id, found);
    return { ...found.head, contents } as Account;
  };
  function allContents(platform: Platform, id: string, found: CachedAccount): Content[] {
    const rows = rowsOf[platform].all(found.number);
    const contents = contentsIn(platform, rows);
    if (found.wasRead) {
      found.contents = contents;
      accountCache.grow(cacheKey(platform, id), found, bytesOfContents(rows));
    }
    found.wasRead = true;
    return contents;
  }

  return {
    byId: whole,
    byHandle(handle) {
      const id = idOfHandle.get(handle);
      return id === undefined ? undefined : (whole('tube', id) as TubeAccount);
    },
    post<On extends Platform>(platform: On, contentId: string) {
      const found = posts[platform].get(contentId);
      if (!found) return undefined;
      const [id, ...row] = found;
      return { account: whole(platform, id), content: readContent(platform, row) } as PostOn[On];
    },
    excerpt(platform, id, positions) {
      const found = read(platform, id);
      if (!found) return undefined;
      const contents = positions.flatMap((n) => {
        if (found.contents) return found.contents[n] ?? [];
        const row = single[platform].get(found.number, n);
        return row ? readContent(platform, row) : [];
      });
      return { ...found.head, contents } as Account;
    },
    // page by page, so that no statement stays open between two values
    *all(platform) {
      for (let page = after.all(platform, 0); page.length > 0; ) {
        for (const stored of page) {
          const contents = contentsIn(platform, rowsOf[platform].all(stored[0]));
          yield { ...readHead(platform, stored), contents } as Account;
        }
        page = after.all(platform, page.at(-1)?.[0] ?? 0);
      }
    },
  };
}

const cacheKey = (platform: Platform, id: string): string => `${platform} ${id}`;

// Decoded, texts and numbers take about this much more than as JSON, and objects a fixed part.

const bytesOfHead = ([, truth, related, ranks]: StoredAccount): number =>
  2500 + 2 * (truth.length + related.length + ranks.length);

const bytesOfContents = (rows: readonly ContentRow[]): number =>
  rows.reduce((sum, row) => sum + 300 + 2 * row[8].length, 0);
