import { dayMs } from '../../../src/core/durations.ts';
import type { QueryCondition } from '../../../src/creators/language/items.ts';
import { maxResults, type Query } from '../../../src/creators/language/read.ts';

/**
 * A query in one line: the platform; its filters, instants as days before now, `not` before exclusions; the order; the
 * number of creators if it is not 20. Or why nothing is searched.
 */
export function shown({ platform, advice, body }: Query, now: number): string {
  if (advice)
    return advice.because === 'notUnderstood' ? `not understood: ${advice.parts.join('; ')}` : advice.because;
  const { filters, without = [], sortBy, desc, pageSize } = body;
  const conditions = [
    ...filters.map((filter) => shownFilter(filter, now)),
    ...without.map((together) => `not ${together.map((filter) => shownFilter(filter, now)).join(' & ')}`),
  ];
  return [
    platform,
    // the order of filters means nothing
    conditions.toSorted().join('; '),
    ...(sortBy === undefined ? [] : [`by ${sortBy} ${desc ? 'desc' : 'asc'}`]),
    ...(pageSize === maxResults ? [] : [`${pageSize} creators`]),
  ].join(' | ');
}

const shownFilter = ({ filterName, op, value }: QueryCondition, now: number): string =>
  `${filterName} ${op} ${filterName === 'lastPublishTime' ? `${((value as number) - now) / dayMs}d` : [value].flat().join(',')}`;
