import { type Millicredits, thousandthsOf } from '../core/credits.ts';
import type { WasteRuleName } from '../report/client-rules.ts';
import type { Report } from '../report/model.ts';

/** Equal calls of a run, one after the other. */
export interface CallGroup {
  readonly calls: number;
  /** Credits of each call, in thousandths. */
  readonly credits: Millicredits;
}

/** The paid calls of a run, without their order: what one more run costs. */
export interface RunPattern {
  readonly groups: readonly CallGroup[];
  readonly calls: number;
  readonly credits: Millicredits;
}

/** What a kind of waste cost in a run. */
export interface WastedCredits {
  readonly rule: WasteRuleName;
  readonly credits: Millicredits;
}

/** Credits of each operation that a run pays and need not. */
type Savings = ReadonlyMap<string | null, Millicredits>;

/** The pattern of a report's receipt; calls of one operation share its credits evenly, to the thousandth. */
export function runPatternOf(report: Report, savings: Savings = new Map()): RunPattern {
  const groups = report.receipt.byOperation.flatMap(({ operation, calls, refusals, credits }) => {
    const spared = savings.get(operation) ?? 0;
    return sharedEvenly(calls - refusals, Math.max(0, thousandthsOf(credits) - spared));
  });
  return {
    groups,
    calls: groups.reduce((sum, { calls }) => sum + calls, 0),
    credits: groups.reduce((sum, { calls, credits }) => sum + calls * credits, 0),
  };
}

/** The waste of a report by its kind, the dearest first. */
export function wastedCredits({ waste }: Report): WastedCredits[] {
  const byRule = new Map<WasteRuleName, Millicredits>();
  for (const { rule, credits } of waste) byRule.set(rule, (byRule.get(rule) ?? 0) + thousandthsOf(credits));
  return [...byRule]
    .map(([rule, credits]) => ({ rule, credits }))
    .sort((one, other) => other.credits - one.credits);
}

/** What a run saves once its waste is mended. @param trimmed what fewer `fields` save, in place of the report's guess */
export function savedByMending({ waste }: Report, trimmed?: Savings): Savings {
  const savings = new Map(trimmed);
  for (const { rule, operation, credits } of waste)
    if (!(trimmed && rule === 'whole-record'))
      savings.set(operation, (savings.get(operation) ?? 0) + thousandthsOf(credits));
  return savings;
}

/** What is left over of an even share goes to the first calls, a thousandth each. */
function sharedEvenly(calls: number, credits: Millicredits): CallGroup[] {
  if (calls <= 0) return credits > 0 ? [{ calls: 1, credits }] : [];
  const dearer = credits % calls;
  const each = (credits - dearer) / calls;
  return [
    { calls: dearer, credits: each + 1 },
    { calls: calls - dearer, credits: each },
  ].filter((group) => group.calls > 0);
}
