import { problemList } from '../../core/errors.ts';
import { parseFilters } from '../../core/filters.ts';
import { parseSearch, type Search } from '../../core/search-body.ts';
import type { Query } from '../../creators/language/read.ts';
import { creatorSearchNames } from '../../creators/search/creators.ts';

/**
 * The search of a derived query. It may have no filters, but exclusions.
 * @throws if `/{platform}/search` would refuse a filter of it
 */
export function searchOf({
  platform,
  body: { without = [], ...body },
}: Pick<Query, 'platform' | 'body'>): Search {
  const names = creatorSearchNames[platform];
  const { problems, report } = problemList();
  const excluded = without.map((filters) => parseFilters(names, filters, 1, report));
  const parsed = parseSearch(names, body, 0);
  const all = 'problems' in parsed ? [...parsed.problems, ...problems] : problems;
  if (all.length > 0) throw new Error(`a derived query is wrong: ${JSON.stringify(all)}`);
  return { ...(parsed as { search: Search }).search, without: excluded };
}
