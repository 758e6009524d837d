import { appendFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ClockSetting, createClock } from '../core/clock.ts';
import { UsageError } from '../core/errors.ts';
import { type Annotation, annotationsOf, workflowCommands } from '../report/formats/annotations.ts';
import { type Findings, writtenFindings } from '../report/formats/findings.ts';
import { type FormatName, formatNames } from '../report/formats/names.ts';
import { outlineText } from '../report/formats/outline.ts';
import { writers } from '../report/formats/writers.ts';
import type { Report } from '../report/model.ts';
import { pathInRepository } from '../system/path-in-repository.ts';
import { writeNamedFile } from '../system/write-file.ts';
import type { Flags } from './flags.ts';
import type { Io } from './io.ts';

/** Writes a report to the files that the flags name, and annotates a GitHub job. @returns whether a flag named a file */
export function writeReport(report: Report, flags: Flags, io: Io): boolean {
  writeFormats((name) => writers[name](report), flags, io);
  annotate(annotationsOf(report), io);
  return namesReport(flags);
}

/** Writes texts to the files that the flags name (`-` is stdout), and Markdown to the summary of a GitHub job. */
export function writeFormats(textIn: (name: FormatName) => string, flags: Flags, io: Io): void {
  for (const name of namedFormats(flags)) writeTo(String(flags[name]), textIn(name), io);
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (summary) writeOrRefuse(summary, () => appendSummary(summary, textIn('markdown')));
}

/** The files that a verb of several runs writes, by the names of their flags. */
export type TrialFiles = { [Name in FormatName]?: string | undefined };

/** Writes findings to the files of the flags, and prints them. @param clock of the sandboxes of all runs */
export function writeTrials(flags: TrialFiles, findings: Findings, clock: ClockSetting, io: Io): void {
  const runClock = { since: createClock(clock).now(), clock: clock.mode };
  writeFormats((name) => writtenFindings(findings, name, runClock), flags, io);
  io.stderr.write(outlineText(findings.outline));
  annotate(findings.annotations, io);
}

/** Adds a text to the summary of a job as far as it fits: GitHub drops a longer summary whole. */
function appendSummary(file: string, text: string): void {
  const room = maxSummaryBytes - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const note = '\nThe rest of the report does not fit here: write it with `--json` or `--html`.\n';
  const kept = Buffer.from(text).subarray(0, Math.max(0, room - Buffer.byteLength(note)));
  const end = kept.lastIndexOf('\n') + 1;
  if (Buffer.byteLength(text) <= room) appendFileSync(file, text);
  else if (end > 0) appendFileSync(file, `${kept.subarray(0, end).toString()}${note}`);
}

const maxSummaryBytes = 1024 * 1024;

/** Writes a file, or to stdout for `-`. @throws UsageError */
export function writeTo(file: string, text: string, { cwd, stdout }: Io): void {
  if (file === '-') stdout.write(text);
  else writeOrRefuse(file, () => writeNamedFile(resolve(cwd, file), text));
}

export const namesReport = (flags: Flags): boolean => namedFormats(flags).length > 0;

/** Shows findings at their lines in a GitHub job; stdout may be the report. */
function annotate(annotations: readonly Annotation[], { env, cwd, stderr }: Io): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  for (const command of workflowCommands(annotations, pathInRepository(cwd))) stderr.write(`${command}\n`);
}

const namedFormats = (flags: Flags): FormatName[] => formatNames.filter((name) => flags[name] !== undefined);

/** @throws UsageError if the file cannot be written */
function writeOrRefuse(name: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`The report ${name} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
