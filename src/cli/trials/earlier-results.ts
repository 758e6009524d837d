import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { version } from '../../system/version.ts';
import type { Mutant } from '../../trials/mutation/mutant.ts';
import { type JudgedMutant, MutationReport } from '../../trials/mutation/report/model.ts';
import type { Io } from '../io.ts';
import { readJsonFile } from '../read-json-file.ts';

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

export function readEarlierResults(
  { since, resume, json }: EarlierFlags,
  io: Io,
): EarlierResults | undefined {
  if (resume && (json === undefined || json === '-'))
    throw new UsageError('--resume goes on with the report that --json names.');
  const name = since ?? (resume && existsSync(resolve(io.cwd, json ?? '')) ? json : undefined);
  if (name === undefined) return undefined;
  const report = readMutationReport(name, io);
  const results = new Map(report.mutants.map((mutant) => [mutant.id, mutant]));
  const digests = new Map(report.clean.operations.map(({ operation, digest }) => [operation, digest]));
  return {
    resultOf({ id, operation }, operations) {
      const digest = operations.find((each) => each.operation === operation)?.digest;
      // Another version may have other mutants.
      return report.version === version && digests.get(operation) === digest ? results.get(id) : undefined;
    },
  };
}

const readMutationReport = (name: string, io: Io): MutationReport =>
  readJsonFile(name, io, {
    noun: 'report of mutate',
    schema: MutationReport,
    hint: 'Write reports with --json.',
  });
