/** Delays that vary as those of real services do: log-normal, and cut at a maximum. */
export interface LatencyDistribution {
  readonly medianMs: number;
  /** One reply of a hundred takes longer. */
  readonly p99Ms: number;
  /** Longer delays take this. */
  readonly maxMs: number;
}

/** @param share a number in [0, 1), such as a random one: the share of delays that are shorter @returns whole milliseconds */
export function latencyAt({ medianMs, p99Ms, maxMs }: LatencyDistribution, share: number): number {
  if (medianMs === 0) return 0;
  const spread = Math.log(p99Ms / medianMs) / normalAt99;
  const delay = medianMs * Math.exp(spread * normalAt(share));
  return Math.min(Math.round(delay), maxMs);
}

/** The value that a standard normal variable is below with this probability, to seven digits (algorithm AS 241, PPND7). */
function normalAt(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)) /
      (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1)
    );
  }
  return Math.sign(q) * tail(Math.sqrt(-Math.log(Math.max(q < 0 ? share : 1 - share, smallestShare))) - 1.6);
}

/** Good for all shares from the smallest one on; those below 1e-11 would need another. */
const tail = (r: number): number =>
  (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
  ((0.12021132975 * r + 0.7370016425) * r + 1);

const smallestShare = 2 ** -33;

const normalAt99 = 2.3263478740408408;
