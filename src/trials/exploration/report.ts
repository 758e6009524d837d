import { type CallSite, formatCallSite } from '../../core/call-site.ts';
import { formatCount } from '../../core/count.ts';
import { shellWord } from '../../core/plain-text.ts';
import type { Annotation } from '../../report/formats/annotations.ts';
import type { Findings } from '../../report/formats/findings.ts';
import type { Outline } from '../../report/formats/outline.ts';
import type { Test } from '../../report/formats/tests.ts';
import { indexOf, type ObservedCall, type ObservedRun } from './call.ts';
import { type Exploration, type FoundCause, type SpareReason, spareReasons } from './explore.ts';
import { sumOfCredits } from './judge.ts';
import { outcomeOf } from './outcomes.ts';
import {
  type FaultSchedule,
  faultText,
  operationIn,
  type ScheduledFault,
  scheduleInWords,
  scheduleText,
} from './schedule.ts';
import { type FindingKind, helpOn } from './symptoms.ts';

export interface ExploredFinding {
  readonly kind: FindingKind;
  /** The client rule of the kind `rule`. */
  readonly rule?: string;
  readonly sentence: string;
  /** The smallest one that shows it. */
  readonly schedule: readonly (ScheduledFault & { readonly callSite?: CallSite })[];
  /** Too much of them. */
  readonly credits: number;
  /** The first ten calls of that run. */
  readonly calls: readonly ObservedCall[];
  /** The calls of that run. */
  readonly callCount: number;
  /** The command that runs the schedule again, and ends with 3 as long as it shows the finding. */
  readonly again: string;
}

/** What `explore` found. Equal runs give equal reports. */
export interface ExplorationReport {
  /** The version of the sandbox. */
  readonly version: string;
  readonly command: string;
  readonly depth: number;
  /** false = the time was over; the rest is left. */
  readonly complete: boolean;
  /** The calls of the run without faults. */
  readonly credits: number;
  /** The calls of the run without faults. */
  readonly calls: readonly ObservedCall[];
  readonly schedules: {
    /** Runs under faults, those of shrinking among them. */
    readonly run: number;
    /** Schedules without a run, because another one shows the same. */
    readonly spared: number;
    /** Schedules without a run, because the time was over. */
    readonly left: number;
  };
  readonly spared: readonly {
    readonly reason: SpareReason;
    /** Schedules. */
    readonly count: number;
    readonly why: string;
    /** A check showed more than was expected, so all had a run. */
    readonly withdrawn: boolean;
  }[];
  readonly findings: readonly ExploredFinding[];
}

/** @param flags of the exploration that change what a run shows */
export function explorationReport(
  { causes, runs, left, spared }: Exploration,
  clean: ObservedRun,
  about: { readonly version: string; readonly command: readonly string[]; readonly depth: number },
  flags: readonly string[],
): ExplorationReport {
  const { version, command, depth } = about;
  const again = (schedule: FaultSchedule) => [
    ...['npx', 'creator-sandbox', 'explore'],
    ...schedule.flatMap((fault) => ['--schedule', faultText(fault)]),
    ...[...flags, '--', ...command],
  ];
  return {
    ...{ version, command: command.join(' '), depth },
    complete: left === 0,
    credits: sumOfCredits(clean.calls),
    calls: clean.calls,
    schedules: { run: runs, spared: spared.reduce((sum, { count }) => sum + count, 0), left },
    spared: spared.map((each) => ({ ...each, why: spareReasons[each.reason] })),
    findings: causes.map((cause) => findingOf(cause, again(cause.schedule).map(shellWord).join(' '))),
  };
}

const maxCalls = 10;

function findingOf({ symptom, schedule, run }: FoundCause, again: string): ExploredFinding {
  const { kind, about, detail, credits } = symptom;
  const placed = schedule.map((fault) => {
    const callSite = run.calls[indexOf(run, fault.call)]?.callSite;
    return { ...fault, ...(callSite && { callSite }) };
  });
  const sites = new Set(placed.flatMap(({ callSite }) => (callSite ? [formatCallSite(callSite)] : [])));
  const madeAt = sites.size === 0 ? '' : ` Made at ${[...sites].join(' and ')}.`;
  return {
    kind,
    ...(kind === 'rule' && { rule: about }),
    sentence: `When ${scheduleInWords(schedule)}: ${detail}.${madeAt}`,
    ...{ schedule: placed, credits },
    ...{ calls: run.calls.slice(0, maxCalls), callCount: run.calls.length, again },
  };
}

