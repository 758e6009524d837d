import { isObject } from '../core/values.ts';
import { type Call, note } from './call.ts';
import type { Deps } from './deps.ts';

/**
 * Ids of niches begin with `id_` (observed); the specification shows only `<niche>_All`. A client that filters by
 * `food_All` finds nothing: a note in the journal names the id that it meant.
 * @param filters as they were sent: by `filterName` or `filterKey`
 */
export function noteMeantNiches({ world, operation }: Deps, call: Call, filters: unknown): void {
  const platform = call.operation && operation(call.operation).platform;
  if (!platform || !Array.isArray(filters)) return;
  for (const filter of filters.filter(isObject)) {
    const { filterName, filterKey, value } = filter;
    const name = String(filterName ?? filterKey);
    const list = lists.get(name);
    if (!list) continue;
    for (const text of [value].flat()) {
      const [, slug, category] = typeof text === 'string' ? (withoutPrefix.exec(text) ?? []) : [];
      if (slug === undefined) continue;
      const ids = world.nicheIds(list, platform, slug.replaceAll('-', ''));
      const meant = ids.find((id) => id.endsWith(`_${category}`)) ?? ids[0];
      if (meant) note(call, `${name}: '${text}' is no id; '${meant}' is`);
    }
  }
}

const withoutPrefix = /^(?!id_)([a-z0-9-]{1,64})_([A-Za-z]{1,64})$/;

/** The list of each filter. */
const lists = new Map<string, 'niches' | 'topics'>([
  ['niches', 'niches'],
  ['contentNiches', 'niches'],
  ['nicheIds', 'niches'],
  ['topics', 'topics'],
  ['contentTopics', 'topics'],
  ['topicIds', 'topics'],
]);
