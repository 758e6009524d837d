import type { Platform } from '../../core/platforms.ts';
import { isObject } from '../../core/values.ts';
import type { World } from '../../creators/world/world.ts';
import { note, type RecognisedCall } from './call.ts';
import type { Deps } from './deps.ts';

/**
 * Ids of niches begin with `id_` (observed); the specification shows only `<niche>_All`. A client that filters by
 * `food_All` finds nothing: a note in the journal names the id that it meant.
 * @param filters as they were sent: by `filterName` or `filterKey`
 */
export function noteNicheHints(
  { world, operation }: Pick<Deps, 'world' | 'operation'>,
  call: RecognisedCall,
  filters: readonly unknown[],
): void {
  const { platform } = operation(call.operation);
  if (!platform) return;
  const notes = filters.filter(isObject).flatMap(({ filterName, filterKey, value }) => {
    const name = String(filterName ?? filterKey);
    const list = nicheLists.get(name);
    if (!list) return [];
    return [value].flat().flatMap((text) => {
      const meant = hintedId(world, list, platform, text);
      return meant === undefined ? [] : [`${name}: '${text}' is no id; '${meant}' is`];
    });
  });
  for (const each of notes.slice(0, maxNotes)) note(call, each);
}

const maxNotes = 10;

/** The id with the same slug, preferably of the same category. */
function hintedId(world: World, list: List, platform: Platform, text: unknown): string | undefined {
  const [, slug, category] = typeof text === 'string' ? (withoutPrefix.exec(text) ?? []) : [];
  if (slug === undefined) return undefined;
  const ids = world.nicheIds(list, platform, slug.replaceAll('-', ''));
  return ids.find((id) => id.endsWith(`_${category}`)) ?? ids[0];
}

const withoutPrefix = /^(?!id_)([a-z0-9-]{1,64})_([A-Za-z]{1,64})$/;

type List = 'niches' | 'topics';

/** The list of each filter. */
const nicheLists = new Map<string, List>([
  ['niches', 'niches'],
  ['contentNiches', 'niches'],
  ['nicheIds', 'niches'],
  ['topics', 'topics'],
  ['contentTopics', 'topics'],
  ['topicIds', 'topics'],
]);
