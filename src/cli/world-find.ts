import { openWorldOf } from '../app/sandbox/sandbox.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import type { Settings } from '../core/settings.ts';
import { tableLines } from '../core/table.ts';
import { readCreatorTerms } from '../creators/search/creator-terms.ts';
import { type FoundCreator, findCreators } from '../creators/search/find-creators.ts';
import { createWords } from '../service/vocabulary/words.ts';
import { addressOf } from './address.ts';
import { parseFilters } from './arguments.ts';
import { interruptible } from './interruptible.ts';
import { exitCode, type Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';

/** Prints creators of the world of the settings, and a `curl` line that asks a running sandbox for the first. */
export async function findInWorld(
  words: readonly string[],
  { json }: { json?: true },
  flags: Flags,
  io: Io,
): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const found = await interruptible(io, async (options) => {
    const terms = readCreatorTerms(Object.fromEntries(parseFilters(words)));
    const world = await openWorldOf(settings, options);
    return findCreators(world, terms).finally(() => world.close());
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  });
  io.stdout.write(json ? indentedJson(found) : creatorTable(found, settings));
  return exitCode.ok;
}

function creatorTable(found: readonly FoundCreator[], settings: Settings): string {
  const [first] = found;
  if (!first) return 'No creator of this world meets all terms.\n';
  const rows = [
    ['platform', 'handle', 'followers', 'country', 'niches', 'odd'],
    ...found.map(({ platform, id, handle, followers, country, niches, odd = [] }) => [
      platform,
      platform === 'tube' ? `${id} @${handle}` : handle,
      String(followers),
      country,
      niches.join(' '),
      odd.join(' '),
    ]),
  ];
  return `${[...tableLines(rows), '', curl(first, settings)].join('\n')}\n`;
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
