import Database from 'better-sqlite3';
import { dayMs } from '../../core/durations.ts';
import type { Platform } from '../../core/platforms.ts';
import {
  type Account,
  allNiches,
  type Brand,
  type ClipAccount,
  type GramAccount,
  type Niche,
  type PostOn,
  type TubeAccount,
} from './account.ts';
import { accountReader } from './accounts.ts';
import type { WorldInfo } from './info.ts';
import { readBrand } from './rows.ts';
import { schemaVersion } from './schema.ts';
import { type SearchColumnReader, searchColumnReader } from './search-columns.ts';

/**
 * Read access to a world: accounts, contents and brands by their ids. All calls are synchronous and
 * read-only.
 */
export interface World {
  readonly info: WorldInfo;
  /** A creator on all three platforms, for examples. */
  readonly example: Person;
  /** The day of the run that this world shows: whole days since its epoch, negative before it. */
  readonly day: number;
  /** The world on the day of `now`; a world without a calendar (`view.ts`) is the same on every day. */
  on(now: number): World;
  /** Resolves when the world can be read: what a day other than the epoch needs is loaded first. undefined when it can. */
  ready(): Promise<void> | undefined;
  /** The whole days from the world's epoch to `now`, in milliseconds. Replies move every instant by this. */
  shiftMs(now: number): number;
  clip(handle: string): ClipAccount | undefined;
  gram(handle: string): GramAccount | undefined;
  tube(channelId: string): TubeAccount | undefined;
  /** Whether there is an account of this id: cheaper than to read it. */
  has(platform: Platform, id: string): boolean;
  /** Those of many ids that there are accounts of. */
  known(platform: Platform, ids: readonly string[]): Set<string>;
  /** The number under which an account is stored, and the id of a number; undefined without such an account. */
  numberOf(platform: Platform, id: string): number | undefined;
  idOf(platform: Platform, number: number): string | undefined;
  /** Case-insensitive. */
  tubeByHandle(handle: string): TubeAccount | undefined;
  /** A listed content by its id. */
  post<On extends Platform>(platform: On, contentId: string): PostOn[On] | undefined;
  /** An account with only some of its contents, by position; for lists of many accounts. */
  excerpt(platform: 'clip', id: string, positions: readonly number[]): ClipAccount | undefined;
  excerpt(platform: 'gram', id: string, positions: readonly number[]): GramAccount | undefined;
  excerpt(platform: 'tube', id: string, positions: readonly number[]): TubeAccount | undefined;
  /** By the id that records show. */
  brand(brandId: string): Brand | undefined;
  brandByKey(key: string): Brand | undefined;
  /** Sorted by key. */
  brands(): IterableIterator<Brand>;
  /** The accounts that a brand sponsors, each with the ids of the sponsored contents, newest first. */
  sponsored(brandKey: string): Sponsored[];
  /**
   * The accounts that any brand sponsors. Those of one brand are in the same order as above. Contents that are not
   * stored have the texts of others: for their figures and brands.
   */
  sponsoredAccounts(): IterableIterator<GramAccount | TubeAccount>;
  niches(platform: Platform): readonly CountedNiche[];
  topics(): readonly CountedNiche[];
  /** The ids in a list of the platform that have this slug. */
  nicheIds(list: NicheListName, platform: Platform, slug: string): string[];
  /** Accounts of the platform in a niche, from a number on. */
  inNiche(platform: Platform, nicheId: string, from: number, limit: number): string[];
  accounts(platform: 'clip'): IterableIterator<ClipAccount>;
  accounts(platform: 'gram'): IterableIterator<GramAccount>;
  accounts(platform: 'tube'): IterableIterator<TubeAccount>;
  accounts(platform: Platform): IterableIterator<Account>;
  /** The same accounts in the same order. Contents that are not stored have the texts of others, which takes half of the time. */
  bareAccounts(platform: Platform): IterableIterator<Account>;
  people(): IterableIterator<Person>;
  /** A figure of all contents of a platform, in the order of `accounts`. */
  contentFigures(platform: Platform, field: ContentField): number[];
  /** Reads the other columns of searches, which are stored with the world; undefined if there are none. */
  readonly searchColumn: SearchColumnReader | undefined;
  close(): void;
}

/** The figures of contents that are columns of their own. */
const contentFields = {
  publishedAt: 'published_at',
  lengthSec: 'length_sec',
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
} as const;
export type ContentField = keyof typeof contentFields;

/** The accounts of one person: handles, on tube the channel id; empty if there is none. */
export interface Person {
  clip: string;
  gram: string;
  tube: string;
}

export interface Sponsored {
  platform: 'gram' | 'tube';
  /** Handle; on tube the channel id. */
  id: string;
  contentIds: string[];
}

