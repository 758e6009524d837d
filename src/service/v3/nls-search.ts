import { dayMs } from '../../core/durations.ts';
import { problemList } from '../../core/errors.ts';
import { parseFilters } from '../../core/filters.ts';
import { createLruCache } from '../../core/lru-cache.ts';
import { parseSearch, type Search } from '../../core/search-body.ts';
import type { Lexicon } from '../../creators/language/lexicon.ts';
import { type Query, readDescription } from '../../creators/language/read.ts';
import { creatorSearchNames } from '../../creators/search/creators.ts';

/**
 * The search of a derived query. It may have no filters, but exclusions.
 * @throws if `/{platform}/search` would refuse a filter of it
 */
export function searchOf({ platform, body: { without = [], ...body } }: Query): Search {
  const names = creatorSearchNames[platform];
  const { problems, report } = problemList();
  const excluded = without.map((filters) => parseFilters(names, filters, 1, report));
  const parsed = parseSearch(names, body, 0);
  const all = 'problems' in parsed ? [...parsed.problems, ...problems] : problems;
  if (all.length > 0) throw new Error(`a derived query is wrong: ${JSON.stringify(all)}`);
  return { ...(parsed as { search: Search }).search, without: excluded };
}

/** The bytes of descriptions that are cached, each with its query. */
const maxQueryBytes = 2 ** 19;

/**
 * Reads descriptions as `readDescription` does. Clients send the same ones again: from the third time on, one is not read
 * again, unless what it means depends on the time.
 */
export function queryReader(lexicon: Lexicon): (description: string, now: number) => Query {
  const known = createLruCache<string, { query: Query; isTimeless?: boolean }>(maxQueryBytes);
  return (description, now) => {
    const before = known.get(description);
    if (before?.isTimeless) return before.query;
    const query = readDescription(description, lexicon, now);
    if (!before) known.set(description, { query }, 2_000 + 4 * description.length);
    // in other months and another year too
    else
      before.isTimeless ??= [40, 400].every(
        (days) =>
          JSON.stringify(readDescription(description, lexicon, now + days * dayMs)) ===
          JSON.stringify(before.query),
      );
    return query;
  };
}
