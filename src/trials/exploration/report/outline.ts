import { formatCount } from '../../../core/count.ts';
import type { Outline } from '../../../report/formats/outline.ts';
import { findingKinds } from '../kinds.ts';
import { outcomeOf } from '../outcomes.ts';
import type { ExplorationReport, ExploredFinding, ExploredRequest } from './model.ts';

/** The report of `explore` for people. */
export function explorationOutline(report: ExplorationReport): Outline {
  const { findings, schedules, spared, calls, credits } = report;
  return {
    title: 'which faults cost money?',
    head: explorationHead(report),
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
        head: ['finding', 'what happens', 'credits', 'run it again', 'a client should'],
        rows: findings.map((finding) => [
          finding.rule ?? finding.kind,
          finding.sentence,
          finding.credits,
          finding.again.command,
          adviceOn(finding),
        ]),
        textColumns: 3,
      },
      ...findings.map((finding, index) => ({
        title: `Calls of finding ${index + 1}: ${finding.rule ?? finding.kind}`,
        head: ['call', 'what happened', 'credits'],
        rows: [
          ...finding.requests.map((request) => [request.call, resultOf(request), request.credits]),
          ...(finding.requestCount > finding.requests.length
            ? [[`and ${finding.requestCount - finding.requests.length} more`, '', '']]
            : []),
        ],
      })),
      {
        title: 'How to see them again',
        head: ['finding', 'command', 'vitest', 'pytest'],
        rows: findings.map(({ kind, rule, again }) => [
          rule ?? kind,
          again.command,
          again.vitest,
          again.pytest,
        ]),
        textColumns: 2,
      },
      {
        title: `Without faults, for ${credits} credits`,
        head: ['call', 'what happened', 'credits'],
        rows: calls.map((call) => [call.call, resultOf(call), call.credits]),
        textColumns: 0,
      },
    ],
  };
}

function explorationHead({ findings, schedules, calls }: ExplorationReport): string {
  const found = findings.length === 0 ? 'No finding' : formatCount(findings.length, 'finding');
  return `${found} in ${formatCount(schedules.run, 'run')} over ${formatCount(calls.length, 'call')}; ${formatCount(schedules.spared, 'schedule')} spared, ${schedules.left} left.`;
}

/** What a client should do: about the last fault, and about the kind. */
export function adviceOn({ kind, schedule }: ExploredFinding): string {
  const { client } = outcomeOf((schedule.at(-1) as ExploredFinding['schedule'][number]).outcome);
  return client === undefined ? findingKinds[kind].help : `${client}. ${findingKinds[kind].help}`;
}

/** What became of a call. */
export function resultOf({ outcome, status, code, delivered }: ExploredRequest): string {
  const reply = delivered ? 'delivered' : status === 0 ? 'no reply' : `${status}${code ? ` ${code}` : ''}`;
  return outcome === undefined ? reply : `${outcome}: ${reply}`;
}
