import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { version } from '../../system/version.ts';
import type { Mutant } from '../../trials/mutation/mutant.ts';
import { type JudgedMutant, MutationReport } from '../../trials/mutation/report/model.ts';
import type { Io } from '../io.ts';
import { readJsonFile } from '../read-json-file.ts';
import type { TrialInputs } from './inputs.ts';

/** The results of an earlier `mutate` that need no run again. */
export interface EarlierResults {
  /** @returns undefined if the mutant needs a run */
  resultOf(mutant: Mutant, operations: MutationReport['clean']['operations']): JudgedMutant | undefined;
}

interface EarlierFlags {
  /** A report. Its results for an operation hold as long as the requests of the operation are the same. */
  since?: string | undefined;
  /** Goes on with the report of `json`. */
  resume?: true | undefined;
  json?: string | undefined;
}

/** What this run is about. A report of something else knows nothing about it. */
interface ThisRun {
  readonly command: string;
  /** undefined = unknown */
  readonly inputs: TrialInputs | undefined;
}

/** @throws UsageError if the flags do not fit, or the report cannot be read */
export function readEarlierResults(
  { since, resume, json }: EarlierFlags,
  { command, inputs }: ThisRun,
  io: Io,
): EarlierResults | undefined {
  const resumed = resume ? resumedReport(json, io) : undefined;
  if (since !== undefined || resume) needInputs('--since and --resume trust', inputs);
  const name = since ?? resumed;
  if (name === undefined) return undefined;
  const report = readMutationReport(name, io);
  const differences = differencesTo(report, { command, inputs });
  if (differences.length > 0) {
    io.stderr.write(
      `creator-sandbox: ${name} is about ${differences.join(' and ')}, so its results count for nothing here.\n`,
    );
    return undefined;
  }
  const results = new Map(report.mutants.map((mutant) => [mutant.id, mutant]));
  const digests = new Map(report.clean.operations.map(({ operation, digest }) => [operation, digest]));
  return {
    resultOf({ id, operation }, operations) {
      const digest = operations.find((each) => each.operation === operation)?.digest;
      const result = digests.get(operation) === digest ? results.get(id) : undefined;
      // A survivor is what the user works on.
      return result?.status === 'survived' ? undefined : result;
    },
  };
}

/** The report with which `--resume` goes on; undefined before there is one. @throws UsageError if no flag names it */
export function resumedReport(json: string | undefined, { cwd }: Io): string | undefined {
  if (json === undefined || json === '-')
    throw new UsageError('--resume goes on with the report that --json names.');
  return existsSync(resolve(cwd, json)) ? json : undefined;
}

/** @throws UsageError if nothing tells whether the files are the same */
export function needInputs(whoTrusts: string, inputs: TrialInputs | undefined): void {
  if (!inputs)
    throw new UsageError(
      `${whoTrusts} a report only for the same files: run the command in a git repository, or name its files with --inputs.`,
    );
}

/** What an earlier report is about, in words, that this run is not about. */
export function differencesTo(
  report: { readonly version: string; readonly command: string; readonly inputs?: TrialInputs },
  { command, inputs }: { readonly command: string; readonly inputs?: TrialInputs | undefined },
): string[] {
  return [
    ...(report.version === version ? [] : [`version ${report.version}`]),
    ...(report.command === command ? [] : ['another command']),
    ...(report.inputs?.files === inputs?.files ? [] : ['other files']),
    ...(report.inputs?.settings === inputs?.settings ? [] : ['other settings']),
  ];
}

const readMutationReport = (name: string, io: Io): MutationReport =>
  readJsonFile(name, io, {
    noun: 'report of mutate',
    schema: MutationReport,
    hint: 'Write reports with --json.',
  });
