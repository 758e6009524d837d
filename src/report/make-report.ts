import { toCredits } from '../core/credits.ts';
import { clientRules } from './client-rules.ts';
import { reportedRequest } from './evidence.ts';
import type { BrokenRule, Report, ReportCell, ReportedRequest } from './model.ts';
import { compareBy } from './order.ts';
import { furtherKeys, noKey, type TallyCounts, unretried503s } from './tally.ts';
import type { Evidence } from './tally-input.ts';
import { sumsOf } from './tally-rows.ts';

/** The facts of a report beside its counts. */
export type About = Pick<Report, 'version' | 'seed' | 'clock' | 'epoch' | 'assumptions'>;

/** The report of everything counted so far. Rows are sorted, so that equal runs give equal reports. */
export function makeReport(counts: TallyCounts, { version, seed, clock, epoch, assumptions }: About): Report {
  const { all, keys, testRows, operations, operationIds, retryTracker } = counts;
  const byOperation = operations.flatMap((row, number) =>
    row.calls === 0 ? [] : [{ operation: operationIds[number] ?? null, ...sumsOf(row) }],
  );
  const byKey = [...keys.all()].flatMap(([name, row]) =>
    row.calls === 0
      ? []
      : [
          {
            key: name === noKey || name === furtherKeys ? null : name,
            label: name === furtherKeys ? furtherKeys : counts.labelOf(name),
            ...(row.looksReal && { looksReal: true as const }),
            ...sumsOf(row),
          },
        ],
  );
  return {
    version,
    seed,
    since: counts.since,
    clock,
    epoch,
    coverage: coverageOf(
      cellsOf(counts),
      byOperation.flatMap(({ operation }) => operation ?? []),
    ),
    receipt: {
      ...sumsOf(all),
      injected: all.injected,
      injectedRefusals: all.injectedRefusals,
      changed: all.changed,
      failedMidway: all.failedMidway,
      byKey: byKey.sort(compareBy(({ key, label }) => `${key} ${label}`)),
      byOperation,
      byTest: testRows.byTest(operationIds),
    },
    waste: retryTracker.waste
      .all(retryTracker.searches.unused())
      .map(({ rule, operation, callSite, credits, requests, requestCount }) => ({
        rule,
        operation: operationIds[operation] ?? '',
        ...(callSite && { callSite }),
        credits: toCredits(credits),
        requests: shown(counts, requests),
        requestCount,
      })),
    clientRules: brokenRulesOf(counts),
    assumptions,
    gates: [],
  };
}

/** @param called the operations that were called */
export function coverageOf(cells: readonly ReportCell[], called: readonly string[]): Report['coverage'] {
  const met = (some: readonly ReportCell[]) => ({
    met: some.filter(({ earned, injected }) => earned + injected > 0).length,
    total: some.length,
  });
  const names = new Set(called);
  return {
    ...met(cells),
    called: met(cells.filter(({ operation }) => names.has(operation))),
    cells: [...cells],
  };
}

const shown = ({ labelOf }: TallyCounts, requests: readonly Evidence[]): ReportedRequest[] =>
  requests.map((each) => reportedRequest(each, labelOf));

function cellsOf(counts: TallyCounts): ReportCell[] {
  const { cells, met, retryTracker, keys } = counts;
  const { earned, injected, requests } = met;
  const { nextSteps, hasRealWaits } = retryTracker;
  const open = new Map<number, number>();
  for (const [, { chains }] of keys.all())
    for (const chain of chains)
      for (const cell of chain?.cells ?? []) open.set(cell, (open.get(cell) ?? 0) + 1);
  return cells.list.map(({ operation, status, code }, cell) => ({
    operation,
    status,
    code,
    earned: earned[cell] as number,
    injected: injected[cell] as number,
    next: nextSteps.summary(cell, open.get(cell) ?? 0, hasRealWaits()),
    ...requestsOf(cell),
  }));

  function requestsOf(cell: number): Partial<ReportCell> {
    const requestCount = (earned[cell] as number) + (injected[cell] as number);
    if (requestCount === 0) return {};
    return { requests: shown(counts, requests.get(cell) ?? []), requestCount };
  }
}

function brokenRulesOf(counts: TallyCounts): BrokenRule[] {
  const { retryTracker, keys } = counts;
  const broken = retryTracker.clientRules.copy();
  for (const request of unretried503s(keys.all())) broken.note('no-retry-after-503', request);
  for (const request of retryTracker.searches.withOtherSort()) broken.note('page-with-other-sort', request);
  return broken.all().map(({ rule, callSite, parameters, requests, requestCount }) => ({
    rule,
    severity: clientRules[rule].severity,
    sentence: clientRules[rule].sentence,
    ...(callSite && { callSite }),
    ...(parameters.length > 0 && { parameters: parameters.toSorted() }),
    requests: shown(counts, requests),
    requestCount,
  }));
}
