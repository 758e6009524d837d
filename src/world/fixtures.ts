import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Database } from 'better-sqlite3';
import { UsageError } from '../core/errors.ts';
import { reservedBeginning } from '../core/reserved-names.ts';
import { round4, sum } from '../core/statistics.ts';
import { brandOf, channelIdOf, clipAccount, gramAccount, tubeAccount } from './fixture-defaults.ts';
import { rankerFor } from './fixture-ranks.ts';
import { ageMs, BrandFile, type BrandGiven, CreatorFile } from './fixture-shape.ts';
import { dayMs } from './older.ts';
import { type Account, type Brand, epochAt, type Platform } from './truth.ts';
import { openWorld, type World } from './world.ts';
import { writerFor } from './writer.ts';

/**
 * Hand-written creators and brands: `<folder>/creators/*.json`, one person each, and `<folder>/brands/*.json`,
 * any number of brands each.
 * Those of the package are part of every world; a user's are merged over an opened one.
 */

export interface Fixtures {
  people: FixturePerson[];
  brands: FixtureBrand[];
}

export interface FixturePerson {
  file: string;
  given: CreatorFile;
  /** Completed as if the world did not have them. */
  accounts: Account[];
}

export interface FixtureBrand {
  file: string;
  given: BrandGiven;
  brand: Brand;
}

/** @throws UsageError that names the file, the path inside it and the reason */
export function readFixtures(folder: string): Fixtures {
  const creators = jsonFiles(join(folder, 'creators'));
  const brandFiles = jsonFiles(join(folder, 'brands'));
  if (!creators && !brandFiles)
    throw new UsageError(`${folder}: there is neither a folder creators nor a folder brands in it`);
  const fixtures = {
    people: (creators ?? []).map(readPerson),
    brands: (brandFiles ?? []).flatMap(readBrands),
  };
  refuseDuplicates(fixtures);
  return fixtures;
}

/**
 * Puts fixtures into a writable world. An account or a brand that is there already keeps what the fixture
 * does not give; all others are added.
 * @throws UsageError when a content names a brand that neither the fixtures nor the world have
 */
export function mergeFixtures(db: Database, { people, brands }: Fixtures): void {
  const world = openWorld(db);
  const write = writerFor(db);
  const ranksOf = rankerFor(world);
  const personOf = db
    .prepare<[string, string], number | null>('SELECT person FROM accounts WHERE platform = ? AND id = ?')
    .pluck();
  let nextPerson =
    db.prepare<[], number>('SELECT coalesce(max(person), -1) + 1 FROM accounts').pluck().get() ?? 0;
  db.transaction(() => {
    for (const { brand, given } of brands)
      write.brand(brandOf(brand.key, given, world.brandByKey(brand.key)));
    for (const { file, given } of people) {
      const accounts = completed(given, world);
      checkPerson(file, accounts, given);
      checkBrands(file, accounts, (key) => world.brandByKey(key) !== undefined);
      const known = accounts
        .map((account) => personOf.get(account.platform, idOf(account)))
        .find((person) => person !== undefined && person !== null);
      const person = known ?? nextPerson++;
      for (const account of accounts) {
        write.removeAccount(account.platform, idOf(account));
        const ranked = Object.keys(account.ranks).length > 0;
        write.truth(ranked ? account : { ...account, ranks: ranksOf(account) }, person);
      }
    }
  })();
}

/** Every brand that a content names must exist. */
export function checkBrands(
  file: string,
  accounts: readonly Account[],
  exists: (key: string) => boolean,
): void {
  for (const account of accounts)
    for (const [index, content] of account.contents.entries())
      for (const key of 'brands' in content ? content.brands : [])
        if (!exists(key))
          throw new UsageError(
            `${file}: ${account.platform}.contents[${index}].brands: there is no brand ${key}`,
          );
}

function readPerson(file: string): FixturePerson {
  const given = validated<CreatorFile>(file, CreatorFile);
  const accounts = completed(given);
  checkPerson(file, accounts, given);
  return { file, given, accounts };
}

function readBrands(file: string): FixtureBrand[] {
  return Object.entries(validated<BrandFile>(file, BrandFile)).map(([key, given]) => {
    refuseReserved(file, key, key);
    refuseReserved(file, `${key}.brandId`, given.brandId ?? '');
    return { file, given, brand: brandOf(key, given) };
  });
}

/** The accounts of one person, each over the one that the world has under its id; they know each other. */
function completed({ clip, gram, tube }: CreatorFile, world?: World): Account[] {
  const channelId =
    tube && (tube.channelId ?? world?.tubeByHandle(tube.handle)?.channelId ?? channelIdOf(tube.handle));
  const linked = {
    ...(clip && { clip: clip.handle }),
    ...(gram && { gram: gram.handle }),
    ...(channelId !== undefined && { tube: channelId }),
  };
  const accounts: Account[] = [];
  if (clip) accounts.push(clipAccount(clip, world?.clip(clip.handle)));
  if (gram) accounts.push(gramAccount(gram, world?.gram(gram.handle)));
  if (tube && channelId !== undefined)
    accounts.push(tubeAccount({ ...tube, channelId }, world?.tube(channelId)));
  const links = { clip: clip?.linked, gram: gram?.linked, tube: tube?.linked };
  return accounts.map((account) => ({
    ...account,
    linked: { ...account.linked, ...linked, ...links[account.platform] },
  }));
}

/** What a schema cannot say. */
function checkPerson(file: string, accounts: readonly Account[], given: CreatorFile): void {
  for (const account of accounts) checkAccount(file, account, given[account.platform] ?? {});
}

