import type { ExchangeFile } from '../contract/exchange.ts';
import type { LatencyDistribution } from '../core/latency.ts';
import { maxLatencyMs, type WrittenLatency, writtenDistribution } from '../core/latency-table.ts';
import { findOperation, operations } from '../core/operations.ts';
import { mean, percentile } from '../core/statistics.ts';

/** The latency of the service, as recordings show it. */
export interface LearnedLatency {
  /** By operation, as a file for the setting `latency` has it. */
  readonly table: Readonly<Record<string, WrittenLatency>>;
  /** Replies that were read. */
  readonly replies: number;
}

/** The times of one operation, in milliseconds. */
interface SeenTimes {
  readonly first: number[];
  readonly between: number[];
  readonly end: number[];
}

/** Learns from the times at which the parts of recorded replies came. Exchanges without them teach nothing. */
export function learnLatency(exchanges: Iterable<ExchangeFile>): LearnedLatency {
  const seen = new Map<string, SeenTimes>();
  let replies = 0;
  for (const { operation: name, parts = [], recordedAt, reply } of exchanges) {
    const operation = name === null ? undefined : findOperation(name)?.id;
    const times = parts.map(({ ms }) => ms);
    if (operation === undefined || recordedAt === undefined || times.length === 0) continue;
    const [first, last] = [times[0], times.at(-1)] as [number, number];
    replies += 1;
    const of = seen.get(operation) ?? { first: [], between: [], end: [] };
    seen.set(operation, of);
    // A reply is there when all of it is.
    of.first.push(reply?.events ? first : last);
    if (!reply?.events || times.length < 2) continue;
    const waits = times.slice(1).map((ms, index) => ms - (times[index] as number));
    of.end.push(waits.pop() as number);
    of.between.push(...waits);
  }
  const known = operations.flatMap(({ id }) => {
    const times = seen.get(id);
    return times ? [[id, writtenLatency(times)] as const] : [];
  });
  return { table: Object.fromEntries(known), replies };
}

function writtenLatency({ first, between, end }: SeenTimes): WrittenLatency {
  const whole = writtenDistribution(distributionOf(first));
  return between.length > 0
    ? {
        first: whole,
        between: writtenDistribution(distributionOf(between)),
        end: writtenDistribution(distributionOf(end)),
      }
    : whole;
}

const enoughForP99 = 100;
/** One draw of a hundred of the standard normal distribution is greater. */
const normalAt99 = 2.326;

/** The distribution of times; of a few, the p99 is that of the log-normal distribution that fits them. */
function distributionOf(times: readonly number[]): LatencyDistribution {
  const bounded = (ms: number) => Math.min(maxLatencyMs, Math.max(0, Math.round(ms)));
  const median = percentile(times, 0.5);
  const logs = times.map((ms) => Math.log(Math.max(1, ms)));
  const middle = mean(logs);
  const spread = Math.sqrt(mean(logs.map((each) => (each - middle) ** 2)));
  const p99 = times.length >= enoughForP99 ? percentile(times, 0.99) : median * Math.exp(normalAt99 * spread);
  const medianMs = bounded(median);
  const p99Ms = Math.max(medianMs, bounded(p99));
  return { medianMs, p99Ms, maxMs: Math.max(p99Ms, bounded(Math.max(...times))) };
}
