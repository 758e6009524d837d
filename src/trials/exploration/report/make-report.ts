import { formatCallSite } from '../../../core/call-site.ts';
import { callText, type ObservedCall, type ObservedRun } from '../call.ts';
import { indexOf } from '../candidates.ts';
import type { Exploration, FoundCause } from '../explore.ts';
import { sumOfCredits } from '../judge.ts';
import { type ScheduledFault, scheduleInWords } from '../schedule.ts';
import { spareReasons } from '../spared.ts';
import type { Again } from './again.ts';
import type { ExplorationReport, ExploredFinding, ExploredRequest } from './model.ts';

/** What a report has beside an exploration. */
interface Beside {
  readonly about: Pick<ExplorationReport, 'version' | 'command' | 'seed' | 'depth'>;
  /** How to see a cause again. */
  again(cause: FoundCause): Again;
}

const maxRequests = 10;

export function makeExplorationReport(
  { causes, runs, left, spared }: Exploration,
  clean: ObservedRun,
  { about, again }: Beside,
): ExplorationReport {
  const count = spared.reduce((sum, each) => sum + each.count, 0);
  return {
    ...about,
    complete: left === 0,
    credits: sumOfCredits(clean.calls),
    calls: clean.calls.map(requestOf),
    schedules: { run: runs, spared: count, left },
    spared: spared.map((each) => ({ ...each, why: spareReasons[each.reason] })),
    findings: causes.map((cause) => findingOf(cause, again(cause))),
  };
}

function findingOf({ symptom, schedule, run }: FoundCause, again: Again): ExploredFinding {
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
