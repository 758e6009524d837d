import type { RowCondition } from './column.ts';

/** Holds for the rows that do not meet all of the conditions. */
export const unless = (conditions: readonly RowCondition[]): RowCondition => ({
  keep(rows, count) {
    const met = rows.slice(0, count);
    const metCount = conditions.reduce((left, condition) => condition.keep(met, left), count);
    let matched = 0;
    for (let at = 0, next = 0; at < count; at++) {
      const row = rows[at] as number;
      if (next < metCount && met[next] === row) next++;
      else rows[matched++] = row;
    }
    return matched;
  },
  cost: 'exclusion',
});
