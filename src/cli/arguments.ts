import { InvalidArgumentError } from 'commander';
import { dayMs, parseDuration } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';

/** `30s` → milliseconds. */
export function durationArgument(text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === undefined || durationMs > dayMs)
    throw new InvalidArgumentError('Give a duration such as 30s, of one day at most.');
  return durationMs;
}

/** As a duration; 0 would leave no time for a reply. */
export function timeoutArgument(text: string): number {
  const timeoutMs = durationArgument(text);
  if (timeoutMs === 0) throw new InvalidArgumentError('Give a duration of at least 1ms.');
  return timeoutMs;
}

export function creditsArgument(text: string): number {
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits) || credits < 0)
    throw new InvalidArgumentError('Give a number of credits.');
  return credits;
}

export function countArgument(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > 1_000_000)
    throw new InvalidArgumentError('Give a whole number, 1000000 at most.');
  return Number(text);
}

export function baseUrlArgument(text: string): string {
  const url = URL.parse(text);
  // Commander would repeat the password.
  if (url?.username || url?.password)
    throw new UsageError('Give the base URL of a target without a user name and password.');
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(url.href))
    throw new InvalidArgumentError('Give a base URL such as https://api.example.');
  return url.href.replace(/\/+$/, '');
}

/** Filters written as `name=value`. */
export const parseFilters = (words: readonly string[]): [name: string, value: string][] =>
  words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1)
      throw new UsageError(`${word} is neither a command nor a filter. Write filters as name=value.`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
