import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import { UsageError } from '../core/errors.ts';
import { indentedJson } from '../core/json-text.ts';
import type { Settings } from '../core/settings.ts';
import { diffReports } from '../report/diff.ts';
import { differenceLines } from '../report/formats/difference.ts';
import { terminal } from '../report/formats/terminal.ts';
import { applyGates, findGateFlaw, gateFailure } from '../report/gates.ts';
import { mergeReports } from '../report/merge.ts';
import { type Report, reportSchema } from '../report/model.ts';
import { parseFile } from '../system/read-file.ts';
import { replyOfAdmin } from './ask-admin.ts';
import type { Flags } from './flags.ts';
import { exitCode, type Io, tell } from './io.ts';
import { settingsOf } from './settings.ts';
import { getCall } from './verb.ts';
import { writeReport, writeTo } from './write-report.ts';

/** Shows the report in a file, or that of the running sandbox. @returns the exit code */
export async function showReport(file: string | undefined, flags: Flags, io: Io): Promise<number> {
  const { settings } = settingsOf(flags, io);
  const report = file === undefined ? await askReport(flags, io) : readReport(file, io);
  return show(report, settings, flags, io);
}

/** Shows the union of reports. @returns the exit code */
export function showMerged(files: readonly string[], flags: Flags, io: Io): number {
  const { settings } = settingsOf(flags, io);
  return show(mergeReports(files.map((file) => readReport(file, io))), settings, flags, io);
}

/** Prints what changed. @returns the exit code */
export function showDifference(before = '', after = '', { json }: Flags, io: Io): number {
  const found = diffReports(readReport(before, io), readReport(after, io));
  if (json !== undefined) writeTo(String(json), indentedJson(found), io);
  else io.stdout.write(`${differenceLines(found).join('\n')}\n`);
  return exitCode.ok;
}

/** Reads a report that `--json` wrote. @throws UsageError if it cannot be read or is none */
function readReport(name: string, { cwd }: Io): Report {
  let content: unknown;
  try {
    content = parseFile(resolve(cwd, name), { maxMegabytes: maxReportMegabytes });
  } catch (error) {
    throw new UsageError(`The report ${name} cannot be read: ${(error as Error).message}.`);
  }
  const fits = new Ajv({ strict: false }).compile<Report>(reportSchema());
  if (fits(content)) return content;
  const [first] = fits.errors ?? [];
  throw new UsageError(
    `${name} is not a report: ${first?.instancePath || 'it'} ${first?.message}. Write reports with --json.`,
  );
}

/** Reports hold requests and replies. */
const maxReportMegabytes = 256;

/** Asks the running sandbox for its report. @throws UsageError */
async function askReport(flags: Flags, io: Io): Promise<Report> {
  const reply = await replyOfAdmin(getCall('/report'), flags, io);
  const body = JSON.parse(await reply.text()) as Report & { detail?: string };
  if (!reply.isOk) throw new UsageError(String(body.detail));
  return body;
}

/** Judges a report, writes it where the flags say, or prints it. @returns the exit code */
function show(given: Report, settings: Settings, flags: Flags, io: Io): number {
  const flaw = findGateFlaw(settings, given.coverage.cells);
  if (flaw !== undefined) throw new UsageError(flaw);
  const report = applyGates(given, settings);
  if (!writeReport(report, flags, io)) io.stdout.write(terminal(report));
  const failure = gateFailure(report);
  if (failure === undefined) return exitCode.ok;
  tell(io, failure);
  return exitCode.gate;
}