/** The findings of `explore`. */
export function explorationFindings(report: ExplorationReport): Findings {
  const { version, findings, calls, schedules } = report;
  const outline = explorationOutline(report);
  const found = new Set(findings.flatMap(({ schedule }) => schedule.map(({ call }) => call)));
  // Each finding is a test that fails, each call without one a test that passes.
  const tests: Test[] = [
    ...findings.map((finding) => ({
      suite: [
        [...new Set(finding.schedule.map(({ call }) => operationIn(call)))].join(', '),
      ] as Test['suite'],
      name: `${nameOf(finding)}: ${scheduleText(finding.schedule)}`,
      status: 'failed' as const,
      ms: 0,
      message: finding.sentence,
      advice: `A client should ${adviceOn(finding)}`,
      requests: finding.calls.map((each) => `${each.call} ${resultOf(each)}, ${each.credits} credits`),
    })),
    ...calls
      .filter(({ call }) => !found.has(call))
      .map(({ call, operation }) => ({
        suite: [operation] as Test['suite'],
        name: call,
        ms: 0,
        ...(schedules.left > 0
          ? { status: 'skipped' as const, message: 'some schedules had no run' }
          : { status: 'passed' as const }),
      })),
  ];
  return {
    ...{ report, outline },
    tests: { version, name: 'schedules', head: outline.head, figures: { schedules }, tests },
    annotations: findings.flatMap(annotationsOf),
  };
}

/** At the line of the last fault. */
function annotationsOf(finding: ExploredFinding): Annotation[] {
  const callSite = finding.schedule.at(-1)?.callSite;
  if (!callSite) return [];
  const message = [finding.sentence, helpOn[finding.kind], `Run it again: ${finding.again}`].join('\n');
  return [{ level: 'error', title: nameOf(finding), message, callSite }];
}

const nameOf = ({ rule, kind }: ExploredFinding): string => rule ?? kind;

/** The report for people. */
function explorationOutline({ findings, schedules, spared, calls, credits }: ExplorationReport): Outline {
  const foundText = findings.length === 0 ? 'No finding' : formatCount(findings.length, 'finding');
  const rowsOf = (some: readonly ObservedCall[]) =>
    some.map((call) => [call.call, resultOf(call), call.credits]);
  const head = ['call', 'what happened', 'credits'];
  return {
    title: 'which faults cost money?',
    head: `${foundText} in ${formatCount(schedules.run, 'run')} over ${formatCount(calls.length, 'call')}; ${formatCount(schedules.spared, 'schedule')} spared, ${schedules.left} left.`,
    notes: [
      ...(schedules.left > 0
        ? [`${formatCount(schedules.left, 'schedule')} had no run: the time was over.`]
        : []),
      ...spared.map(({ count, why, withdrawn }) =>
        withdrawn ? `Had a run after all, because a check showed more: ${why}` : `${count} spared: ${why}`,
      ),
    ],
    tables: [
      {
        title: 'Findings',
        head: ['finding', 'what happens', 'credits', 'a client should'],
        rows: findings.map((finding) => [
          ...[nameOf(finding), finding.sentence, finding.credits, adviceOn(finding)],
        ]),
        textColumns: 3,
      },
      ...findings.map((finding, index) => ({
        title: `Calls of finding ${index + 1}: ${nameOf(finding)}`,
        head,
        rows: [
          ...rowsOf(finding.calls),
          ...(finding.callCount > finding.calls.length
            ? [[`and ${finding.callCount - finding.calls.length} more`, '', '']]
            : []),
        ],
      })),
      {
        title: 'How to see them again',
        head: ['finding', 'command'],
        rows: findings.map((finding) => [nameOf(finding), finding.again]),
      },
      { title: `Without faults, for ${credits} credits`, head, rows: rowsOf(calls), textColumns: 0 },
    ],
  };
}

/** The advice to a client about the last fault, and about the kind. */
function adviceOn({ kind, schedule }: ExploredFinding): string {
  const { outcome } = schedule.at(-1) as ScheduledFault;
  return `${outcomeOf(outcome).client}. ${helpOn[kind]}`;
}

/** The result of a call. */
function resultOf({ outcome, status, code, isDelivered }: ObservedCall): string {
  const reply = isDelivered ? 'delivered' : status === 0 ? 'no reply' : `${status}${code ? ` ${code}` : ''}`;
  return outcome === undefined ? reply : `${outcome}: ${reply}`;
}
