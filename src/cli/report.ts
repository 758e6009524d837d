import type { Command } from 'commander';
import { gateNames } from '../core/settings-schema.ts';
import { adminFlags } from './admin-commands.ts';
import type { Io } from './io.ts';
import { addReportOptions } from './report-options.ts';
import { addSandboxOptions, addSettings, flagsOf } from './setting-options.ts';

/** The verb `report`: of a running sandbox or of a file; `merge` and `diff` take the files of several runs. */
export function addReport(root: Command, io: Io, done: (code: number) => void): void {
  const verbs = () => import('./show-report.ts');
  const command = root
    .command('report')
    .summary('Report what the requests proved: coverage, receipt, waste, client rules.')
    .description(
      'Report what the requests to a running sandbox proved, or show the report in a JSON file. Exit code 3 when a gate does not hold.',
    )
    .argument('[file]', 'A report that --json wrote. Default: the running sandbox.');
  addSandboxOptions(addReportOptions(command), [...adminFlags, ...gateNames]);
  command.action(async (file: string | undefined) =>
    done(await (await verbs()).showReport(file, flagsOf(command), io)),
  );

  const merge = command
    .command('merge')
    .description('Merge the reports of several shards: the union of what they met, and the sums.')
    .argument('<file...>', 'Reports that --json wrote.');
  addSettings(addReportOptions(merge), gateNames).action(async (files: string[]) =>
    done((await verbs()).showMerged(files, flagsOf(merge), io)),
  );

  const diff = command
    .command('diff')
    .description('Print what changed from one report to another.')
    .argument('<before>', 'A report that --json wrote.')
    .argument('<after>', 'A report that --json wrote.')
    .option('--json <file>', 'Write it as JSON; - is stdout.')
    .action(async (before: string, after: string) =>
      done((await verbs()).showDifference(before, after, flagsOf(diff), io)),
    );
}
