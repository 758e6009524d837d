import { appendFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { type FormatName, formatNames } from '../report/formats/names.ts';
import { type SourceFiles, toUri, usualSources } from '../report/formats/source-files.ts';
import { writers } from '../report/formats/writers.ts';
import type { Report } from '../report/model.ts';
import { pathInRepository } from '../system/path-in-repository.ts';
import { writeNamedFile } from '../system/write-file.ts';
import type { Io } from './io.ts';
import type { Flags } from './setting-options.ts';
import { settingsFileOf } from './settings.ts';

/** Writes a report to the files that the flags name. @returns whether a flag named a file */
export function writeReport(report: Report, flags: Flags, io: Io): boolean {
  const sources = sourceFilesOf(flags, io);
  writeFormats((name) => writers[name](report, sources), flags, io);
  return namesReport(flags);
}

/** Writes texts to the files that the flags name (`-` is stdout), and Markdown to the summary of a GitHub job. */
export function writeFormats(textIn: (name: FormatName) => string, flags: Flags, io: Io): void {
  for (const name of namedFormats(flags)) writeTo(String(flags[name]), textIn(name), io);
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (summary) writeOrRefuse(summary, () => appendFileSync(summary, textIn('markdown')));
}

/** Writes a file, or to stdout for `-`. @throws UsageError */
export function writeTo(file: string, text: string, { cwd, stdout }: Io): void {
  if (file === '-') stdout.write(text);
  else writeOrRefuse(file, () => writeNamedFile(resolve(cwd, file), text));
}

export const namesReport = (flags: Flags): boolean => namedFormats(flags).length > 0;

/** The files that findings point at: those of tests are relative to the working folder. */
export function sourceFilesOf(flags: Flags, io: Io): SourceFiles {
  const folder = pathInRepository(io.cwd);
  const file = settingsFileOf(flags, io);
  const path = relative(io.cwd, resolve(io.cwd, file)).replaceAll(sep, '/');
  return {
    folder,
    settingsUri: path.startsWith('..') ? usualSources.settingsUri : toUri(folder, path),
  };
}

/** The flags of a verb without those of its reports. */
export const withoutReports = (flags: Flags): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !formatNames.includes(name as FormatName)));

const namedFormats = (flags: Flags): FormatName[] => formatNames.filter((name) => flags[name] !== undefined);

/** @throws UsageError if the file cannot be written */
export function writeOrRefuse(name: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`The report ${name} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
