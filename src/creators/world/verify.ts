import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ValidateFunction } from 'ajv';
import Database from 'better-sqlite3';
import { pause } from '../../core/loop-share.ts';
import { type Platform, platformsByName } from '../../core/platforms.ts';
import { isReservedName } from '../../core/reserved-names.ts';
import { round4, sum } from '../../core/statistics.ts';
import {
  type Account,
  allNiches,
  Brand,
  ClipAccount,
  type Content,
  GramAccount,
  minListed,
  Niche,
  TubeAccount,
} from './account.ts';
import { worldHash } from './hash.ts';
import { accountId, contentRow } from './rows.ts';
import { openWorld, type World } from './world.ts';

/**
 * Checks a world file completely: the file itself, its hash, every account and brand against its schema,
 * rules beyond the schemas, and every link in both directions.
 * @returns the problems as sentences, at most `maxWorldProblems` and a count of the rest; empty for a valid world
 */
export async function verifyWorld(file: string, signal?: AbortSignal): Promise<string[]> {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true });
    return await problemsOfWorld(db, { signal, isStated: true });
  } catch (error) {
    signal?.throwIfAborted();
    return [`${file} cannot be read as a world: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    db?.close();
  }
}

const maxWorldProblems = 50;

export interface WorldCheck {
  readonly signal?: AbortSignal | undefined;
  /** Whether the world states the hash of its content. One that fixtures changed does not. */
  readonly isStated: boolean;
}

/** The same for a world that is open. */
export async function problemsOfWorld(
  db: Database.Database,
  { signal, isStated }: WorldCheck,
): Promise<string[]> {
  const problems: string[] = [];
  let more = 0;
  const report = (problem: string): void => {
    if (problems.length < maxWorldProblems) problems.push(problem);
    else more += 1;
  };

  for (const { integrity_check } of db.pragma('integrity_check') as { integrity_check: string }[])
    if (integrity_check !== 'ok') report(`the file is damaged: ${integrity_check}`);
  if (problems.length > 0) return problems;

  const world = openWorld(db);
  const { info } = world;
  const hash = isStated ? await worldHash(db, signal) : info.hash;
  if (hash !== info.hash)
    report(`the content has the hash ${hash}, but the world states ${info.hash || 'none'}`);

  checkNames(db, world, report);
  const linksOf = linkReader(db);
  for (const platform of platformsByName)
    for (const account of world.accounts(platform as 'clip')) {
      checkAccount(account, info.epochAt, world, linksOf, report);
      await pause(signal);
    }
  return more > 0 ? [...problems, `and ${more} more`] : problems;
}

type ReportProblem = (problem: string) => void;

/** Checks brands and niches, and the indexes that link them to accounts. */
function checkNames(db: Database.Database, world: World, report: ReportProblem): void {
  for (const brand of world.brands()) {
    checkSchema(Brand, brand, `brand ${brand.key}`, report);
    if ([brand.key, brand.brandId].some(isReservedName)) report(`brand ${brand.key}: the name is reserved`);
  }
  for (const { channelCount: _, ...niche } of [
    ...world.niches('clip'),
    ...world.niches('tube'),
    ...world.topics(),
  ])
    checkSchema(Niche, niche, `niche ${niche.id}`, report);
  for (const { question, sql } of dangling)
    for (const found of db.prepare<[], string>(sql).pluck().all()) report(`${found}: ${question}`);
}

const sameBrands = (platform: 'gram' | 'tube'): string => `
  SELECT a.platform || ' ' || a.id
  FROM accounts a JOIN ${platform}_contents c ON c.account = a.number, json_each(c.words, '$[${brandsAt(platform)}]') b
  WHERE a.platform = '${platform}' AND NOT EXISTS
    (SELECT 1 FROM sponsorships s WHERE s.brand = b.value AND s.account = c.account AND s.n = c.n)`;

/** The position of the brands in the `words` of a content. */
const brandsAt = (platform: 'gram' | 'tube'): number => {
  const content = { text: '', hashtags: [], brands: ['here'] } as unknown as Content;
  const words = JSON.parse(contentRow(platform, content)[8]) as unknown[];
  return words.findIndex((value) => Array.isArray(value) && value[0] === 'here');
};

const dangling = [
  {
    question: 'is in the index of sponsors, but there is no such brand',
    sql: 'SELECT DISTINCT brand FROM sponsorships WHERE brand NOT IN (SELECT key FROM brands)',
  },
  {
    question: 'has a sponsored content that is missing in the index of sponsors',
    sql: `${sameBrands('gram')} UNION ${sameBrands('tube')}`,
  },
  {
    question: 'is in the index of sponsors for a content that does not name the sponsor',
    sql: `
      SELECT a.platform || ' ' || a.id FROM accounts a JOIN sponsorships s ON s.account = a.number
      LEFT JOIN gram_contents g ON a.platform = 'gram' AND g.account = s.account AND g.n = s.n
      LEFT JOIN tube_contents t ON a.platform = 'tube' AND t.account = s.account AND t.n = s.n
      WHERE NOT EXISTS (SELECT 1 FROM json_each(g.words, '$[${brandsAt('gram')}]') WHERE value = s.brand)
        AND NOT EXISTS (SELECT 1 FROM json_each(t.words, '$[${brandsAt('tube')}]') WHERE value = s.brand)`,
  },
  {
    question: 'is a niche or topic of accounts, but not in its list',
    sql: `
      SELECT DISTINCT m.list || ' ' || m.id FROM niche_accounts m
      WHERE NOT EXISTS (SELECT 1 FROM niches n WHERE n.list = m.list AND n.id = m.id)`,
  },
  {
    question: 'has a niche of another platform',
    sql: `
      SELECT DISTINCT a.platform || ' ' || a.id FROM accounts a
      JOIN niche_accounts m ON m.account = a.number AND m.list = 'niches'
      JOIN niches n ON n.list = m.list AND n.id = m.id
      WHERE (n.category = '${allNiches}') = (a.platform = 'tube')`,
  },
  {
    question: 'has niches or topics that are missing in their index',
    sql: `
      SELECT a.platform || ' ' || a.id FROM accounts a, json_each(a.truth, '$.niches') v
      WHERE NOT EXISTS (SELECT 1 FROM niche_accounts m WHERE m.list = 'niches' AND m.id = v.value AND m.account = a.number)
      UNION
      SELECT a.platform || ' ' || a.id FROM accounts a, json_each(a.truth, '$.topics') v
      WHERE NOT EXISTS (SELECT 1 FROM niche_accounts m WHERE m.list = 'topics' AND m.id = v.value AND m.account = a.number)`,
  },
  {
    question: 'is in the index of a niche or topic that it does not have',
    sql: `
      SELECT a.platform || ' ' || a.id FROM niche_accounts m JOIN accounts a ON a.number = m.account
      WHERE NOT EXISTS (SELECT 1 FROM json_each(a.truth, '$.' || m.list) v WHERE v.value = m.id)`,
  },
  {
    question: 'is the id of several contents',
    sql: `
      SELECT 'clip content ' || id FROM clip_contents GROUP BY id HAVING count(*) > 1
      UNION ALL SELECT 'gram content ' || id FROM gram_contents GROUP BY id HAVING count(*) > 1`,
  },
];

const schemas: Record<Platform, TSchema> = { clip: ClipAccount, gram: GramAccount, tube: TubeAccount };

/** The linked accounts of an account; undefined if the account does not exist. */
type LinksOf = (platform: Platform, id: string) => Account['linked'] | undefined;

function linkReader(db: Database.Database): LinksOf {
  const links = db
    .prepare<[string, string], string>(
      `SELECT json_extract(truth, '$.linked') FROM accounts WHERE platform = ? AND id = ?`,
    )
    .pluck();
  return (platform, id) => {
    const linked = links.get(platform, id);
    return linked === undefined ? undefined : (JSON.parse(linked) as Account['linked']);
  };
}

function checkAccount(
  account: Account,
  epochAt: number,
  world: World,
  linksOf: LinksOf,
  report: ReportProblem,
): void {
  const { platform, contents, linked, older } = account;
  const id = accountId(account);
  const wrong = (what: string): void => report(`${platform} ${id}: ${what}`);

  checkSchema(schemas[platform], account, `${platform} ${id}`, report);
  if ([id, account.handle].some(isReservedName)) wrong('the name is reserved');
  if (linked[platform] !== id) wrong(`is linked as ${linked[platform] || 'nobody'}`);
  for (const other of platformsByName) {
    if (other === platform || linked[other] === '') continue;
    const back = linksOf(other, linked[other]);
    if (!back) wrong(`is linked to ${other} ${linked[other]}, which does not exist`);
    else if (back[platform] !== id) wrong(`is not linked back by ${other} ${linked[other]}`);
  }
  for (const related of account.related) {
    if (related === id) wrong('is related to itself');
    else if (!linksOf(platform, related)) wrong(`is related to ${related}, which does not exist`);
  }

  let newerAt = epochAt;
  for (const content of contents) {
    if (content.publishedAt >= newerAt && content !== contents[0])
      wrong(`content ${content.id} is out of order`);
    if (content.publishedAt >= epochAt) wrong(`content ${content.id} is younger than today`);
    if (content.publishedAt < account.createdAt) wrong(`content ${content.id} is older than the account`);
    if (isReservedName(content.id)) wrong(`the name of content ${content.id} is reserved`);
    if ('brands' in content)
      for (const key of content.brands)
        if (!world.brandByKey(key))
          wrong(`content ${content.id} names the brand ${key}, which does not exist`);
    newerAt = content.publishedAt;
  }
  if (older.length > 0 && contents.length < minListed)
    wrong(`has earlier contents but lists fewer than ${minListed}`);
  if (account.audience) checkAudience(account.audience, wrong);
}

function checkAudience({ ages, locations }: NonNullable<Account['audience']>, wrong: ReportProblem): void {
  if (round4(sum(ages)) !== 1) wrong('the ages of the audience do not sum to 1');
  const shares = locations.map(({ share }) => share);
  if (round4(sum(shares)) > 1) wrong('the locations of the audience sum to more than 1');
  if (shares.some((share, index) => share > (shares[index - 1] ?? 1)))
    wrong('the locations of the audience do not descend');
}

const worldAjv = new Ajv({ strict: true });
const validators = new Map<TSchema, ValidateFunction>();

function checkSchema(schema: TSchema, value: unknown, name: string, report: ReportProblem): void {
  const validate = validators.get(schema) ?? worldAjv.compile(schema);
  validators.set(schema, validate);
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  report(`${name}: ${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`);
}
