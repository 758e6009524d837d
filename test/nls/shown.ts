import { dayMs } from '../../src/core/durations.ts';
import type { Condition } from '../../src/nls/passage.ts';
import type { Query } from '../../src/nls/read.ts';

/** A query in the notation of `descriptions.ts`. */
export const shown = ({ platform, body: { filters, sortBy, desc } }: Query, now: number) => ({
  platform,
  filters: filters.map((filter) => shownFilter(filter, now)).join('; '),
  ...(sortBy !== undefined && { order: `${sortBy} ${desc ? 'desc' : 'asc'}` }),
});

const shownFilter = ({ filterName, op, value }: Condition, now: number): string =>
  `${filterName} ${op} ${filterName === 'lastPublishTime' ? `${((value as number) - now) / dayMs}d` : [value].flat().join(',')}`;
