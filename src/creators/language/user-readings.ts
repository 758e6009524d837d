import { type FieldProblem, UsageError } from '../../core/errors.ts';
import { withoutAt } from '../../core/handles.ts';
import { nearestHint } from '../../core/nearest.ts';
import { type Platform, platforms, publishedPlatforms } from '../../core/platforms.ts';
import { parseSearch } from '../../core/search-body.ts';
import { isObject } from '../../core/values.ts';
import { creatorSearchNames } from '../search/creators.ts';
import type { World } from '../world/world.ts';
import type { Query } from './read.ts';
import { maxResults } from './read.ts';
import { safePattern } from './safe-pattern.ts';

/** The meaning of a description, as the user says it. */
export interface UserReading {
  /** Its place in the list, from 1. */
  readonly number: number;
  /** It belongs to the key, not to everybody. */
  readonly isOwn?: true;
  readonly matches: (description: string) => boolean;
  /** A search, creators by their ids, or advice; without one of them only the price is the user's. */
  readonly answer?:
    | { readonly search: Pick<Query, 'platform' | 'body'> }
    | { readonly platform: Platform; readonly ids: readonly string[] }
    | { readonly message: string; readonly suggestion: readonly string[] };
  /** They decide the price. */
  readonly tokens?: number;
}

/** The readings of a sandbox: those of everybody, and those of single keys, named by their ids. */
export interface UserReadings {
  /** As they were given. */
  list(keyId?: string): readonly unknown[];
  /**
   * Finds the meaning of a description: the first reading that matches, those of the key before all others. Where it has only
   * tokens, the first with an answer answers.
   */
  find(description: string, keyId: string): UserReading | undefined;
  /** @returns one sentence for each flaw; with one, nothing changes */
  replace(given: unknown, keyId?: string): string[];
  /** Reads one more, and changes nothing. @returns it, or one sentence for each flaw */
  check(given: { description: string }): { reading: UserReading } | { flaws: string[] };
  /**
   * Adds what passed the check to those of everybody, at the end, and to the file. One whose description has a meaning
   * already changes nothing, and neither does one too many.
   */
  keep(given: { description: string }): void;
  /** Removes those of these keys. */
  forget(keyIds: readonly string[]): void;
  /** Back to those of the files. */
  restart(): void;
}

/** A file that a user named. */
export interface ReadingsFile {
  readonly content: unknown;
  readonly name: string;
  /** Adds a reading to the file as it is now. */
  readonly add?: (given: { description: string }) => void;
}

interface ReadingList {
  readonly given: readonly unknown[];
  readonly readings: readonly UserReading[];
}

const everybody = '';

/** @throws UsageError one sentence for each flaw of a file */
export function openReadings(
  world: Pick<World, 'has' | 'tubeByHandle'>,
  files: readonly ReadingsFile[] = [],
): UserReadings {
  const lists = new Map<string, ReadingList>();
  const listOf = (keyId: string): ReadingList => lists.get(keyId) ?? { given: [], readings: [] };
  /** The readings that were added to a file. */
  let added: readonly unknown[] = [];

  const replace = (content: unknown, keyId = everybody): string[] => {
    const checked = checkReadings(content, world);
    if ('flaws' in checked) return checked.flaws;
    lists.delete(keyId);
    if (checked.readings.length > 0) lists.set(keyId, checked);
    return [];
  };
  const restart = (): void => {
    lists.clear();
    for (const { content, name } of files) refuse(name, replace(content));
    const together = [...files.flatMap(({ content }) => content as unknown[]), ...added];
    refuse(files.map(({ name }) => name).join(', '), replace(together));
  };
  const check: UserReadings['check'] = (each) => {
    const checked = checkReadings([each], world);
    if ('flaws' in checked) return checked;
    const [reading] = checked.readings as [UserReading];
    return { reading: { ...reading, number: listOf(everybody).given.length + 1 } };
  };
  const find: UserReadings['find'] = (description, keyId) => {
    let priced: UserReading | undefined;
    const own = lists.get(keyId);
    for (const list of own ? [own, listOf(everybody)] : [listOf(everybody)])
      for (const reading of list.readings) {
        if (!reading.matches(description)) continue;
        const { tokens = reading.tokens } = priced ?? {};
        const found = { ...reading, ...(list === own && { isOwn: true as const }) };
        if (reading.answer) return { ...found, ...(tokens !== undefined && { tokens }) };
        priced ??= found;
      }
    return priced;
  };

  restart();
  return {
    list: (keyId = everybody) => listOf(keyId).given,
    find,
    replace,
    check,
    keep(each) {
      const { given, readings } = listOf(everybody);
      const checked = check(each);
      if ('flaws' in checked || given.length >= maxReadings || find(each.description, everybody)?.answer)
        return;
      lists.set(everybody, { given: [...given, each], readings: [...readings, checked.reading] });
      const file = files.find(({ add }) => add);
      if (file) added = [...added, each];
      file?.add?.(each);
    },
    forget(keyIds) {
      for (const keyId of keyIds) lists.delete(keyId);
    },
    restart,
  };
}

function refuse(name: string, flaws: readonly string[]): void {
  if (flaws.length > 0) throw new UsageError(`${name}: ${flaws.slice(0, 20).join(' ')}`);
}