export type CountedNiche = Niche & { channelCount: number };

type NicheListName = 'niches' | 'topics';

/**
 * Opens a world file read-only, or a database in memory (a world with fixtures).
 * @throws if the file is not a world, or one of another version
 */
export function openWorld(source: string | Buffer | Database.Database): World {
  const db = openDatabase(source);
  const meta = new Map(db.prepare<[], [string, string]>('SELECT key, value FROM meta').raw().all());
  if (meta.get('version') !== String(schemaVersion)) {
    db.close();
    throw new Error(`this world has version ${meta.get('version') ?? 'none'}, not ${schemaVersion}`);
  }
  const epochAt = Number(meta.get('epochAt'));
  const accounts = accountReader(db);
  const people = (): IterableIterator<Person> => peopleOf(db);
  let info: WorldInfo | undefined;
  let example: Person | undefined;

  const brandById = db
    .prepare<[string], string>(`SELECT truth FROM brands WHERE brand_id = ? AND brand_id <> ''`)
    .pluck();
  const brandByKey = db.prepare<[string], string>('SELECT truth FROM brands WHERE key = ?').pluck();
  const allBrands = db.prepare<[], string>('SELECT truth FROM brands ORDER BY key').pluck();
  const brandFrom = (json: string | undefined): Brand | undefined =>
    json === undefined ? json : readBrand(json);

  return {
    day: 0,
    on() {
      return this;
    },
    ready: () => undefined,
    get info() {
      info ??= readWorldInfo(db, meta);
      return info;
    },
    get example() {
      example ??= examplePerson(people());
      return example;
    },
    shiftMs: (now) => Math.floor((now - epochAt) / dayMs) * dayMs,
    clip: (handle) => accounts.byId('clip', handle) as ClipAccount | undefined,
    gram: (handle) => accounts.byId('gram', handle) as GramAccount | undefined,
    tube: (channelId) => accounts.byId('tube', channelId) as TubeAccount | undefined,
    has: accounts.has,
    known: accounts.known,
    numberOf: accounts.numberOf,
    idOf: accounts.idOf,
    tubeByHandle: (handle) => accounts.byHandle(handle),
    post: accounts.post,
    excerpt: accounts.excerpt as World['excerpt'],
    brand: (brandId) => brandFrom(brandById.get(brandId)),
    brandByKey: (key) => brandFrom(brandByKey.get(key)),
    *brands() {
      for (const json of allBrands.all()) yield readBrand(json);
    },
    sponsored: sponsorReader(db),
    *sponsoredAccounts() {
      for (const { platform, id } of sponsoredIds(db)) {
        const account = accounts.byId(platform, id);
        if (account) yield account as GramAccount | TubeAccount;
      }
    },
    niches: (platform) => countedNiches(db, 'niches', platform),
    topics: () => countedNiches(db, 'topics', 'tube'),
    nicheIds: nicheIdReader(db),
    inNiche: nicheMemberReader(db),
    accounts: accounts.all as World['accounts'],
    bareAccounts: accounts.all,
    contentFigures: (platform, field) =>
      db
        .prepare<[], number>(`SELECT ${contentFields[field]} FROM ${platform}_contents ORDER BY account, n`)
        .pluck()
        .all(),
    people,
    searchColumn: searchColumnReader(db, meta),
    close: () => {
      db.close();
    },
  };
}

function openDatabase(source: string | Buffer | Database.Database): Database.Database {
  if (typeof source === 'string') {
    const db = new Database(source, { readonly: true });
    // The system caches the file; a second cache here would only hold memory.
    db.pragma('cache_size = -1024');
    return db;
  }
  return Buffer.isBuffer(source) ? new Database(source, { readonly: true }) : source;
}

function sponsorReader(db: Database.Database): (brandKey: string) => Sponsored[] {
  const rows = db.prepare<
    [{ brand: string }],
    { number: number; platform: 'gram' | 'tube'; id: string; content: string }
  >(`
    SELECT a.number, a.platform, a.id, coalesce(g.id, t.id) AS content
    FROM sponsorships s
    JOIN accounts a ON a.number = s.account
    LEFT JOIN gram_contents g ON a.platform = 'gram' AND g.account = s.account AND g.n = s.n
    LEFT JOIN tube_contents t ON a.platform = 'tube' AND t.account = s.account AND t.n = s.n
    WHERE s.brand = @brand
    ORDER BY s.account, s.n`);
  return (brand) => {
    const found = new Map<number, Sponsored>();
    for (const { number, platform, id, content } of rows.all({ brand })) {
      const known = found.get(number);
      if (known) known.contentIds.push(content);
      else found.set(number, { platform, id, contentIds: [content] });
    }
    return [...found.values()];
  };
}

