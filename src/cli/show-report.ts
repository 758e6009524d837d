import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import { diffReports } from '../report/diff.ts';
import { differenceLines } from '../report/formats/difference.ts';
import { terminal } from '../report/formats/terminal.ts';
import { applyGates, findGateFlaw, gateFailure } from '../report/gates.ts';
import { mergeReports } from '../report/merge.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { replyOfAdmin } from './ask-admin.ts';
import { exitCode, type Io } from './io.ts';
import { readJsonFile } from './read-json-file.ts';
import type { Flags } from './setting-options.ts';
import { settingsOf } from './settings.ts';
import { withoutReports, writeReport, writeTo } from './write-report.ts';

/** Shows the report in a file, or that of the running sandbox. @returns the exit code */
export const showReport = async (file: string | undefined, flags: Flags, io: Io): Promise<number> =>
  show(file === undefined ? await askReport(flags, io) : readReport(file, io), flags, io);

/** Shows the union of reports. @returns the exit code */
export const showMerged = (files: readonly string[], flags: Flags, io: Io): number =>
  show(mergeReports(files.map((file) => readReport(file, io))), flags, io);

/** Prints what changed. @returns the exit code */
export function showDifference(before: string, after: string, { json }: Flags, io: Io): number {
  const found = diffReports(readReport(before, io), readReport(after, io));
  if (json !== undefined) writeTo(String(json), indentedJson(found), io);
  else io.stdout.write(`${differenceLines(found).join('\n')}\n`);
  return exitCode.ok;
}

/** Reads a report that `--json` wrote. @throws UsageError */
export const readReport = (name: string, io: Io): Report =>
  readJsonFile(name, io, {
    noun: 'report',
    schema: reportSchema(),
    hint: 'Write reports with --json.',
  });

/** Asks the running sandbox for its report. @throws UsageError */
export async function askReport(flags: Flags, io: Io): Promise<Report> {
  const reply = await replyOfAdmin({ method: 'GET', path: '/report' }, withoutReports(flags), io);
  const body = JSON.parse(await reply.text()) as Report & { detail?: string };
  if (!reply.isOk) throw new UsageError(String(body.detail));
  return body;
}

/** Judges a report, writes it where the flags say, or prints it. @returns the exit code */
function show(given: Report, flags: Flags, io: Io): number {
  const { settings } = settingsOf(withoutReports(flags), io);
  const flaw = findGateFlaw(settings, given.coverage.cells);
  if (flaw !== undefined) throw new UsageError(flaw);
  const report = applyGates(given, settings);
  if (!writeReport(report, flags, io)) io.stdout.write(terminal(report));
  const failure = gateFailure(report);
  if (failure === undefined) return exitCode.ok;
  io.stderr.write(`creator-sandbox: ${failure}\n`);
  return exitCode.gate;
}
