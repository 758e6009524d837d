import { Buffer } from 'node:buffer';
import { compareTexts } from '../core/order.ts';
import { labelText, type MetricFamily } from './exposition.ts';
import { durationBounds, type MetricCounts, type OperationCounts } from './metrics.ts';

/**
 * The counts of requests and their durations. They are most of a page, which may have thousands of lines, so those of an
 * operation are written anew only after it was called, and then only their numbers are.
 */
export function requestFamilies({ operations }: MetricCounts): MetricFamily[] {
  const all = [...operations]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([name, counts]) => linesOf(name, counts));
  return [
    {
      name: requestsName,
      type: 'counter',
      help: 'Requests to the service, by operation, status, code of the refusal and whether a test forced the reply.',
      series: all.map(({ requests }) => requests),
    },
    {
      name: durationName,
      type: 'histogram',
      help: 'Time from the arrival of a request to its reply, to its end where it is a stream.',
      series: all.map(({ durations }) => durations),
    },
  ];
}

const requestsName = 'creator_sandbox_requests';
const durationName = 'creator_sandbox_request_duration_seconds';

/** The lines of an operation as they were last written. */
interface OperationLines {
  readonly durationStarts: readonly string[];
  changes: number;
  requests: Buffer;
  durations: Buffer;
}

const noBytes = Buffer.alloc(0);

const linesOfCounts = new WeakMap<OperationCounts, OperationLines>();

function linesOf(operation: string, counts: OperationCounts): OperationLines {
  const known = linesOfCounts.get(counts);
  if (known?.changes === counts.changes) return known;
  const lines = known ?? {
    durationStarts: durationStarts(operation),
    ...{ changes: 0, requests: noBytes, durations: noBytes },
  };
  lines.changes = counts.changes;
  lines.requests = Buffer.from(requestLines(counts));
  lines.durations = Buffer.from(durationLines(counts.durations, lines.durationStarts));
  linesOfCounts.set(counts, lines);
  return lines;
}

function requestLines({ cells }: OperationCounts): string {
  const texts: string[] = [];
  for (const { labels, count } of cells.values()) texts.push(lineStart, labels, ` ${count}\n`);
  return texts.join('');
}

const lineStart = `${requestsName}_total`;

/** In seconds. OpenMetrics writes whole ones as `1.0`; Prometheus reads either. */
const bucketEnds = [...durationBounds.map((ms) => `${ms / 1000}${ms % 1000 === 0 ? '.0' : ''}`), '+Inf'].map(
  (bound) => `,le="${bound}"} `,
);

/** The lines of the durations up to their numbers. */
function durationStarts(operation: string): string[] {
  const labels = labelText({ operation });
  const bucket = `${durationName}_bucket${labels.slice(0, -1)}`;
  return [
    ...bucketEnds.map((end) => bucket + end),
    `${durationName}_sum${labels} `,
    `${durationName}_count${labels} `,
  ];
}

function durationLines({ buckets, sumMs }: OperationCounts['durations'], starts: readonly string[]) {
  const texts: string[] = [];
  let atMost = 0;
  for (const each of buckets) {
    atMost += each;
    texts.push(starts[texts.length >> 1] ?? '', `${atMost}\n`);
  }
  for (const value of [sumMs / 1000, atMost]) texts.push(starts[texts.length >> 1] ?? '', `${value}\n`);
  return texts.join('');
}
