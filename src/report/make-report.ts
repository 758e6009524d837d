import { toCredits } from '../core/credits.ts';
import { parametersIn, queryIn } from '../core/query.ts';
import { furtherKeys, noKey } from './counters.ts';
import { asObject, cut, shortParameters } from './evidence.ts';
import { type Finding, isWaste } from './findings.ts';
import type { BrokenRule, Report, ReportCell, ReportedRequest } from './model.ts';
import { sortedBy } from './order.ts';
import { type ClientRuleName, clientRules, type WasteRuleName } from './rules.ts';
import type { TallyCounts } from './tally.ts';
import type { Evidence } from './tally-input.ts';
import { sumsOf } from './tally-rows.ts';

/** The facts of a report beside its counts. */
export type About = Pick<Report, 'version' | 'seed' | 'clock' | 'epoch' | 'assumptions'>;

/** The report of everything counted so far. Rows are sorted, so that equal runs give equal reports. */
export function makeReport(counts: TallyCounts, { version, seed, clock, epoch, assumptions }: About): Report {
  const { all, keys, testRows, operations, operationIds, findings } = counts;
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
      billedFailures: toCredits(all.billedFailures),
      byKey: sortedBy(byKey, ({ key, label }) => `${key} ${label}`),
      byOperation,
      byTest: testRows.byTest(operationIds),
    },
    waste: findings.flatMap((finding) =>
      isWaste(finding.rule) ? wasteIn(counts, finding as Finding<WasteRuleName>) : [],
    ),
    clientRules: findings.flatMap((finding) =>
      isWaste(finding.rule) ? [] : brokenRule(counts, finding as Finding<ClientRuleName>),
    ),
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

/** @param labelOf the name of a key; null without one */
function reportedRequest(
  { id, method, url, body, keyId, test, callSite, status, code, credits }: Evidence,
  labelOf: (keyId: string) => string | null,
): ReportedRequest {
  const [path] = url.split('?', 1) as [string];
  return {
    id,
    method,
    path: cut(path),
    parameters: shortParameters({
      ...parametersIn(queryIn(url)),
      ...(body !== null && asObject(JSON.parse(body))),
    }),
    key: keyId === null ? null : (labelOf(keyId) ?? keyId),
    ...(test !== null && { test }),
    ...(callSite && { callSite }),
    status,
    ...(code !== null && { code }),
    credits: toCredits(credits),
  };
}

function cellsOf(counts: TallyCounts): ReportCell[] {
  const { outcomes, met } = counts;
  return outcomes.list.map(({ operation, status, code }, outcome) => {
    const [earned, injected] = [met.earned[outcome] as number, met.injected[outcome] as number];
    return {
      ...{ operation, status, code, earned, injected },
      next: counts.nextStepOf(outcome),
      ...(earned + injected > 0 && {
        requests: shown(counts, met.requests.get(outcome) ?? []),
        requestCount: earned + injected,
      }),
    };
  });
}

const wasteIn = (
  counts: TallyCounts,
  { rule, operation, callSite, credits, requests, requestCount }: Finding<WasteRuleName>,
): Report['waste'][number] => ({
  rule,
  operation: counts.operationIds[operation] ?? '',
  ...(callSite && { callSite }),
  credits: toCredits(credits),
  requests: shown(counts, requests),
  requestCount,
});

const brokenRule = (
  counts: TallyCounts,
  { rule, callSite, parameters, requests, requestCount }: Finding<ClientRuleName>,
): BrokenRule => ({
  rule,
  severity: clientRules[rule].severity,
  sentence: clientRules[rule].sentence,
  ...(callSite && { callSite }),
  ...(parameters.length > 0 && { parameters: parameters.toSorted() }),
  requests: shown(counts, requests),
  requestCount,
});
