import type { NumberFilter } from '../../core/filters.ts';
import type { Column } from './column.ts';
import { numberCondition } from './number-column.ts';
import type { PartSource } from './parts.ts';
import { keyAt, type Sorted } from './sorted.ts';

/** A column of numbers that compares rows by their rank: the part of all other rows that are below a row. */
export function openRanks(parts: PartSource): Column {
  let ranks: Float64Array | undefined;
  const order = (): Sorted['order'] => parts.numbers('order') as Sorted['order'];
  const read = (): Float64Array => {
    ranks ??= ranksOf({ order: order(), keys: parts.numbers('numbers') });
    return ranks;
  };
  const sorted = (): Sorted => ({ order: order(), keys: read() });
  return {
    *condition(filter) {
      const keys = read();
      yield;
      return numberCondition(keys, sorted(), filter as NumberFilter);
    },
    sorted,
  };
}

/** Equal numbers have equal ranks. A row alone is the top. */
function ranksOf(sorted: Sorted): Float64Array {
  const { order } = sorted;
  const ranks = new Float64Array(order.length);
  const others = order.length - 1;
  let below = 0;
  for (let at = 0; at < order.length; at++) {
    if (at > 0 && keyAt(sorted, at) !== keyAt(sorted, at - 1)) below = at;
    ranks[order[at] as number] = others === 0 ? 1 : below / others;
  }
  return ranks;
}
