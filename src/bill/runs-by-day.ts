import { dateOf, parseDate } from '../core/clock.ts';
import { dayMs } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';

/** How many runs there are on each day. */
export interface Schedule {
  /** Runs a day where `daily` says nothing. */
  readonly runsPerDay: number;
  /** Runs of a weekday (0 = Sunday) or of a date, which goes first. */
  readonly daily: ReadonlyMap<number | string, number>;
  /** By how much a day has more runs than the one before: 1 = as many. */
  readonly growth: number;
}

export interface DayRuns {
  /** 00:00 UTC. */
  readonly at: number;
  readonly runs: number;
}

export const maxForecastDays = 731;
export const maxRunsPerDay = 10_000_000;
const maxDailyLines = 5_000;

/** The whole runs of each day; what is left of a part of a run goes on to the next day. @throws UsageError */
export function runsByDay({ runsPerDay, daily, growth }: Schedule, from: number, days: number): DayRuns[] {
  let sum = 0;
  let done = 0;
  return Array.from({ length: days }, (_, day) => {
    const at = from + day * dayMs;
    const usual = daily.get(dateOf(at)) ?? daily.get(new Date(at).getUTCDay()) ?? runsPerDay;
    const wanted = usual * growth ** day;
    if (wanted > maxRunsPerDay)
      throw new UsageError(
        `On ${dateOf(at)} there would be more than ${maxRunsPerDay} runs. Forecast fewer --days, or less --growth.`,
      );
    sum += wanted;
    // Sums of decimals may miss a whole number by a hair.
    const whole = Math.floor(sum + 1e-6);
    const runs = whole - done;
    done = whole;
    return { at, runs };
  });
}

/** A number of runs, such as `400` or `0.5`. @returns undefined for anything else */
export function parseRuns(text: string): number | undefined {
  if (!/^\d{1,8}(\.\d{1,6})?$/.test(text)) return undefined;
  const runs = Number(text);
  return runs <= maxRunsPerDay ? runs : undefined;
}

/** `5%/w`, `-1%/d`, `20%/m` (of 30 days) → the factor of a day; undefined for anything else. */
export function parseGrowth(text: string): number | undefined {
  const parts = /^(-?\d{1,4}(?:\.\d{1,3})?)%\/([dwm])$/.exec(text);
  if (!parts) return undefined;
  const percent = Number(parts[1]);
  const days = { d: 1, w: 7, m: 30 }[parts[2] as 'd' | 'w' | 'm'];
  return percent > -100 && percent <= 1000 ? (1 + percent / 100) ** (1 / days) : undefined;
}

/** Lines such as `mon,400` and `2026-03-01,0`; a first line without a number is a head. @throws UsageError */
export function parseDaily(text: string, name: string): Map<number | string, number> {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.length > maxDailyLines) throw new UsageError(`${name} has more than ${maxDailyLines} lines.`);
  const daily = new Map<number | string, number>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [day = '', runs = '', ...more] = line
      .split(',')
      .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    if (index === 0 && /^[a-z]+$/i.test(runs)) continue;
    const key = dayKey(day);
    const count = parseRuns(runs);
    if (key === undefined || count === undefined || more.length > 0)
      throw new UsageError(
        `${name}, line ${index + 1}: write a weekday or a date and its runs, such as mon,400 or 2026-03-01,0.`,
      );
    if (daily.has(key)) throw new UsageError(`${name}, line ${index + 1}: ${day} has its runs already.`);
    daily.set(key, count);
  }
  if (daily.size === 0) throw new UsageError(`${name} names no day.`);
  return daily;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function dayKey(text: string): number | string | undefined {
  if (!Number.isNaN(parseDate(text))) return text;
  const name = text.toLowerCase();
  const weekday = weekdays.findIndex((each) => name === each || name === each.slice(0, 3));
  return weekday < 0 ? undefined : weekday;
}
