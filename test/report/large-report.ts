import type { Report, ReportedRequest } from '../../src/report/model.ts';
import { clientRuleNames, clientRules, wasteRuleNames } from '../../src/report/rules.ts';
import { testApp } from '../harness.ts';
import { reportFrom } from './reports.ts';

/** The report of a million requests, in which the dearest, and what was broken most, come last. */
export async function largeReport(): Promise<Report> {
  const { coverage, ...empty } = await reportFrom(await testApp());
  const operations = [...new Set(coverage.cells.map(({ operation }) => operation))];
  const requests = Array.from(
    { length: 10 },
    (_, n): ReportedRequest => ({
      ...{ id: n + 1, method: 'GET', path: '/clip/profile', parameters: { uniqueId: `creator-${n}` } },
      ...{ key: `key ${n}`, test: `test ${n}`, status: 404, code: 'NOT_FOUND', credits: 0 },
    }),
  );
  const sumsOf = (n: number) => ({ calls: n + 1, credits: n >> 1, refusals: n, paidTwice: n });
  const rows = (length: number) => Array.from({ length }, (_, n) => ({ n, ...sumsOf(n) }));
  return {
    ...empty,
    coverage: {
      ...coverage,
      met: coverage.total,
      called: { met: coverage.total, total: coverage.total },
      cells: coverage.cells.map((cell) => ({ ...cell, earned: 1_000, requests, requestCount: 1_000 })),
    },
    receipt: {
      ...empty.receipt,
      ...{ calls: 1_000_000, credits: 1_000_000, refusals: 1_000 },
      byKey: rows(300).map(({ n, ...sums }) => ({ key: `${n}`, label: `key ${n}`, ...sums })),
      byOperation: operations.map((operation, n) => ({ operation, ...sumsOf(n) })),
      byTest: rows(5_000).map(({ n, ...sums }) => ({ test: `test ${n}`, ...sums, callSites: [] })),
    },
    waste: wasteRuleNames.flatMap((rule) =>
      operations.map((operation, n) => ({ rule, operation, credits: n >> 1, requests, requestCount: n + 1 })),
    ),
    clientRules: clientRuleNames.map((rule, n) => {
      const { severity, sentence } = clientRules[rule];
      const isIgnored = rule === clientRuleNames.at(-2);
      return {
        rule,
        severity,
        sentence,
        requests,
        requestCount: n + 10,
        ...(isIgnored && { ignored: 'so' }),
      };
    }),
    assumptions: rows(40).map(({ n }) => ({ id: `assumption-${n}`, requests: n + 1, strict: n > 35 })),
    gates: [
      { gate: 'budget', wanted: 'at most 2000000 credits', found: '1000000 credits', holds: true },
      { gate: 'max-waste', wanted: 'at most 0 credits', found: '5', holds: false, advice: 'Save calls.' },
    ],
  };
}
