import { type CallSite, formatCallSite } from '../../../core/call-site.ts';
import { roundedCredits } from '../../../core/credits.ts';
import type { Findings } from '../../../report/formats/findings.ts';
import type { Outline } from '../../../report/formats/outline.ts';
import type { Problems } from '../../../report/formats/sarif.ts';
import type { TestRun } from '../../../report/formats/tests.ts';
import type { Fields } from '../trimming.ts';

/** The result of the runs of `trim`. */
export interface TrimReport {
  version: string;
  command: string;
  runs: number;
  /** Of the first run, with the calls that are sold whole only. */
  credits: number;
  /** Credits of the last run, in which the sandbox sold the proposed fields only. */
  creditsWithFields: number;
  sites: readonly TrimmedSite[];
}

/** A call site and the fields with which the command still passes. */
export interface TrimmedSite {
  operation: string;
  parameters: string;
  /** Absent if no header named it. */
  callSite?: CallSite;
  calls: number;
  /** The fields to send; null where nothing can be left out. */
  fields: Fields | null;
  /** Credits for the calls of one run: as they are, and with these fields. */
  before: number;
  after: number;
}

/** The findings of `trim`. */
export const trimFindings = (report: TrimReport): Findings => ({
  report,
  outline: trimOutline(report),
  tests: trimTests(report),
  problems: trimProblems(report),
});

const sumsOf = ({ sites }: TrimReport) => ({
  before: roundedCredits(sites.reduce((sum, { before }) => sum + before, 0)),
  after: roundedCredits(sites.reduce((sum, { after }) => sum + after, 0)),
});

function trimHead(report: TrimReport): string {
  const { before, after } = sumsOf(report);
  return before === after
    ? `Nothing can be left out of ${report.sites.length} call sites, in ${report.runs} runs.`
    : `${roundedCredits(before - after)} of the ${report.credits} credits of a run can be saved, shown by ${report.runs} runs.`;
}

const trimOutline = (report: TrimReport): Outline => ({
  title: 'fewer fields',
  head: trimHead(report),
  notes: [
    'Only what the tests read counts: look at each proposal before you send it, and let the key have fractional calls.',
    ...(report.credits > report.creditsWithFields
      ? [`With the fields applied by the sandbox a run cost ${report.creditsWithFields} credits.`]
      : []),
  ],
  tables: [
    {
      title: 'Call sites',
      head: [
        'operation',
        'parameters',
        ...(hasLines(report) ? ['line'] : []),
        'calls',
        'before',
        'after',
        'fields',
      ],
      rows: report.sites.map((site) => [
        site.operation,
        site.parameters,
        ...(hasLines(report) ? [site.callSite ? formatCallSite(site.callSite) : ''] : []),
        site.calls,
        site.before,
        site.after,
        site.fields ? JSON.stringify(site.fields) : 'as they are',
      ]),
    },
  ],
});

const hasLines = ({ sites }: TrimReport): boolean => sites.some(({ callSite }) => callSite);

/** The name tells a call site from others. */
const nameOfSite = ({ operation, parameters, callSite }: TrimmedSite): string =>
  `${operation} by ${parameters}${callSite ? ` at ${formatCallSite(callSite)}` : ''}`;

/** A call site is a test, which passes: a saving is no fault of the tests. */
const trimTests = (report: TrimReport): TestRun => ({
  version: report.version,
  name: 'fields',
  head: trimHead(report),
  figures: sumsOf(report),
  tests: report.sites.map((site) => ({
    suite: [site.operation],
    name: nameOfSite(site),
    status: 'passed',
    ms: 0,
  })),
});

/** A call site with a proposal is a note. */
const trimProblems = (report: TrimReport): Problems => ({
  version: report.version,
  rules: [
    {
      id: 'fewer-fields',
      sentence: 'Fewer fields suffice, and cost less (contract 4.3).',
      help: 'Ask for the proposed `fields` at this place, if your program needs no more than its tests read.',
      level: 'note',
    },
  ],
  problems: report.sites
    .filter(({ fields }) => fields !== null)
    .map(({ operation, parameters, callSite, fields, before, after, calls }) => ({
      rule: 'fewer-fields',
      // Lines move, and a proposal stays the same one.
      subject: `${operation} by ${parameters}${callSite ? ` in ${callSite.function ?? callSite.file}` : ''}`,
      ...(callSite && { callSite }),
      sentence: `${operation} by ${parameters}: the tests pass with fields ${JSON.stringify(fields)}, for ${after} instead of ${before} credits.`,
      places: [operation],
      count: calls,
    })),
  figures: sumsOf(report),
});
