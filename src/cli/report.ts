import type { Command } from 'commander';
import type { SettingName } from '../config.ts';
import { UsageError } from '../core/errors.ts';
import { diffReports } from '../report/diff.ts';
import { terminal } from '../report/formats/terminal.ts';
import { failureOf, flawIn, judged } from '../report/gates.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report } from '../report/model.ts';
import { replyOfAdmin } from './ask-admin.ts';
import { exitCode, type Io } from './io.ts';
import { readReport } from './read-report.ts';
import { addReportOptions, withoutReports, writeReport } from './report-options.ts';
import { addSandboxOptions, addSettings, flagsOf } from './setting-options.ts';
import { settingsOf } from './settings.ts';

/** The gates that judge a report without its run. */
const gates: readonly SettingName[] = [
  'budget',
  'minCoverage',
  'require',
  'maxWaste',
  'maxLints',
  'refuseAssumptions',
  'ignoreLints',
];

/** The verb `report`: of a running sandbox or of a file; `merge` and `diff` take the files of several runs. */
export function addReport(root: Command, io: Io, done: (code: number) => void): void {
  const command = root
    .command('report')
    .summary('Report what the requests proved: coverage, receipt, waste, conduct.')
    .description(
      'Report what the requests to a running sandbox proved, or show the report in a JSON file. Exit code 3 when a gate does not hold.',
    )
    .argument('[file]', 'A report that --json wrote. Default: the running sandbox.');
  addSandboxOptions(addReportOptions(command), ['host', 'port', 'adminPort', 'adminToken', ...gates]);
  command.action(async (file: string | undefined) => {
    const flags = flagsOf(command);
    const report = file === undefined ? await askReport(flags, io) : readReport(file, io);
    done(show(report, flags, io));
  });

  const merge = command
    .command('merge')
    .description('Merge the reports of several shards: the union of what they met, and the sums.')
    .argument('<file...>', 'Reports that --json wrote.');
  addSettings(addReportOptions(merge), gates).action((files: string[]) => {
    const flags = flagsOf(merge);
    done(show(mergeReports(files.map((file) => readReport(file, io))), flags, io));
  });

  command
    .command('diff')
    .description('Print as JSON what changed from one report to another.')
    .argument('<before>', 'A report that --json wrote.')
    .argument('<after>', 'A report that --json wrote.')
    .action((before: string, after: string) => {
      const found = diffReports(readReport(before, io), readReport(after, io));
      io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      done(exitCode.ok);
    });
}

async function askReport(flags: Record<string, unknown>, io: Io): Promise<Report> {
  const reply = await replyOfAdmin({ method: 'GET', path: '/report' }, withoutReports(flags), io);
  const text = await reply.text();
  if (!reply.ok) throw new UsageError(String((JSON.parse(text) as { detail: string }).detail));
  return JSON.parse(text) as Report;
}

/** Judges a report, writes it where the flags say, or prints it. @returns the exit code */
function show(given: Report, flags: Record<string, unknown>, io: Io): number {
  const { settings } = settingsOf(withoutReports(flags), io);
  const flaw = flawIn(settings, given.coverage.cells);
  if (flaw !== undefined) throw new UsageError(flaw);
  const report = judged(given, settings);
  if (!writeReport(report, flags, io)) io.stdout.write(terminal(report));
  const failure = failureOf(report);
  if (failure === undefined) return exitCode.ok;
  io.stderr.write(`creator-sandbox: ${failure}\n`);
  return exitCode.gate;
}
