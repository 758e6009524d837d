import type { Command } from 'commander';
import { formatNames, formats } from '../report/formats/names.ts';

/** Adds the flags that write a report to files. */
export function addReportOptions(command: Command): Command {
  command.optionsGroup('Reports:');
  for (const name of formatNames)
    command.option(`--${name} <file>`, `Write the report as ${formats[name]}; - is stdout.`);
  return command.optionsGroup('Options:');
}
