import { type ClockSetting, createClock } from '../../core/clock.ts';
import { type Findings, writtenFindings } from '../../report/formats/findings.ts';
import type { FormatName } from '../../report/formats/names.ts';
import { outlineText } from '../../report/formats/outline.ts';
import type { Io } from '../io.ts';
import { annotate, writeFormats } from '../write-report.ts';

/** The files that a verb of several runs writes, by the names of their flags. */
export type TrialFiles = { [Name in FormatName]?: string | undefined };

/** Writes findings to the files of the flags, and prints them. @param clock of the sandboxes of all runs */
export function writeTrials(flags: TrialFiles, findings: Findings, clock: ClockSetting, io: Io): void {
  const runClock = { since: createClock(clock).now(), clock: clock.mode };
  writeFormats((name) => writtenFindings(findings, name, runClock), flags, io);
  io.stderr.write(outlineText(findings.outline));
  annotate(findings.annotations, io);
}
