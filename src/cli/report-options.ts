import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../core/errors.ts';
import { type FormatName, formatNames, formats } from '../report/formats/formats.ts';
import { markdown } from '../report/formats/markdown.ts';
import type { Report } from '../report/model.ts';
import type { Io } from './io.ts';

/** Adds the flags that write a report to files. */
export function addReportOptions(command: Command): Command {
  command.optionsGroup('Reports:');
  for (const name of formatNames)
    command.option(`--${name} <file>`, `Write the report as ${formats[name].about}.`);
  return command.optionsGroup('Options:');
}

/**
 * Writes a report to the files that the flags name; as Markdown also to the summary of a GitHub job.
 * @returns whether a flag named a file
 */
export function writeReport(
  report: Report,
  flags: Readonly<Record<string, unknown>>,
  { cwd, env }: Io,
): boolean {
  const given = formatNames.filter((name) => flags[name] !== undefined);
  for (const name of given)
    written(
      () => writeFileSync(resolve(cwd, String(flags[name])), formats[name].write(report)),
      String(flags[name]),
    );
  const summary = env['GITHUB_STEP_SUMMARY'];
  if (summary) written(() => appendFileSync(summary, markdown(report)), summary);
  return given.length > 0;
}

/** The flags of a verb without those of its reports. */
export const withoutReports = (flags: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !formatNames.includes(name as FormatName)));

function written(write: () => void, name: string): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`The report ${name} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
