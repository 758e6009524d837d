import { openWorldOf } from '../app/sandbox/sandbox.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { shellWord } from '../core/plain-text.ts';
import type { Settings } from '../core/settings.ts';
import { shortenedText } from '../core/values.ts';
import { creatorTerms, readCreatorTerms } from '../creators/search/creator-terms.ts';
import { type FoundCreator, findCreators } from '../creators/search/find-creators.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { addressOf } from './address.ts';
import { interruptible } from './building.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, type Output } from './io.ts';
import { settingsOf } from './settings.ts';
import { type Column, lookOf, printTable } from './table.ts';

/** Prints creators of the world of the settings, and a `curl` line that asks a running sandbox for the first. */
export async function findInWorld(words: readonly string[], flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const found = await interruptible(io, async (options) => {
    const terms = readCreatorTerms(Object.fromEntries(parseFilters(withoutDashes(words))));
    const world = await openWorldOf(settings, options);
    return findCreators(world, terms).finally(() => world.close());
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  });
  io.stdout.write(flags['json'] ? indentedJson(found) : creatorTable(found, settings, io.stdout));
  return exitCode.ok;
}

/** Filters written as `name=value`. */
const parseFilters = (words: readonly string[]): [name: string, value: string][] =>
  words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1)
      throw new UsageError(`${word} is neither a command nor a filter. Write filters as name=value.`);
    return [word.slice(0, at), word.slice(at + 1)];
  });

/** A filter that is written as a flag is no flag. @throws UsageError with the right line */
function withoutDashes(words: readonly string[]): readonly string[] {
  const flag = words.find((word) => word.startsWith('-'));
  if (flag === undefined) return words;
  const [, name = '', joined] = /^-+([^=]*)(?:=(.*))?$/.exec(flag) ?? [];
  const value = joined ?? words[words.indexOf(flag) + 1] ?? '…';
  if (!(name in creatorTerms)) throw new UsageError(`There is no option '--${shortenedText(name)}'.`);
  throw new UsageError(
    `--${name} is a filter, which has no dashes: creator-sandbox world find ${shellWord(`${name}=${value}`)}`,
  );
}

const creatorColumns: readonly Column<FoundCreator>[] = [
  { head: 'platform', text: ({ platform }) => platform },
  { head: 'handle', text: ({ platform, id, handle }) => (platform === 'tube' ? `${id} @${handle}` : handle) },
  { head: 'followers', text: ({ followers }) => String(followers), isFigure: true },
  { head: 'country', text: ({ country }) => country },
  { head: 'niches', text: ({ niches }) => niches.join(' '), goes: 1 },
  { head: 'edge', text: ({ edge = [] }) => edge.join(' '), goes: 2 },
];

function creatorTable(found: readonly FoundCreator[], settings: Settings, output: Output): string {
  const none = 'No creator of this world meets all terms.';
  const lines = printTable(creatorColumns, found, { ...lookOf(output), none });
  const [first] = found;
  return `${[...lines, ...(first ? ['', curl(first, settings)] : [])].join('\n')}\n`;
}

/** Its profile, by the method that the settings serve. */
function curl({ platform, id }: FoundCreator, settings: Settings): string {
  const [path = ''] = createWords(settings).pathsOf(`${platform}/profile`);
  const url = `${addressOf(settings, settings.port)}${path}`;
  const name = platform === 'tube' ? 'channelId' : 'uniqueId';
  return settings.lookups === 'post'
    ? `curl -s -H 'api-key: demo-full' -H 'content-type: application/json' -d '${JSON.stringify({ [name]: id })}' '${url}'`
    : `curl -s -H 'api-key: demo-full' '${url}?${name}=${id}'`;
}
