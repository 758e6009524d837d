/**
 * The formulas of all records. They use only exact arithmetic and `Math.sqrt`, so every machine computes the
 * same bytes. Rates, ratios and growths have 4 decimals; averages and medians of counts are whole numbers;
 * halves round up (observed).
 */

export const halfUp = (value: number): number => Math.floor(value + 0.5);
export const round4 = (value: number): number => Math.floor(value * 10_000 + 0.5) / 10_000;

/** 0 without values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length;

export function sum(values: readonly number[]): number {
  let total = 0;
  // an iterator would cost several times the sum of a short list
  for (let at = 0; at < values.length; at++) total += values[at] as number;
  return total;
}

/** The median of two is their mean; 0 without values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Linear between the two nearest ranks; `share` from 0 to 1; 0 without values. */
export const percentile = (values: readonly number[], share: number): number =>
  rankedAt(ascendingOf(values), share);

// `from` would iterate, which costs several times the copy of a short list
const ascendingOf = (values: readonly number[]): Float64Array => new Float64Array(values).sort();

function rankedAt(ascending: Float64Array, share: number): number {
  if (ascending.length === 0) return 0;
  const rank = (ascending.length - 1) * share;
  const below = ascending[Math.floor(rank)] as number;
  const above = ascending[Math.ceil(rank)] as number;
  return below + (above - below) * (rank - Math.floor(rank));
}

/** A part over a whole, 4 decimals; 0 when the whole is 0. */
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : round4(part / whole));

/** (now − then) / then, 4 decimals; 0 if `then` is 0. */
export const growth = (now: number, then: number): number => ratio(now - then, then);

/** The figures that engagement counts. A platform without shares has 0 of them. */
export interface Interactions {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** Generation 3 rate of a clip video, tube content or reel: interactions / views (observed). */
export const engagementByViews = (of: Interactions): number =>
  ratio(of.likes + of.comments + of.shares, of.views);

/** Interactions / followers: for gram images, and for everything in generation 2 (contract 2.3). */
export const engagementByFollowers = (of: Omit<Interactions, 'views'>, followers: number): number =>
  ratio(of.likes + of.comments + of.shares, followers);

/** A figure over several contents. `all` is the exact sum. */
export interface Spread {
  all: number;
  avg: number;
  median: number;
  min: number;
  max: number;
}

export function spread(values: readonly number[]): Spread {
  const { length } = values;
  if (length === 0) return { all: 0, avg: 0, median: 0, min: 0, max: 0 };
  const all = sum(values);
  const ascending = ascendingOf(values);
  return {
    all,
    avg: halfUp(all / length),
    median: halfUp(rankedAt(ascending, 0.5)),
    min: ascending[0] as number,
    max: ascending[length - 1] as number,
  };
}

/** Percentiles of a figure, whole numbers. */
export function quartiles(values: readonly number[]): {
  percentile25: number;
  percentile75: number;
  iqr: number;
} {
  const ascending = ascendingOf(values);
  const percentile25 = halfUp(rankedAt(ascending, 0.25));
  const percentile75 = halfUp(rankedAt(ascending, 0.75));
  return { percentile25, percentile75, iqr: percentile75 - percentile25 };
}

export type ConsistencyLevel = 'high' | 'moderate' | 'low';

/** How similar the engagement rates of several contents are. */
export interface Consistency {
  cv: number;
  medianVsMean: number;
  topBottomRatio: number;
  consistencyScore: number | null;
  consistencyLevel: ConsistencyLevel | null;
}

export function consistency(rates: readonly number[]): Consistency {
  const average = mean(rates);
  const ascending = ascendingOf(rates);
  const cv = ratio(deviation(rates, average), average);
  const medianVsMean = ratio(rankedAt(ascending, 0.5), average);
  const topBottomRatio = topToBottom(ascending);
  const known = cv !== 0 && medianVsMean !== 0 && topBottomRatio !== 0;
  const consistencyScore = known ? score(cv, medianVsMean, topBottomRatio) : null;
  return {
    cv,
    medianVsMean,
    topBottomRatio,
    consistencyScore,
    consistencyLevel: consistencyScore === null ? null : level(consistencyScore),
  };
}

/** Whole-number weights → shares with 4 decimals that sum to exactly 1 (largest remainder); zeros for zeros. */
export function shares(weights: readonly number[]): number[] {
  const total = sum(weights);
  if (total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * 10_000) / total);
  const parts = exact.map(Math.floor);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order.slice(0, 10_000 - sum(parts))) parts[index] = (parts[index] as number) + 1;
  return parts.map((part) => part / 10_000);
}

/** The age groups of audiences (contract 2.8), youngest first. */
export const ageRanges = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const;

/** Middle of each age group, youngest first; 65+ counts as 70 (assumed: average-age). */
const middleAges = [15, 21, 29.5, 39.5, 49.5, 59.5, 70];

/** Average age in whole years, from the seven shares of an audience; 0 if all are 0. */
export const averageAge = (ages: readonly number[]): number =>
  halfUp(sum(ages.map((share, index) => share * (middleAges[index] as number))));

/** Population standard deviation. */
function deviation(values: readonly number[], average: number): number {
  return Math.sqrt(mean(values.map((value) => (value - average) * (value - average))));
}

/** Mean of the top 3 over the mean of the bottom 3; 0 with fewer than 6 (observed). */
function topToBottom(ascending: Float64Array): number {
  if (ascending.length < 6) return 0;
  return ratio(mean([...ascending.slice(-3)]), mean([...ascending.slice(0, 3)]));
}

/**
 * Our own weights (assumed: consistency-weights): half for a low spread, the rest for a centred median and
 * close extremes.
 */
function score(cv: number, medianVsMean: number, topBottomRatio: number): number {
  const centred = Math.min(medianVsMean, 1 / medianVsMean);
  return halfUp(50 / (1 + cv) + 30 * centred + 20 / Math.max(1, topBottomRatio));
}

/** Low to 50, moderate to 80, high above (observed). */
function level(points: number): ConsistencyLevel {
  if (points <= 50) return 'low';
  return points <= 80 ? 'moderate' : 'high';
}
