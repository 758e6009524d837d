import { formatCallSite } from '../../../core/call-site.ts';
import type { FaultRule } from '../../../faults/rule.ts';
import { callText, type ObservedCall, type ObservedRun } from '../call.ts';
import { indexOf } from '../candidates.ts';
import type { Exploration, FoundCause } from '../explore.ts';
import { sumOfCredits } from '../judge.ts';
import { type ScheduledFault, scheduleInWords } from '../schedule.ts';
import { spareReasons } from '../spared.ts';
import type { Again } from './again.ts';
import type { ExplorationReport, ExploredFinding, ExploredRequest } from './model.ts';

/** What a report has beside an exploration. */
export type AboutExploration = Pick<ExplorationReport, 'version' | 'command' | 'seed' | 'depth'> &
  Partial<Pick<ExplorationReport, 'speed' | 'unconfirmed'>>;

/** A cause, and how to see it again. */
export interface ShownCause {
  readonly cause: FoundCause;
  readonly again: Again;
  readonly rules?: FaultRule[] | undefined;
  readonly adminCalls?: string[] | undefined;
}

const maxRequests = 10;

export function makeExplorationReport(
  { runs, left, spared }: Omit<Exploration, 'causes'>,
  clean: ObservedRun,
  causes: readonly ShownCause[],
  about: AboutExploration,
): ExplorationReport {
  const count = spared.reduce((sum, each) => sum + each.count, 0);
  return {
    ...about,
    complete: left === 0,
    credits: sumOfCredits(clean.calls),
    calls: clean.calls.map(requestOf),
    schedules: { run: runs, spared: count, left },
    spared: spared.map((each) => ({ ...each, why: spareReasons[each.reason] })),
    findings: causes.map(findingOf),
  };
}

function findingOf({
  cause: { symptom, schedule, run },
  again,
  rules,
  adminCalls,
}: ShownCause): ExploredFinding {
  const { kind, about, detail, credits } = symptom;
  const siteOf = (fault: ScheduledFault) => run.calls[indexOf(run, fault)]?.callSite;
  const sites = new Set(schedule.flatMap((fault) => siteOf(fault) ?? []).map(formatCallSite));
  const madeAt = sites.size === 0 ? '' : ` Made at ${[...sites].join(' and ')}.`;
  return {
    kind,
    ...(kind === 'rule' && { rule: about }),
    sentence: `When ${scheduleInWords(schedule)}: ${detail}.${madeAt}`,
    schedule: schedule.map((fault) => {
      const callSite = siteOf(fault);
      return {
        call: callText(fault.call),
        operation: fault.call.operation,
        ...(callSite && { callSite }),
        outcome: fault.outcome,
      };
    }),
    credits,
    requests: run.calls.slice(0, maxRequests).map(requestOf),
    requestCount: run.calls.length,
    again,
    ...(rules && { rules }),
    ...(adminCalls && { adminCalls }),
  };
}

const requestOf = (call: ObservedCall, index: number): ExploredRequest => ({
  id: index + 1,
  call: callText(call),
  operation: call.operation,
  ...(call.callSite && { callSite: call.callSite }),
  method: call.request.method,
  path: call.request.path,
  parameters: { ...call.request.parameters },
  key: `key ${call.key}`,
  status: call.status,
  ...(call.code !== null && { code: call.code }),
  credits: call.credits,
  delivered: call.isDelivered,
  ...(call.outcome !== undefined && { outcome: call.outcome }),
});
