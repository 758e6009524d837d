import type { ObservedRun } from '../../trials/exploration/call.ts';
import { ExplorationReport } from '../../trials/exploration/report/model.ts';
import type { Io } from '../io.ts';
import { readJsonFile } from '../read-json-file.ts';
import { differencesTo, needInputs, resumedReport } from './earlier-results.ts';
import type { TrialInputs } from './inputs.ts';

/**
 * The runs of an earlier `explore` with which `--resume` goes on, by their schedules.
 * @throws UsageError if the flags do not fit, or the report cannot be read
 */
export function readEarlierRuns(
  { resume, json }: { resume?: true | undefined; json?: string | undefined },
  thisRun: { readonly command: string; readonly inputs?: TrialInputs },
  io: Io,
): ReadonlyMap<string, ObservedRun> | undefined {
  if (!resume) return undefined;
  const name = resumedReport(json, io);
  needInputs('--resume trusts', thisRun.inputs);
  if (name === undefined) return undefined;
  const report = readJsonFile<ExplorationReport>(name, io, {
    noun: 'report of explore',
    schema: ExplorationReport,
    hint: 'Write reports with --json.',
  });
  const differences = differencesTo(report, thisRun);
  if (differences.length === 0) return new Map(Object.entries(report.observed ?? {}));
  io.stderr.write(
    `creator-sandbox: ${name} is about ${differences.join(' and ')}, so its runs count for nothing here.\n`,
  );
  return undefined;
}