const sponsoredIds = (db: Database.Database): { platform: 'gram' | 'tube'; id: string }[] =>
  db
    .prepare<[], { platform: 'gram' | 'tube'; id: string }>(`
      SELECT platform, id FROM accounts
      WHERE number IN (SELECT account FROM sponsorships) ORDER BY number`)
    .all();

/** Clip and gram share their niches, tube has others; only tube has topics. */
const platformCondition = `n.list = @list AND (@list = 'topics' OR (n.category = '${allNiches}') = (@platform <> 'tube'))`;

/** Finds the ids `id_<slug>_…` as a range: the backtick, character 96, follows the underscore. */
function nicheIdReader(db: Database.Database): World['nicheIds'] {
  const ids = db
    .prepare<[object], string>(`
      SELECT n.id FROM niches n
      WHERE ${platformCondition} AND n.id > 'id_' || @slug || '_' AND n.id < 'id_' || @slug || char(96)
      ORDER BY n.id`)
    .pluck();
  return (list, platform, slug) => ids.all({ list, platform, slug });
}

function nicheMemberReader(db: Database.Database): World['inNiche'] {
  const members = db
    .prepare<[string, number, string, number], string>(`
      SELECT a.id FROM niche_accounts m JOIN accounts a ON a.number = m.account
      WHERE m.list = 'niches' AND m.id = ? AND m.account >= ? AND a.platform = ?
      ORDER BY m.account LIMIT ?`)
    .pluck();
  return (platform, nicheId, from, limit) => members.all(nicheId, from, platform, limit);
}

/** Sorted by id, each with the number of accounts of the platform in it. */
const countedNiches = (db: Database.Database, list: NicheListName, platform: Platform): CountedNiche[] =>
  db
    .prepare<[{ list: string; platform: Platform }], CountedNiche>(`
      SELECT n.id, n.name, n.category, coalesce(c.accounts, 0) AS channelCount
      FROM niches n
      LEFT JOIN (
        SELECT m.id, count(*) AS accounts
        FROM niche_accounts m JOIN accounts a ON a.number = m.account
        WHERE m.list = @list AND a.platform = @platform
        GROUP BY m.id
      ) c ON c.id = n.id
      WHERE ${platformCondition}
      ORDER BY n.id`)
    .all({ list, platform });

/** Accounts of one person are adjacent. An account without a person counts as a person. */
function* peopleOf(db: Database.Database): Generator<Person> {
  const after = db.prepare<
    [number],
    { number: number; person: number | null; platform: Platform; id: string }
  >('SELECT number, person, platform, id FROM accounts WHERE number > ? ORDER BY number LIMIT 512');
  let open: { key: string; person: Person } | undefined;
  for (let page = after.all(0); page.length > 0; ) {
    for (const { number, person, platform, id } of page) {
      const key = person === null ? `account ${number}` : `person ${person}`;
      if (open?.key !== key) {
        if (open) yield open.person;
        open = { key, person: { clip: '', gram: '', tube: '' } };
      }
      open.person[platform] = id;
    }
    page = after.all((page.at(-1) as (typeof page)[number]).number);
  }
  if (open) yield open.person;
}

function examplePerson(people: Iterable<Person>): Person {
  let first: Person | undefined;
  for (const person of people) {
    if (person.clip && person.gram && person.tube) return person;
    if (person.clip) first ??= person;
  }
  return first ?? { clip: '', gram: '', tube: '' };
}

function readWorldInfo(db: Database.Database, meta: ReadonlyMap<string, string>): WorldInfo {
  let counts: WorldInfo['counts'] | undefined;
  return {
    seed: Number(meta.get('seed')),
    size: Number(meta.get('size')),
    epochAt: Number(meta.get('epochAt')),
    hash: meta.get('hash') ?? '',
    // a getter, because they are read late or never
    get counts() {
      counts ??= countsOf(db);
      return counts;
    },
  };
}

function countsOf(db: Database.Database): WorldInfo['counts'] {
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() as number;
  return {
    people: count(`SELECT count(DISTINCT person) + sum(person IS NULL) FROM accounts`),
    clip: count(`SELECT count(*) FROM accounts WHERE platform = 'clip'`),
    gram: count(`SELECT count(*) FROM accounts WHERE platform = 'gram'`),
    tube: count(`SELECT count(*) FROM accounts WHERE platform = 'tube'`),
    contents: count(`SELECT (SELECT count(*) FROM clip_contents) + (SELECT count(*) FROM gram_contents)
        + (SELECT count(*) FROM tube_contents)`),
    brands: count('SELECT count(*) FROM brands'),
  };
}
