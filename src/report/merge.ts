import { roundedCredits } from '../core/credits.ts';
import { mergedTests } from './by-test.ts';
import { clientRuleNames, wasteRuleNames } from './client-rules.ts';
import { maxEvidence, siteName } from './evidence.ts';
import { coverageOf } from './make-report.ts';
import type { BrokenRule, NextStep, Report, ReportCell, ReportedRequest, Sums } from './model.ts';
import { compareBy } from './order.ts';
import { totalOf } from './tally-rows.ts';

/**
 * The union of reports, in any order: all counts are sums. It has no gates, because those of the parts say nothing
 * about the whole. Ids of requests are those of their own shards.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const byOperation = summed(reports, 'byOperation', ({ operation }) => operation ?? '~');
  const cells = mergedCells(reports.map(({ coverage }) => coverage.cells));
  return {
    version: commonValue(reports.map(({ version }) => version)) ?? 'mixed',
    seed: commonValue(reports.map(({ seed }) => seed)) ?? null,
    since: Math.min(...reports.map(({ since }) => since)),
    clock: commonValue(reports.map(({ clock }) => clock)) ?? 'mixed',
    epoch: commonValue(reports.map(({ epoch }) => epoch)) ?? null,
    coverage: coverageOf(
      cells,
      byOperation.flatMap(({ operation }) => operation ?? []),
    ),
    receipt: {
      ...totalOf(reports.map(({ receipt }) => receipt)),
      injected: total(reports, 'injected'),
      injectedRefusals: total(reports, 'injectedRefusals'),
      changed: total(reports, 'changed'),
      failedMidway: total(reports, 'failedMidway'),
      byKey: summed(reports, 'byKey', ({ key, label }) => `${key} ${label}`),
      byOperation,
      byTest: mergedTests(reports.flatMap(({ receipt }) => receipt.byTest)),
    },
    waste: mergedWaste(reports),
    clientRules: mergedRules(reports),
    assumptions: [
      ...Map.groupBy(
        reports.flatMap(({ assumptions }) => assumptions),
        ({ id }) => id,
      ).values(),
    ]
      .map((same) => ({
        id: same[0]?.id ?? '',
        requests: same.reduce((sum, { requests }) => sum + requests, 0),
        strict: same.some(({ strict }) => strict),
      }))
      .sort(compareBy(({ id }) => id)),
    gates: [],
  };
}

const total = (
  reports: readonly Report[],
  name: 'injected' | 'injectedRefusals' | 'changed' | 'failedMidway',
): number => reports.reduce((sum, { receipt }) => sum + receipt[name], 0);

function commonValue<T>(values: readonly T[]): T | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

type SumRows<Name extends keyof Report['receipt']> = Extract<Report['receipt'][Name], readonly Sums[]>;

function summed<Name extends 'byKey' | 'byOperation'>(
  reports: readonly Report[],
  name: Name,
  nameOf: (row: SumRows<Name>[number]) => string,
): SumRows<Name> {
  type Row = SumRows<Name>[number];
  const rows = reports.flatMap(({ receipt }) => (receipt[name] ?? []) as readonly Row[]);
  return [...Map.groupBy(rows, nameOf).values()]
    .map((same) => Object.assign({}, ...same, totalOf(same)) as Row)
    .sort(compareBy(nameOf)) as SumRows<Name>;
}

function mergedCells(shards: readonly (readonly ReportCell[])[]): ReportCell[] {
  const same = Map.groupBy(shards.flat(), ({ operation, code }) => `${operation} ${code}`);
  return [...same.values()].map((cells) => ({
    ...(cells[0] as ReportCell),
    earned: cells.reduce((sum, { earned }) => sum + earned, 0),
    injected: cells.reduce((sum, { injected }) => sum + injected, 0),
    next: cells.map(({ next }) => next).reduce(addNext),
    ...(cells.some(({ requestCount }) => requestCount !== undefined) && mergedRequests(cells)),
  }));
}

function addNext(a: NextStep, b: NextStep): NextStep {
  const waits =
    a.waits && b.waits
      ? {
          atOnce: a.waits.atOnce + b.waits.atOnce,
          soon: a.waits.soon + b.waits.soon,
          later: a.waits.later + b.waits.later,
        }
      : (a.waits ?? b.waits);
  return {
    retried: a.retried + b.retried,
    waited: a.waited + b.waited,
    gaveUp: a.gaveUp + b.gaveUp,
    wentOn: a.wentOn + b.wentOn,
    askedElse: a.askedElse + b.askedElse,
    ...(waits && { waits }),
  };
}

function mergedWaste(reports: readonly Report[]): Report['waste'] {
  const same = Map.groupBy(
    reports.flatMap(({ waste }) => waste),
    wasteName,
  );
  return [...same.values()]
    .map((rows) => ({
      ...(rows[0] as Report['waste'][number]),
      credits: roundedCredits(rows.reduce((sum, { credits }) => sum + credits, 0)),
      ...mergedRequests(rows),
    }))
    .sort(compareBy((row) => `${wasteRuleNames.indexOf(row.rule)} ${wasteName(row)}`));
}

const wasteName = ({ rule, operation, callSite }: Report['waste'][number]): string =>
  siteName(`${rule} ${operation}`, callSite);

function mergedRules(reports: readonly Report[]): BrokenRule[] {
  const all = reports.flatMap(({ clientRules }) => clientRules as BrokenRule[]);
  const bySite = Map.groupBy(all, ({ rule, callSite }) => siteName(rule, callSite));
  return [...bySite.values()]
    .map((same) => {
      const { ignored: _, ...broken } = same[0] as BrokenRule;
      const parameters = [...new Set(same.flatMap((each) => each.parameters ?? []))].sort();
      return {
        ...broken,
        ...(parameters.length > 0 && { parameters: parameters.slice(0, maxEvidence) }),
        ...mergedRequests(same),
      };
    })
    .sort((a, b) => clientRuleNames.indexOf(a.rule) - clientRuleNames.indexOf(b.rule) || bySiteOrder(a, b));
}

const bySiteOrder = compareBy(({ callSite }: BrokenRule) => siteName('', callSite));

/** The first requests of all, in an order that does not depend on that of the reports. */
const mergedRequests = (
  lists: readonly { requests?: readonly ReportedRequest[]; requestCount?: number }[],
): { requests: ReportedRequest[]; requestCount: number } => ({
  requests: lists
    .flatMap(({ requests = [] }) => requests)
    .map((request) => [request, JSON.stringify(request)] as const)
    .sort(([a, inA], [b, inB]) => a.id - b.id || (inA < inB ? -1 : inA > inB ? 1 : 0))
    .slice(0, maxEvidence)
    .map(([request]) => request),
  requestCount: lists.reduce((sum, { requestCount = 0 }) => sum + requestCount, 0),
});
