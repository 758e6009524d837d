import { mergedTests } from './by-test.ts';
import { maxEvidence, siteName } from './evidence.ts';
import { coverageOf } from './make-report.ts';
import type { BrokenRule, NextStep, Report, ReportCell, ReportedRequest, Sums } from './model.ts';
import { compareBy, sortedBy } from './order.ts';
import { clientRuleNames, wasteRuleNames } from './rules.ts';
import { sumOf, totalOf } from './tally-rows.ts';

/**
 * The union of reports, in any order: all counts are sums. It has no gates, because those of the parts say nothing
 * about the whole. Ids of requests are those of their own shards.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const byOperation = summed(reports, 'byOperation', ({ operation }) => operation ?? '~');
  const receipts = reports.map(({ receipt }) => receipt);
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
      ...totalOf(receipts),
      ...sumOf(receipts, 'injected', 'injectedRefusals', 'changed', 'failedMidway', 'billedFailures'),
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
        ...sumOf(same, 'requests'),
        strict: same.some(({ strict }) => strict),
      }))
      .sort(compareBy(({ id }) => id)),
    gates: [],
  };
}

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
  const sums = Array.from(
    Map.groupBy(rows, nameOf).values(),
    (same): Row => Object.assign({}, ...same, totalOf(same)),
  );
  return sortedBy(sums, nameOf) as SumRows<Name>;
}

function mergedCells(shards: readonly (readonly ReportCell[])[]): ReportCell[] {
  const same = Map.groupBy(shards.flat(), ({ operation, code }) => `${operation} ${code}`);
  return [...same.values()].map((cells) => ({
    ...(cells[0] as ReportCell),
    ...sumOf(cells, 'earned', 'injected'),
    next: mergedNext(cells.map(({ next }) => next)),
    ...(cells.some(({ requestCount }) => requestCount !== undefined) && mergedRequests(cells)),
  }));
}

function mergedNext(steps: readonly NextStep[]): NextStep {
  const waits = steps.flatMap((step) => step.waits ?? []);
  return {
    ...sumOf(steps, 'retried', 'waited', 'gaveUp', 'wentOn', 'askedElse'),
    ...(waits.length > 0 && { waits: sumOf(waits, 'atOnce', 'soon', 'later') }),
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
      ...sumOf(rows, 'credits'),
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
