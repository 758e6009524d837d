import { compareTexts } from '../core/order.ts';
import { getKeyAccount } from './accounts.ts';
import { dateOf, dayOf } from './days.ts';
import { assertCallsRead, type State, type UsageCount } from './state.ts';
import type { Caller, UsageDay } from './values.ts';

/** Counts a call on the UTC day of its own instant, even if it is written later. */
export function countCall(
  { usage }: State,
  call: { key: number; operation: string; at: number; charged: 0 | 1; credits: number },
): void {
  const { key, operation } = call;
  const day = dayOf(call.at);
  const before = usage.get({ key, day, operation });
  usage.set({
    key,
    day,
    operation,
    requests: (before?.requests ?? 0) + 1,
    charged: (before?.charged ?? 0) + call.charged,
    credits: (before?.credits ?? 0) + call.credits,
  });
}

export function usageOf(state: State, caller: Caller, from: number, to: number): UsageDay[] {
  assertCallsRead(state);
  const [first, last] = [dayOf(from), dayOf(to)];
  const { key } = getKeyAccount(state, caller.id);
  const counts = usageInOrder(state, key.number).filter(({ day }) => day >= first && day <= last);
  return [...Map.groupBy(counts, ({ day }) => day)].map(([day, calls]) => ({
    date: dateOf(day),
    calls: calls.map(({ key: _, day: __, ...counts }) => counts),
  }));
}

/** The usage of a key, sorted by day and operation. */
export const usageInOrder = ({ usage }: State, key: number): UsageCount[] =>
  usage.of(key).sort((one, other) => one.day - other.day || compareTexts(one.operation, other.operation));
