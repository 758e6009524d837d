import { dayMs } from '../core/durations.ts';

/** How a project changes figures: one factor for all counts, one number of days for all instants. */
export interface Scale {
  /** 0.3 to 0.8, or 1.25 to 3. */
  readonly factor: number;
  /** 1 to 60. */
  readonly days: number;
}

/** A scaled count, whole, and 0 for 0 only. It keeps the order of counts. */
export function scaledCount({ factor }: Scale, count: number): number {
  if (count === 0) return 0;
  return Math.sign(count) * Math.max(1, Math.round(Math.abs(count) * factor));
}

/** Dollars to cents, scaled as counts are. */
export const scaledAmount = (scale: Scale, dollars: number): number =>
  scaledCount(scale, Math.round(dollars * 100)) / 100;

/**
 * The bound of a filter by a count. What meets the bound meets the scaled one, although different counts may become
 * one: counts are whole, so `> 10.5` is `>= 11`.
 */
export function scaledBound(scale: Scale, op: unknown, bound: number): number {
  const to = (count: number) => scaledCount(scale, count);
  switch (op) {
    case '>':
      return to(Math.floor(bound) + 1) - 1;
    case '<':
      return to(Math.ceil(bound) - 1) + 1;
    case '>=':
      return to(Math.ceil(bound));
    case '<=':
      return to(Math.floor(bound));
    default:
      // no count equals a fraction
      return Number.isInteger(bound) ? to(bound) : to(Math.floor(bound)) + 0.5;
  }
}

/** The same for a filter by dollars, which have cents. */
export const scaledAmountBound = (scale: Scale, op: unknown, bound: number): number =>
  Math.round(scaledBound(scale, op, Number((bound * 100).toFixed(6)))) / 100;

/** An instant, in milliseconds, moved back by whole days; 0 is no instant. */
export const movedInstant = ({ days }: Scale, instant: number): number =>
  instant > days * dayMs ? instant - days * dayMs : instant;

/** `YYYYMMDD`, moved back. @returns undefined for another form */
export function movedDay(scale: Scale, day: string): string | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  const at = parts ? Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at)
    ? undefined
    : new Date(movedInstant(scale, at)).toISOString().slice(0, 10).replaceAll('-', '');
}
