import { labelText, type MetricFamily } from './exposition.ts';
import { durationBounds, type MetricCounts, type OperationCounts, type ReplyCount } from './metrics.ts';

/**
 * The counts of requests and their durations. They are most of a page, which may have thousands of lines, so those of an
 * operation are written anew only after it was called.
 */
export function requestFamilies({ operations }: MetricCounts): MetricFamily[] {
  const all = [...operations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, counts]) => linesOf(name, counts));
  return [
    {
      name: requestsName,
      type: 'counter',
      help: 'Requests to the service, by operation, status, code of the refusal and whether a test forced the reply.',
      series: all.map(({ requests }) => requests).join(''),
    },
    {
      name: durationName,
      type: 'histogram',
      help: 'Time from the arrival of a request to its reply, to its end where it is a stream.',
      series: all.map(({ durations }) => durations).join(''),
    },
  ];
}

const requestsName = 'creator_sandbox_requests';
const durationName = 'creator_sandbox_request_duration_seconds';

/** The lines of an operation as they were last written. */
interface OperationLines {
  readonly cells: ReplyLine[];
  /** Those of the durations up to their numbers. */
  readonly durationStarts: readonly string[];
  changes: number;
  requests: string;
  durations: string;
}

interface ReplyLine {
  readonly start: string;
  count: number;
  text: string;
}

const linesOfCounts = new WeakMap<OperationCounts, OperationLines>();

function linesOf(operation: string, counts: OperationCounts): OperationLines {
  const known = linesOfCounts.get(counts);
  if (known?.changes === counts.changes) return known;
  const lines = known ?? {
    cells: [],
    durationStarts: durationStarts(operation),
    ...{ changes: 0, requests: '', durations: '' },
  };
  lines.changes = counts.changes;
  lines.requests = requestLines(operation, counts, lines.cells);
  lines.durations = durationLines(counts.durations, lines.durationStarts);
  linesOfCounts.set(counts, lines);
  return lines;
}

/** @param lines in the order of the cells, of which none is ever removed */
function requestLines(operation: string, { cells }: OperationCounts, lines: ReplyLine[]): string {
  const texts: string[] = [];
  for (const cell of cells.values()) {
    let line = lines[texts.length];
    if (!line) {
      line = { start: startOf(operation, cell), count: 0, text: '' };
      lines.push(line);
    }
    if (line.count !== cell.count) {
      line.count = cell.count;
      line.text = `${line.start}${cell.count}\n`;
    }
    texts.push(line.text);
  }
  // One flat string: a page of ropes would be walked through at each scrape.
  return texts.join('');
}

const startOf = (operation: string, { status, code, isInjected }: ReplyCount): string =>
  `${requestsName}_total${labelText({ operation, status, code, injected: String(isInjected) })} `;

/** In seconds. OpenMetrics writes whole ones as `1.0`; Prometheus reads either. */
const shownBounds = [
  ...durationBounds.map((ms) => `${ms / 1000}${ms % 1000 === 0 ? '.0' : ''}`),
  '+Inf',
] as const;

function durationStarts(operation: string): string[] {
  const labels = labelText({ operation });
  return [
    ...shownBounds.map((le) => `${durationName}_bucket${labelText({ operation, le })} `),
    `${durationName}_sum${labels} `,
    `${durationName}_count${labels} `,
  ];
}

function durationLines({ buckets, count, sumMs }: OperationCounts['durations'], starts: readonly string[]) {
  let atMost = 0;
  const upTo = buckets.map((each) => {
    atMost += each;
    return atMost;
  });
  return [...upTo, sumMs / 1000, count].map((value, at) => `${starts[at]}${value}\n`).join('');
}
