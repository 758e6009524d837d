import { resolve } from 'node:path';
import { forecast } from '../bill/forecast.ts';
import type { Forecast } from '../bill/forecast-model.ts';
import { forecastOutline } from '../bill/forecast-outline.ts';
import type { TrimSavings } from '../bill/price-periods.ts';
import { runPatternOf } from '../bill/run-pattern.ts';
import { maxForecastDays, parseDaily, runsByDay, type Schedule } from '../bill/runs-by-day.ts';
import { isInYears } from '../core/clock.ts';
import { type Millicredits, thousandthsOf } from '../core/credits.ts';
import { dayMs } from '../core/durations.ts';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { datedPrices } from '../core/prices.ts';
import { outlineHtml, outlineText } from '../report/formats/outline.ts';
import type { Report } from '../report/model.ts';
import { readTextFile } from '../system/read-file.ts';
import { exitCode, type Io } from './io.ts';
import { readTrimmed } from './read-trimmed.ts';
import { type Flags, flagsOfSettings } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { readReport } from './show-report.ts';
import { writeTo } from './write-report.ts';

export interface ForecastFlags {
  plan: Millicredits;
  runsPerDay?: number;
  daily?: string;
  purchased?: Millicredits;
  limit?: Millicredits;
  cycle?: number;
  from?: number;
  days?: number;
  growth?: number;
  trim?: string;
  json?: string;
  html?: string;
  /** Flags of settings: the prices of each date. */
  settings?: Flags;
}

/** Foretells what runs like that of a report cost. @returns the exit code @throws UsageError */
export function showForecast(file: string, flags: ForecastFlags, io: Io): number {
  const report = readReport(file, io);
  if (runPatternOf(report).calls === 0)
    throw new UsageError(`The run of ${file} paid no call: there is nothing to foretell.`);
  const { plan, purchased = 0, limit, cycle: cycleMs = 30 * dayMs } = flags;
  const terms = { plan, purchased, cycleMs, ...(limit !== undefined && { limit }) };
  const days = runsByDay(scheduleOf(flags, io), firstDay(report, file, flags), forecastDays(flags, cycleMs));
  const trimmed = flags.trim === undefined ? undefined : trimSavings(flags.trim, io);
  const { settings } = settingsOf(flagsOfSettings(flags.settings ?? {}, ['prices']), io);
  write(forecast(report, days, terms, { trimmed, prices: datedPrices(settings.prices) }), flags, io);
  return exitCode.ok;
}

function scheduleOf({ runsPerDay, daily, growth = 1 }: ForecastFlags, io: Io): Schedule {
  if (runsPerDay === undefined && daily === undefined)
    throw new UsageError('Say how many runs there are: --runs-per-day 400, or --daily with a file.');
  return {
    runsPerDay: runsPerDay ?? 0,
    daily: daily === undefined ? new Map() : readDaily(daily, io),
    growth,
  };
}

function readDaily(name: string, { cwd }: Io): Map<number | string, number> {
  let text: string;
  try {
    text = readTextFile(resolve(cwd, name));
  } catch (error) {
    throw new UsageError(`The file ${name} cannot be read: ${(error as Error).message}.`);
  }
  return parseDaily(text, name);
}

/** The day that the flag names, or that of the run. */
function firstDay({ since }: Report, file: string, { from }: ForecastFlags): number {
  const at = from ?? (since === undefined ? Number.NaN : Math.floor(since / dayMs) * dayMs);
  if (Number.isNaN(at))
    throw new UsageError(`${file} does not say its day. Name the first one: --from DATE.`);
  if (!isInYears(at + maxForecastDays * dayMs))
    throw new UsageError('A forecast ends before the year 10000. Name an earlier day: --from DATE.');
  return at;
}

const forecastDays = ({ days }: ForecastFlags, cycleMs: number): number =>
  days ?? Math.min(maxForecastDays, Math.ceil(cycleMs / dayMs) + 1);

function trimSavings(name: string, io: Io): TrimSavings {
  const savings = new Map<string, Millicredits>();
  for (const { operation, before, after } of readTrimmed(name, io))
    savings.set(operation, (savings.get(operation) ?? 0) + thousandthsOf(Math.max(0, before - after)));
  return savings;
}

function write(found: Forecast, { json, html }: ForecastFlags, io: Io): void {
  const outline = forecastOutline(found);
  if (json !== undefined) writeTo(json, indentedJson(found), io);
  if (html !== undefined) writeTo(html, outlineHtml(outline, `creator-sandbox ${found.version}`), io);
  if (json === undefined && html === undefined) io.stdout.write(outlineText(outline));
}
