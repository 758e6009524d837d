import { Type } from '@sinclair/typebox';
import { formatDuration, parseDuration } from '../core/durations.ts';
import { Problem } from './problem.ts';

export const Instant = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], description });

export const Duration = (description: string) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], description });

/** The largest instant that a date can hold. */
const lastAt = 8.64e15;

/** Epoch milliseconds or ISO 8601 → epoch milliseconds. @throws Problem 422 */
export function instant(name: string, given: number | string): number {
  const at = typeof given === 'number' || /^-?\d{1,16}$/.test(given) ? Number(given) : Date.parse(given);
  if (Number.isFinite(at) && Math.abs(at) <= lastAt) return at;
  throw new Problem(
    422,
    `'${name}' is no instant: ${JSON.stringify(given)}. Give epoch milliseconds or ISO 8601.`,
  );
}

/** A duration such as 31d or -2h, or milliseconds → milliseconds. @throws Problem 422 */
export function milliseconds(name: string, given: number | string | undefined): number {
  if (typeof given === 'number' && Math.abs(given) <= lastAt / 10) return given;
  const duration = typeof given === 'string' ? parseDuration(given.replace(/^[+-]/, '')) : undefined;
  if (duration !== undefined) return String(given).startsWith('-') ? -duration : duration;
  throw new Problem(
    422,
    `'${name}' must be milliseconds or a duration such as 31d, not ${JSON.stringify(given) ?? 'absent'}.`,
  );
}

/** Milliseconds as `milliseconds` reads them. */
export const durationText = (ms: number): string => (ms < 0 ? '-' : '') + formatDuration(Math.abs(ms));
