import { setImmediate as nextTurn } from 'node:timers/promises';
import { coverageOf } from '../report/make-report.ts';
import { mergeReports } from '../report/merge.ts';
import type { Report, ReportedRequest } from '../report/model.ts';
import { notables } from '../report/reply-facts.ts';

interface WholeReportParts {
  /** The report of the replica that is asked. */
  local: Report;
  peers: readonly Report[];
  /** The report on the latest requests of all replicas in their order. */
  inOrder: Report;
  /** The ids of operations and decisions in the order of a report. */
  operations: readonly string[];
  decisions: readonly string[];
  /** The label of a key now, which may differ from that in the report of a replica that left. */
  labelOf: (keyId: string) => string | null;
}

/** Adds up what each replica counted, in two pieces. What compares a request with those before it comes from all in their order. */
export async function wholeReport({
  local,
  peers,
  inOrder,
  operations,
  decisions,
  labelOf,
}: WholeReportParts): Promise<Report> {
  const { version, seed, clock, epoch } = local;
  const reports = [local, ...peers];
  const labels = labelsOf(reports, labelOf);
  const { since, coverage, receipt, assumptions, gates } = mergeReports(
    reports.map((report) => withLabels(report, labels)),
  );
  await nextTurn();
  const cells = coverage.cells.map((cell, place) => {
    const ordered = inOrder.coverage.cells[place] ?? cell;
    return labelled(inOrderOnly.has(cell.code) ? ordered : { ...cell, next: ordered.next }, labels);
  });
  const byOperation = orderedBy(operations, receipt.byOperation, ({ operation }) => operation);
  return {
    version,
    seed,
    since,
    clock,
    epoch,
    coverage: coverageOf(
      cells,
      byOperation.flatMap(({ operation }) => operation ?? []),
    ),
    receipt: {
      ...receipt,
      paidTwice: inOrder.receipt.paidTwice,
      byKey: paidTwice(receipt.byKey, inOrder.receipt.byKey, ({ key }) => key),
      byOperation: paidTwice(byOperation, inOrder.receipt.byOperation, ({ operation }) => operation),
      byTest: paidTwice(receipt.byTest, inOrder.receipt.byTest, ({ test }) => test),
    },
    waste: inOrder.waste.map((each) => labelled(each, labels)),
    clientRules: inOrder.clientRules.map((each) => labelled(each, labels)),
    assumptions: orderedBy(decisions, assumptions, ({ id }) => id),
    gates,
  };
}

type Labels = ReadonlyMap<string, string | null>;

/** One label for each key. That of a self-describing key is known only to replicas that saw it. */
function labelsOf(reports: readonly Report[], labelOf: WholeReportParts['labelOf']): Labels {
  const known = new Map<string, string | null>();
  for (const { key, label } of reports.flatMap(({ receipt }) => receipt.byKey))
    if (key !== null) known.set(key, known.get(key) ?? labelOf(key) ?? label);
  return known;
}

function withLabels(report: Report, labels: Labels): Report {
  const byKey = report.receipt.byKey.map((row) =>
    row.key === null ? row : { ...row, label: labels.get(row.key) ?? null },
  );
  return { ...report, receipt: { ...report.receipt, byKey } };
}

/** The same finding, whose requests name their keys by their labels. */
const labelled = <T extends { requests?: ReportedRequest[] }>(finding: T, labels: Labels): T => ({
  ...finding,
  ...(finding.requests && {
    requests: finding.requests.map((each) => ({ ...each, key: labels.get(each.key ?? '') ?? each.key })),
  }),
});

/** Cells that depend on the request before. */
const inOrderOnly: ReadonlySet<string> = new Set([notables.afterRenewal.code, notables.refreshed.code]);

/** Rows without a name paid nothing twice: calls without a key are never compared. */
function paidTwice<T extends { paidTwice: number }>(
  rows: readonly T[],
  from: readonly T[],
  nameOf: (row: T) => string | null,
): T[] {
  const byName = new Map(from.map((row) => [nameOf(row), row.paidTwice]));
  return rows.map((row) => ({
    ...row,
    paidTwice: byName.get(nameOf(row)) ?? 0,
  }));
}

/** Rows whose names are not in the list come last. */
function orderedBy<T>(names: readonly string[], rows: readonly T[], nameOf: (row: T) => string | null): T[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (row: T) => places.get(nameOf(row) ?? '') ?? names.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
