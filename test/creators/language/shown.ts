import { dayMs } from '../../../src/core/durations.ts';
import type { Query } from '../../../src/creators/language/read.ts';
import type { QueryCondition } from '../../../src/creators/language/readings.ts';
import { maxResults } from '../../../src/creators/language/rules/count.ts';
import type { Described } from './descriptions.ts';

/** A query in the notation of `descriptions.ts`. */
export const shown = (
  { platform, understood, refused, body }: Query,
  now: number,
): Omit<Described, 'text'> => {
  if (refused.length > 0) return { platform, filters: '', refused: true as const };
  const { filters, without = [], sortBy, desc, pageSize } = body;
  return {
    platform,
    filters: inOrder(
      [
        ...filters.map((filter) => shownFilter(filter, now)),
        ...without.map((together) => `not ${together.map((filter) => shownFilter(filter, now)).join(' & ')}`),
      ].join('; '),
    ),
    ...(sortBy !== undefined && { order: `${sortBy} ${desc ? 'desc' : 'asc'}` }),
    ...(pageSize !== maxResults && { count: pageSize }),
    ...(!understood && { broad: true as const }),
  };
};

/** The order of filters means nothing. */
export const inOrder = (filters: string): string => filters.split('; ').toSorted().join('; ');

const shownFilter = ({ filterName, op, value }: QueryCondition, now: number): string =>
  `${filterName} ${op} ${filterName === 'lastPublishTime' ? `${((value as number) - now) / dayMs}d` : [value].flat().join(',')}`;
