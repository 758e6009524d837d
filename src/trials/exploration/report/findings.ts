import type { Annotation } from '../../../report/formats/annotations.ts';
import type { Findings } from '../../../report/formats/findings.ts';
import type { TestRun } from '../../../report/formats/tests.ts';
import { findingKinds } from '../kinds.ts';
import type { ExplorationReport, ExploredFinding } from './model.ts';
import { adviceOn, explorationOutline, resultOf } from './outline.ts';

/** The findings of `explore`. */
export function explorationFindings(report: ExplorationReport): Findings {
  const outline = explorationOutline(report);
  return {
    report,
    outline,
    tests: explorationTests(report, outline.head),
    annotations: explorationAnnotations(report),
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

/** Each finding at the line of its last fault. */
const explorationAnnotations = ({ findings }: ExplorationReport): Annotation[] =>
  findings.flatMap(({ kind, rule, sentence, schedule, again }) => {
    const callSite = schedule.at(-1)?.callSite;
    if (!callSite) return [];
    const message = [sentence, findingKinds[kind].help, `Run it again: ${again.command}`].join('\n');
    return [{ level: 'error', title: rule ?? kind, message, callSite }];
  });
