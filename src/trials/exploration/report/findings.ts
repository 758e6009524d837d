import type { Findings } from '../../../report/formats/findings.ts';
import type { Problems } from '../../../report/formats/sarif.ts';
import type { TestRun } from '../../../report/formats/tests.ts';
import { findingKinds, kindNames } from '../kinds.ts';
import type { ExplorationReport, ExploredFinding } from './model.ts';
import { adviceOn, explorationOutline, resultOf } from './outline.ts';

/** The findings of `explore`. */
export function explorationFindings(report: ExplorationReport): Findings {
  const outline = explorationOutline(report);
  return {
    report,
    outline,
    tests: explorationTests(report, outline.head),
    problems: explorationProblems(report),
  };
}

/** Each finding is a test that fails, each call without one a test that passes. */
function explorationTests({ version, findings, calls, schedules }: ExplorationReport, head: string): TestRun {
  const found = new Set(findings.flatMap(({ schedule }) => schedule.map(({ call }) => call)));
  return {
    version,
    name: 'schedules',
    head,
    figures: { schedules },
    tests: [
      ...findings.map((finding) => ({
        suite: [operationsOf(finding)] as [string],
        name: `${finding.rule ?? finding.kind}: ${finding.schedule.map(({ outcome, call }) => `${outcome}@${call}`).join(' + ')}`,
        status: 'failed' as const,
        ms: 0,
        message: finding.sentence,
        advice: `A client should ${adviceOn(finding)}`,
        requests: finding.requests.map((each) => `${each.call} ${resultOf(each)}, ${each.credits} credits`),
      })),
      ...calls
        .filter(({ call }) => !found.has(call))
        .map(({ call, operation }) => ({
          suite: [operation] as [string],
          name: call,
          status: schedules.left > 0 ? ('skipped' as const) : ('passed' as const),
          ms: 0,
          ...(schedules.left > 0 && { message: 'some schedules had no run' }),
        })),
    ],
  };
}

const operationsOf = ({ schedule }: ExploredFinding): string =>
  [...new Set(schedule.map(({ operation }) => operation))].join(', ');

/** Of the last fault. */
function siteOf({ schedule }: ExploredFinding): Pick<Problems['problems'][number], 'callSite'> {
  const callSite = schedule.at(-1)?.callSite;
  return callSite ? { callSite } : {};
}

const explorationProblems = ({ version, findings, schedules }: ExplorationReport): Problems => ({
  version,
  rules: kindNames.map((kind) => ({
    id: kind,
    sentence: `${findingKinds[kind].sentence}.`,
    help: findingKinds[kind].help,
    level: 'error',
  })),
  problems: findings.map((finding) => ({
    rule: finding.kind,
    subject: finding.schedule.map(({ outcome, call }) => `${outcome}@${call}`).join(' + '),
    sentence: `${finding.sentence} Run it again: ${finding.again.command}`,
    places: [operationsOf(finding)],
    ...siteOf(finding),
    count: finding.requestCount,
  })),
  figures: { schedules },
});
