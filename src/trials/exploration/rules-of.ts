import { finderOf, type Operation } from '../../core/operations.ts';
import type { Outcomes } from '../../faults/outcomes.ts';
import type { FaultRule } from '../../faults/rule.ts';
import { callText, type ObservedCall, type ObservedRun } from './call.ts';
import { outcomeOf } from './outcomes.ts';
import type { FaultSchedule, ScheduledFault } from './schedule.ts';

/** The limit of steps of a rule. */
const maxSteps = 100;

/**
 * The fault rules that do what a schedule says; undefined if rules alone cannot.
 * @param run under the schedule
 */
export function rulesOf(
  schedule: FaultSchedule,
  { calls }: ObservedRun,
  operations: readonly Operation[],
  outcomes: Outcomes,
): FaultRule[] | undefined {
  const find = finderOf(operations);
  const rules = schedule.map((fault, at): FaultRule | undefined => {
    const index = calls.findIndex((each) => callText(each) === callText(fault.call));
    const call = calls[index];
    const operation = call && find(call.operation);
    if (call && fault.outcome === 'page-repeats') return repeatedPageRule(call, calls);
    const effect = operation && outcomeOf(fault.outcome).rule?.(operation, outcomes);
    if (!call || !effect) return undefined;
    if (outcomeOf(fault.outcome).reach === 'onward') return onwardRule(effect, index);
    const match = matchOf(call);
    const before = skipped(fault, schedule.slice(0, at));
    return match && before < maxSteps ? { match, ...effect, ...stepsAfter(before, effect) } : undefined;
  });
  const all = rules.filter((rule) => rule !== undefined);
  return all.length === schedule.length ? all : undefined;
}

type RuleEffect = Omit<FaultRule, 'match'>;

/** A rule with the code of one operation holds for those with the same code. */
const onwardRule = (effect: RuleEffect, callsBefore: number): FaultRule | undefined =>
  callsBefore >= maxSteps
    ? undefined
    : {
        match: {},
        ...effect,
        ...(callsBefore > 0 && {
          sequence: [
            ...Array.from({ length: callsBefore }, () => 'succeed' as const),
            ...Array.from({ length: maxSteps - callsBefore }, () => 'fail' as const),
          ],
        }),
      };

/** It sees the page before that of the call, which stays as it is, and then that one. */
function repeatedPageRule(call: ObservedCall, calls: readonly ObservedCall[]): FaultRule | undefined {
  const match = matchOf(withoutOffset(call));
  const search = searchText(call);
  const pages = calls.filter((each) => searchText(each) === search);
  const before = pages.indexOf(call) - 1;
  if (!match || before < 0 || before + 2 > maxSteps) return undefined;
  const steps = [
    ...Array.from({ length: before }, () => 'succeed' as const),
    'fail' as const,
    'fail' as const,
  ];
  return { match, profile: 'page-repeats', ...(before === 0 ? { times: 2 } : { sequence: steps }) };
}

const withoutOffset = (call: ObservedCall): ObservedCall => {
  const { offset: _, ...parameters } = call.request.parameters;
  return { ...call, request: { ...call.request, parameters } };
};

const searchText = (call: ObservedCall): string =>
  JSON.stringify([call.operation, call.request.method, call.key, withoutOffset(call).request.parameters]);

/** Calls of the same subject that the rule lets pass: an earlier rule counts those before it. */
function skipped({ call }: ScheduledFault, earlier: FaultSchedule): number {
  const same = earlier.filter(
    (each) => each.call.operation === call.operation && each.call.subject === call.subject,
  );
  return call.occurrence - 1 - Math.max(0, ...same.map((each) => each.call.occurrence));
}

/** Once, after so many calls that succeed. */
const stepsAfter = (count: number, { hold }: RuleEffect): RuleEffect =>
  count === 0 || hold
    ? { times: 1 }
    : { sequence: [...Array.from({ length: count }, () => 'succeed' as const), 'fail'] };

/** undefined if reports do not have the whole request. */
function matchOf({
  operation,
  request: { method, parameters },
}: ObservedCall): FaultRule['match'] | undefined {
  const entries = Object.entries(parameters);
  if (JSON.stringify(parameters).includes('…') || entries.length >= maxTerms) return undefined;
  const isGet = method === 'GET';
  if (isGet && entries.some(([, value]) => typeof value !== 'string')) return undefined;
  if (entries.length === 0) return { operation, method: isGet ? 'GET' : 'POST' };
  return isGet
    ? { operation, method: 'GET', query: Object.fromEntries(entries) as Record<string, string> }
    : {
        operation,
        method: 'POST',
        body: Object.fromEntries(entries.map(([name, value]) => [`/${escaped(name)}`, value])),
      };
}

/** Reports have the first ones only. */
const maxTerms = 12;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
