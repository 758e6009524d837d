/** This machine's clock: milliseconds since 1970, to the microsecond. @param at an instant of `performance.now()` */
export const machine = (at = performance.now()): number => performance.timeOrigin + at;

/** An instant as a number that rises: microseconds since 2020, which stay exact. */
export const instantOf = (now: number): number => Math.round((now - Date.UTC(2020, 0, 1)) * 1000);

/** The number of a new thing, from that of the one before it. */
export type NextNumber = (last: number) => number;

/** 1, 2, 3 … */
export const countUp: NextNumber = (last) => last + 1;

/**
 * Numbers by the clock: they rise, and tell when a thing was made, not how many were made before it.
 * @param now as `machine`
 */
export const numbersBy =
  (now: () => number): NextNumber =>
  (last) =>
    Math.max(last + 1, instantOf(now()));

/** Whether a number was made by the clock: no count comes that far, and the clock has passed it in 2020. */
export const isByClock = (number: number): boolean => number >= 1e12;
