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

export function percentArgument(text: string): number {
  const percent = Number(text);
  if (text.trim() === '' || !(percent >= 0 && percent <= 100))
    throw new InvalidArgumentError('Give a number from 0 to 100.');
  return percent;
}

/** A number of requests. */
export function countArgument(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) > 1_000_000)
    throw new InvalidArgumentError('Give a whole number, 1000000 at most.');
  return Number(text);
}

/** A number of runs or calls. */
export function runsArgument(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(text);
}

/** The most faults of a schedule. */
export function depthArgument(text: string): number {
  if (!/^[12]$/.test(text)) throw new InvalidArgumentError('Give 1 or 2.');
  return Number(text);
}

export const listArgument = (text: string): string[] => text.split(',');

/** Adds the text of a repeated flag to those before it. */
export const repeatedArgument = (text: string, before: readonly string[] = []): string[] => [...before, text];

/** The values that a variable of the command can get. */
const meanings = ['url', 'url-v2', 'key'] as const;

/** A variable that the command reads. */
export interface GivenVariable {
  readonly name: string;
  readonly means: (typeof meanings)[number];
}

export function variableArgument(text: string, before: readonly GivenVariable[] = []): GivenVariable[] {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(text) ?? [];
  const means = meanings.find((each) => each === value);
  if (name === undefined || means === undefined)
    throw new InvalidArgumentError('Give NAME=url, NAME=url-v2 or NAME=key.');
  return [...before, { name, means }];
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
