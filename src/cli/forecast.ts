import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { maxForecastDays, parseGrowth } from '../bill/runs-by-day.ts';
import { parseDate } from '../core/clock.ts';
import { type Millicredits, toMillicredits } from '../core/credits.ts';
import { hourMs, parseDuration } from '../core/durations.ts';
import { runsArgument } from './arguments.ts';
import type { Io } from './io.ts';
import { addSettings, type Done, flagsOf } from './setting-options.ts';
import type { ForecastFlags } from './show-forecast.ts';

/** The verb `forecast`: what more runs like that of a report cost, and the plan that they need. */
export function addForecast(root: Command, io: Io, done: Done): void {
  addSettings(root.command('forecast'), ['prices'])
    .summary('Foretell what more runs like that of a report cost, and the plan that they need.')
    .description(
      'Foretell what more runs like that of a report cost, by day: when the plan runs out, what renewals bring, the smallest plan that lasts, what waste costs: creator-sandbox forecast run.json --runs-per-day 400 --plan 10000',
    )
    .argument('<file>', 'A report that --json wrote, of one run.')
    .requiredOption('--plan <credits>', 'Credits of the plan, whole again at each renewal.', amountArgument)
    .option('--runs-per-day <number>', 'Runs on a day, such as 400 or 0.5.', runsArgument)
    .option(
      '--daily <file>',
      'CSV file with the runs of weekdays and of dates: mon,400 or 2026-03-01,0. Other days have --runs-per-day.',
    )
    .option('--purchased <credits>', 'Purchased credits, used after the plan. Default: 0.', amountArgument)
    .option('--limit <credits>', 'Spend limit of the key. Default: none.', amountArgument)
    .option(
      '--cycle <duration>',
      'Length of a billing cycle, of one hour at least. Default: 30d.',
      cycleArgument,
    )
    .option('--from <date>', "First day, such as 2026-03-01. Default: the report's.", dateArgument)
    .option('--days <number>', 'Number of days. Default: a cycle and one day.', daysArgument)
    .option('--growth <rate>', 'More runs with time: 5%/w, 1%/d or 20%/m, of 30 days.', growthArgument)
    .option('--trim <file>', 'A report that trim wrote: its fields count among the proposals.')
    .option('--json <file>', 'Write it as JSON; - is stdout.')
    .option('--html <file>', 'Write it as one HTML file with curves; - is stdout.')
    .action(async (file: string, flags: ForecastFlags, command: Command) =>
      done(
        (await import('./show-forecast.ts')).showForecast(file, { ...flags, settings: flagsOf(command) }, io),
      ),
    );
}

function amountArgument(text: string): Millicredits {
  const amount = text.trim() === '' ? undefined : toMillicredits(Number(text));
  if (amount === undefined)
    throw new InvalidArgumentError('Give credits from 0 to 10^12 with at most 3 decimals.');
  return amount;
}

function cycleArgument(text: string): number {
  const cycleMs = parseDuration(text);
  if (cycleMs === undefined || cycleMs < hourMs)
    throw new InvalidArgumentError('Give a duration such as 30d, of one hour at least.');
  return cycleMs;
}

function dateArgument(text: string): number {
  const at = parseDate(text);
  if (Number.isNaN(at)) throw new InvalidArgumentError('Give a date such as 2026-03-01.');
  return at;
}

function daysArgument(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > maxForecastDays)
    throw new InvalidArgumentError(`Give a number of days from 1 to ${maxForecastDays}.`);
  return Number(text);
}

function growthArgument(text: string): number {
  const growth = parseGrowth(text);
  if (growth === undefined)
    throw new InvalidArgumentError('Give a rate such as 5%/w, over -100 % and 1000 % at most.');
  return growth;
}
