import type { Command } from 'commander';
import { type FormatName, formatNames, formats } from '../report/formats/names.ts';

/** The contents of a format, by its name. */
export type Contents = { readonly [Name in FormatName]?: string };

const ofReport: Contents = {
  json: 'as in report.schema.json',
  junit: 'with the gates as tests',
};

/** Adds the flags that write a report to files. */
export function addReportOptions(command: Command, contents = ofReport): Command {
  command.optionsGroup('Reports:');
  for (const name of formatNames) {
    const about = [formats[name], contents[name]].filter(Boolean).join(', ');
    command.option(`--${name} <file>`, `Write the report as ${about}; - is stdout.`);
  }
  return command.optionsGroup('Options:');
}
