import { parseDuration } from './durations.ts';
import { UsageError } from './errors.ts';
import type { LatencyDistribution } from './latency.ts';
import { nearestOperation } from './nearest-operation.ts';
import { isSearch, type OperationId, operations } from './operations.ts';
import { isObject } from './values.ts';

/** How long an operation takes. */
export interface OperationLatency {
  /** To the reply, or to the first event of a stream. */
  readonly first: LatencyDistribution;
  /** Between two events of a stream. */
  readonly between?: LatencyDistribution;
  /** From the last progress event of a stream to its result. */
  readonly end?: LatencyDistribution;
}

export type LatencyTable = ReadonlyMap<OperationId, OperationLatency>;

/** No wait is longer. */
const maxLatencyMs = 60_000;

const ms = (medianMs: number, p99Ms: number, maxMs: number): LatencyDistribution => ({
  medianMs,
  p99Ms,
  maxMs,
});

/** The waits of `latency: usual`, and of operations that a file does not name (assumed: latency-usual). */
export function usualLatency(operation: OperationId): OperationLatency {
  if (operation === 'nls')
    return { first: ms(300, 1_500, 5_000), between: ms(150, 600, 3_000), end: ms(1_200, 6_000, 30_000) };
  if (isSearch(operation)) return { first: ms(350, 1_800, 10_000) };
  if (/^(?:usage|v2\/apiStatus)$/.test(operation)) return { first: ms(40, 200, 1_000) };
  return { first: ms(150, 900, 5_000) };
}

export const usualLatencies = (): LatencyTable => new Map(operations.map(({ id }) => [id, usualLatency(id)]));

/**
 * The table of a file; operations that it does not name take what is usual.
 * @param content `{"clip/profile": {"median": "150ms", "p99": "1s", "max": "10s"}}`
 * @param name of the file, for messages
 * @throws UsageError
 */
export function readLatencies(content: unknown, name: string): LatencyTable {
  if (!isObject(content)) throw new UsageError(`${name} must hold one JSON object.`);
  const table = new Map(usualLatencies());
  for (const [id, written] of Object.entries(content)) {
    const operation = operations.find((each) => each.id === id);
    if (!operation)
      throw new UsageError(
        `${name}: there is no operation "${id}"; the nearest valid one is ${nearestOperation(id, operations)}.`,
      );
    table.set(operation.id, readOperation(operation.id, written, `${name}: ${id}`));
  }
  return table;
}

const partNames = ['first', 'between', 'end'] as const;

function readOperation(operation: OperationId, written: unknown, place: string): OperationLatency {
  if (!isObject(written) || partNames.every((part) => !(part in written)))
    return { ...usualLatency(operation), first: readDistribution(written, place) };
  if (operation !== 'nls') throw new UsageError(`${place} is no stream: give {median, p99, max}.`);
  const other = Object.keys(written).find((part) => !(partNames as readonly string[]).includes(part));
  if (other !== undefined) throw new UsageError(`${place} has no "${other}": give first, between and end.`);
  const parts = Object.entries(written).map(([part, each]) => [
    part,
    readDistribution(each, `${place}, ${part}`),
  ]);
  return { ...usualLatency(operation), ...(Object.fromEntries(parts) as Partial<OperationLatency>) };
}

function readDistribution(written: unknown, place: string): LatencyDistribution {
  const given = isObject(written) ? written : {};
  const spans = ['median', 'p99', 'max'].map((name) => spanIn(given[name]));
  if (spans.includes(undefined) || Object.keys(given).length > spans.length)
    throw new UsageError(
      `${place} must be {median, p99, max}, each in milliseconds or as a duration such as 150ms.`,
    );
  const [medianMs, p99Ms, maxMs] = spans as [number, number, number];
  if (medianMs > p99Ms || p99Ms > maxMs || maxMs > maxLatencyMs)
    throw new UsageError(`${place} must have median ≤ p99 ≤ max ≤ 60s.`);
  return { medianMs, p99Ms, maxMs };
}

function spanIn(given: unknown): number | undefined {
  if (typeof given === 'string') return parseDuration(given);
  return typeof given === 'number' && Number.isInteger(given) && given >= 0 ? given : undefined;
}