export const maxReadings = 1_000;
const members = 'description platform filters sortBy desc pageSize creators message suggestion tokens'.split(
  ' ',
);

function checkReadings(
  content: unknown,
  world: Pick<World, 'has' | 'tubeByHandle'>,
): ReadingList | { flaws: string[] } {
  if (!Array.isArray(content)) return { flaws: ['Readings are a JSON list.'] };
  if (content.length > maxReadings) return { flaws: [`There are more than ${maxReadings} readings.`] };
  const flaws: string[] = [];
  const readings = content.map((each: unknown, at): UserReading => {
    const report = (what: string): void => void flaws.push(`Reading ${at + 1} ${what}.`);
    if (!isObject(each)) {
      report('is no object');
      return { number: at + 1, matches: () => false };
    }
    for (const name of Object.keys(each))
      if (!members.includes(name)) report(`has an unknown member '${name}'${nearestHint(name, members)}`);
    const { tokens } = each;
    if (
      tokens !== undefined &&
      !(Number.isSafeInteger(tokens) && (tokens as number) >= 0 && (tokens as number) <= 1e6)
    )
      report('takes for tokens a whole number up to 1,000,000');
    const answer = answerOf(each, world, report);
    return {
      number: at + 1,
      matches: matcherOf(each['description'], report),
      ...(answer && { answer }),
      ...(typeof tokens === 'number' && { tokens }),
    };
  });
  return flaws.length > 0 ? { flaws } : { given: content, readings };
}

type Report = (what: string) => void;

const isText = (value: unknown, most = 1_000): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most;

/** The exact text, `contains` a part of it in any case, or a `pattern`. */
function matcherOf(wanted: unknown, report: Report): UserReading['matches'] {
  if (isText(wanted)) return (description) => description === wanted;
  const given = isObject(wanted) && Object.keys(wanted).length === 1 ? wanted : {};
  const { contains, pattern } = given;
  if (isText(contains)) {
    const part = contains.toLowerCase();
    return (description) => description.toLowerCase().includes(part);
  }
  if (isText(pattern)) {
    const safe = safePattern(pattern);
    if (typeof safe !== 'string') return (description) => safe.test(description);
    report(`has a pattern that ${safe}`);
  } else report('takes for description a text of 1 to 1,000 characters, {contains} or {pattern}');
  return () => false;
}

function answerOf(
  given: Record<string, unknown>,
  world: Pick<World, 'has' | 'tubeByHandle'>,
  report: Report,
): UserReading['answer'] {
  const { message, suggestion = [], creators } = given;
  const searches = ['filters', 'sortBy', 'desc', 'pageSize'].filter((name) => name in given);
  const kinds = [message !== undefined || 'suggestion' in given, creators !== undefined, searches.length > 0];
  if (kinds.filter(Boolean).length > 1) report('gives more than one of a search, creators and a message');
  if (kinds[0]) {
    if (
      !isText(message) ||
      !Array.isArray(suggestion) ||
      suggestion.length > 20 ||
      !suggestion.every((each) => isText(each))
    )
      report('takes for message a text, and for suggestion a list of texts');
    return { message: message as string, suggestion: suggestion as string[] };
  }
  const platform = platformOf(given['platform']);
  if (!platform) {
    if (kinds[1] || kinds[2] || 'platform' in given)
      report(`takes for platform one of ${platforms.join(', ')}`);
    else if (given['tokens'] === undefined) report('gives neither a search, creators, a message nor tokens');
    return undefined;
  }
  if (kinds[1]) return { platform, ids: idsOf(platform, creators, world, report) };
  const body = {
    filters: [],
    pageSize: maxResults,
    offset: 0,
    ...Object.fromEntries(
      ['filters', 'sortBy', 'desc', 'pageSize'].flatMap((name) =>
        name in given ? [[name, given[name]]] : [],
      ),
    ),
  };
  const parsed = parseSearch(creatorSearchNames[platform], body, 0);
  const problems: readonly FieldProblem[] = 'problems' in parsed ? parsed.problems : [];
  for (const { field, message: what } of problems) report(`is wrong at ${field}: ${what.replace(/\.$/, '')}`);
  if (typeof given['pageSize'] === 'number' && given['pageSize'] > maxResults)
    report(`takes for pageSize at most ${maxResults}`);
  return { search: { platform, body: body as Query['body'] } };
}

/** In either vocabulary. */
const platformOf = (name: unknown): Platform | undefined =>
  platforms.find((platform) => name === platform || name === publishedPlatforms[platform]);

/** Handles, with or without `@`; on tube also channel ids. */
function idsOf(
  platform: Platform,
  given: unknown,
  world: Pick<World, 'has' | 'tubeByHandle'>,
  report: Report,
): string[] {
  if (!Array.isArray(given) || given.length > maxResults) {
    report(`takes for creators a list of at most ${maxResults} handles`);
    return [];
  }
  return given.map((handle: unknown) => {
    const plain = isText(handle, 100) ? withoutAt(handle) : '';
    const id = world.has(platform, plain)
      ? plain
      : platform === 'tube'
        ? (world.tubeByHandle(`@${plain}`)?.channelId ?? world.tubeByHandle(plain)?.channelId)
        : undefined;
    if (id === undefined) report(`names a creator that ${platform} does not have: ${JSON.stringify(handle)}`);
    return id ?? '';
  });
}
