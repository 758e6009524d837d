import { dayMs } from '../../core/durations.ts';
import type { Filter, NumberFilter } from '../../core/filters.ts';
import type { World } from '../world/world.ts';

/**
 * How a filter compares an instant (observed). For contents the number is an age in days: `< 7` means newer
 * than seven days. For creators it is an instant, Unix milliseconds.
 */
export type InstantMeaning = 'age' | 'moment';

/** The instant of a search. Replies show the instants of the world, moved by `shiftMs`. */
export interface Moment {
  now: number;
  shiftMs: number;
}

export const momentAt = (world: Pick<World, 'shiftMs'>, now: number): Moment => ({
  now,
  shiftMs: world.shiftMs(now),
});

/** Translates a condition to the instants that the world stores. */
export function onStored(
  filter: Filter,
  time: InstantMeaning | undefined,
  moment: Moment,
): NumberFilter[] | [Filter] {
  return time === undefined ? [filter] : storedConditions[time](filter as NumberFilter, moment);
}

const storedConditions: Record<InstantMeaning, (filter: NumberFilter, moment: Moment) => NumberFilter[]> = {
  age(filter, { now, shiftMs }) {
    const bornAt = (days: number): number => now - shiftMs - days * dayMs;
    const { op, value } = filter;
    if (op === '>') return [{ ...filter, op: '<', value: bornAt(value) }];
    if (op === '<') return [{ ...filter, op: '>', value: bornAt(value) }];
    // this many whole days old (assumed: publish-age-equal)
    return [
      { ...filter, op: '>', value: bornAt(value + 1) },
      { ...filter, op: '<', value: Math.floor(bornAt(value)) + 1 },
    ];
  },
  /** 0 means that there is no such instant, in the world and in replies. */
  moment(filter, { shiftMs }) {
    const { op, value } = filter;
    const stored = value - shiftMs;
    if (op === '>') return [{ ...filter, value: value < 0 ? value : Math.max(stored, 0) }];
    if (op === '<') return [{ ...filter, value: value <= 0 ? value : Math.max(stored, 1) }];
    if (value === 0) return [filter];
    return stored === 0 ? [{ ...filter, value: -1 }] : [{ ...filter, value: stored }];
  },
};