function checkAccount(
  file: string,
  account: Account,
  given: { followers?: number; followerWeeks?: unknown; contents?: { publishedAt?: string }[] },
): void {
  const at = account.platform;
  refuseReserved(file, `${at}.handle`, account.handle);
  if (account.platform === 'tube') refuseReserved(file, `${at}.channelId`, account.channelId);
  if (given.followers !== undefined && given.followerWeeks !== undefined)
    refuse(file, `${at}.followers`, 'give either followers or followerWeeks');
  for (const [index, content] of (given.contents ?? []).entries())
    if (content.publishedAt !== undefined && !(ageMs(content.publishedAt) > 0))
      refuse(file, `${at}.contents[${index}].publishedAt`, 'a content is older than today, 00:00 UTC');

  const ids = new Set<string>();
  for (const content of account.contents) {
    refuseReserved(file, `${at}.contents`, content.id);
    if (ids.has(content.id)) refuse(file, `${at}.contents`, `two contents have the id ${content.id}`);
    ids.add(content.id);
    if (content.publishedAt < account.createdAt)
      refuse(file, `${at}.createdAt`, `the content ${content.id} is older than the account`);
  }
  for (const [index, { kind }] of account.older.entries())
    if (!kinds[account.platform].includes(kind))
      refuse(file, `${at}.older[${index}].kind`, `must be one of ${kinds[account.platform].join(', ')}`);
  if (account.older.length > 0 && account.contents.length < leastListed)
    refuse(file, `${at}.older`, `an account with older contents lists at least ${leastListed}`);
  if (account.createdAt >= epochAt)
    refuse(file, `${at}.createdAt`, 'an account is older than today, 00:00 UTC');
  if (account.followerWeeks.length > Math.floor((epochAt - account.createdAt) / (7 * dayMs)) + 1)
    refuse(file, `${at}.followerWeeks`, 'there are more weeks than the account is old');
  if (account.audience) checkAudience(file, `${at}.audience`, account.audience);
}

function checkAudience(
  file: string,
  at: string,
  { locations, maleRatio, ages }: NonNullable<Account['audience']>,
): void {
  const parts = [maleRatio, ...ages, ...locations.map(({ share }) => share)];
  if (parts.some((part) => round4(part) !== part))
    refuse(file, at, 'ratios and shares have at most 4 decimals');
  if (round4(sum(ages)) !== 1) refuse(file, `${at}.ages`, 'the seven shares must sum to 1');
  if (round4(sum(locations.map(({ share }) => share))) > 1)
    refuse(file, `${at}.locations`, 'the shares sum to more than 1');
  if (locations.some(({ share }, index) => share > (locations[index - 1]?.share ?? 1)))
    refuse(file, `${at}.locations`, 'the largest share comes first');
}

const kinds: Record<Platform, readonly string[]> = {
  clip: ['video'],
  gram: ['image', 'reel'],
  tube: ['video', 'short'],
};

/** Averages over the latest 24, and whatever is younger than 4 days, must lie among the listed contents. */
const leastListed = 28;

function refuseReserved(file: string, at: string, id: string): void {
  const prefix = reservedBeginning(id);
  if (prefix !== undefined) refuse(file, at, `${id}: names that begin with ${prefix} are reserved`);
}

function refuseDuplicates({ people, brands }: Fixtures): void {
  const seen = new Map<string, string>();
  const once = (file: string, what: string): void => {
    const other = seen.get(what);
    if (other !== undefined) refuse(file, '', `${what} is in ${other} too`);
    seen.set(what, file);
  };
  for (const { file, accounts } of people)
    for (const account of accounts) {
      once(file, `the ${account.platform} account ${idOf(account)}`);
      if (account.platform === 'tube') once(file, `the tube handle ${account.handle.toLowerCase()}`);
      for (const { id } of account.contents) once(file, `the ${account.platform} content ${id}`);
    }
  for (const { file, brand } of brands) {
    once(file, `the brand ${brand.key}`);
    if (brand.brandId !== '') once(file, `the brand id ${brand.brandId}`);
  }
}

const idOf = (account: Account): string => (account.platform === 'tube' ? account.channelId : account.handle);

function refuse(file: string, at: string, reason: string): never {
  throw new UsageError(at === '' ? `${file}: ${reason}` : `${file}: ${at}: ${reason}`);
}

/** In the order of their names; undefined when there is no such folder. */
function jsonFiles(folder: string): string[] | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** The only place where the JSON of a fixture becomes a value: after its schema said yes. */
function validated<T>(file: string, schema: TSchema): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const validate = validatorOf(schema);
  if (!validate(value)) {
    const { at, reason } = deepest(validate.errors ?? []);
    refuse(file, at, reason);
  }
  return value as T;
}

const ajv = new Ajv({ strict: true, allErrors: true });
const validators = new Map<TSchema, ValidateFunction>();

function validatorOf(schema: TSchema): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

/** Of alternatives that all failed, the one that went deepest says best what is wrong. */
function deepest(errors: readonly ErrorObject[]): { at: string; reason: string } {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const error = errors.reduce((best, one) => (depth(one) > depth(best) ? one : best));
  const at = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const extra = error.params['additionalProperty'];
  if (typeof extra === 'string') return { at, reason: `there is no field ${extra}` };
  const allowed = error.params['allowedValues'];
  if (Array.isArray(allowed)) return { at, reason: `must be one of ${allowed.join(', ')}` };
  return { at, reason: error.message ?? 'is not valid' };
}
