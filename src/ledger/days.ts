import { dayMs } from '../core/durations.ts';

/** The UTC day of an instant, as days since 1970: usage and daily limits count by it. */
export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** A day as `YYYYMMDD`. */
export const dateOf = (day: number): string =>
  new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
